"""Branching off: a new game that takes over the first moves of a kept one."""

from collections.abc import Iterator, Mapping
from dataclasses import replace
from pathlib import Path

from engine.entry import Entry
from engine.journal import Journal
from engine.lineup import Spec
from engine.options import OptionError, unknown
from engine.record import Branch, Moved, Record, Reseated, now, restore
from engine.session import Session, own_version


def branch(
    record: Record,
    entry: Entry,
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
        entry: The game in the catalog.
        moves: How many of its moves are taken over; may stop within a turn.
        lineup: Who sits where from here on, by the seat's name; whoever sat in a seat that is
            not named stays there.
        path: The new journal, a file that does not exist yet.
        durable: Wait for the disk after each line.

    Raises:
        OptionError: If there are not so many moves, nothing is left to play after them, or
            there is no such seat.
        JournalError: If the kept journal does not fit the game, or the new one cannot be written.
    """
    game = entry.game(record)
    over = not restore(record, game).awaits
    last = len(record.moves) - 1 if over else len(record.moves)
    if not 0 <= moves <= last:
        why = f"{record.path} has {len(record.moves)} moves{', and is over then' if over else ''}"
        raise OptionError(f"{why}: it can be branched after 0 to {last} of them, not {moves}.")
    for name in lineup:
        if name not in game.seats:
            raise OptionError(unknown("seat", name, game.seats))
    begun = now()
    copied = tuple(_copied(record, moves))
    sat = replace(record, entries=copied).players
    reseated = tuple(
        Reseated(name, str(lineup[name]), begun)
        for name in game.seats
        if name in lineup and str(lineup[name]) != sat[name]
    )
    header = replace(
        record.header,
        version=own_version(),
        created=begun,
        branched=Branch(record.path.name, moves),
    )
    session = Session.of(replace(record, header=header, entries=copied + reseated))
    session.fresh = True
    session.journal = Journal.create(path, header, copied + reseated, durable=durable)
    return session


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
