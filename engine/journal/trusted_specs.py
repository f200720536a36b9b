"""SPECs that may run programs: those of games saved in our own folder."""

from engine.journal.entries import ReseatEntry
from engine.journal.record import Record


def find_trusted_specs(record: Record) -> frozenset[str]:
    """The SPECs that the user has chosen, if the journal was written on this computer.

    For a branched game these are only the current players, because its first lines may come from
    another computer's journal.
    """
    if record.header.branched:
        return frozenset(record.players.values())
    reseated = (line.player for line in record.entries if isinstance(line, ReseatEntry))
    return frozenset((*record.header.seats.values(), *reseated))
