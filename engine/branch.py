"""Branching off: a new game that takes over the first moves of a kept one."""

from collections.abc import Iterator, Mapping
from dataclasses import replace
from pathlib import Path

from engine.games.definition import GameDefinition
from engine.journal import Journal
from engine.lineup import Spec
from engine.options import OptionError, unknown
from engine.record import Branch, Moved, Record, Reseated, now
from engine.replay import restore
from engine.session import Session, own_version


def branch(
    record: Record,
    definition: GameDefinition,
    moves: int,
    lineup: Mapping[str, Spec],
    path: Path,
    *,
    durable: bool = True,
) -> Session:
    """Open a game that begins as a kept one did, in a journal of its own.

    Options, material and seed are those of the kept game, so that the same moves from here on
    are the same game. What its models have used is not counted again, a table that was opened
    is closed, and every move that is taken over is marked as copied.

    Args:
        record: The journal of the kept game; nothing is written to it.
        definition: The game in the catalog.
        moves: How many of its moves are taken over; may stop within a turn.
        lineup: Who sits where from here on, by the seat's name; whoever sat in a seat that is
            not named stays there.
        path: The new journal, a file that does not exist yet.
        durable: Wait for the disk after each line.

    Raises:
        OptionError: If the game cannot be branched there, or there is no such seat.
        LineupError: If a SPEC of the kept game means nothing here.
        JournalError: If the kept journal does not fit the game, or the new one cannot be written.
    """
    copied = taken_over(record, definition, moves)
    for name in lineup:
        if name not in copied.players:
            raise OptionError(unknown("seat", name, copied.players))
    begun = now()
    reseated = tuple(
        Reseated(name, str(lineup[name]), begun)
        for name, sat in copied.players.items()
        if name in lineup and str(lineup[name]) != sat
    )
    header = replace(
        copied.header,
        version=own_version(),
        created=begun,
        branched=Branch(record.path.name, moves),
    )
    begins = replace(copied, header=header, entries=(*copied.entries, *reseated))
    session = Session.of(begins)
    session.fresh = True
    session.journal = Journal.create(path, header, begins.entries, durable=durable)
    return session


def taken_over(record: Record, definition: GameDefinition, moves: int) -> Record:
    """What a game that branches off after so many moves has in common with the kept one.

    Raises:
        OptionError: If there are not so many moves, or the game is over after them.
        JournalError: If the journal does not fit the game.
    """
    count, over = len(record.moves), not restore(record, definition.game(record)).awaits
    last = count - 1 if over else count
    if not 0 <= moves <= last:
        ends = f"is over after {count} moves" if over else f"has {count} moves so far"
        raise OptionError(
            f"The game in {record.path} {ends}: it can be branched after 0 to {last}, not {moves}."
        )
    return replace(record, entries=tuple(_copied(record, moves)), torn=False)


def _copied(record: Record, moves: int) -> Iterator[Moved | Reseated]:
    """So many moves, and who sat down before the last of them."""
    for line in record.entries:
        if moves == 0:
            return
        if isinstance(line, Moved):
            yield replace(line, usage=None, copied=True)
            moves -= 1
        elif isinstance(line, Reseated):
            yield line


def chosen_players(record: Record) -> frozenset[str]:
    """The SPECs that somebody here has chosen, if the journal was written here.

    In a game that branched off, those are only of who sits there now: its first lines may be
    those of a journal from elsewhere.
    """
    if record.header.branched:
        return frozenset(record.players.values())
    reseated = (line.player for line in record.entries if isinstance(line, Reseated))
    return frozenset((*record.header.seats.values(), *reseated))
