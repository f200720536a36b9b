"""Begin a game with the first moves of a saved one, in a new journal."""

from collections.abc import Iterator, Mapping
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

from engine.errors import OptionError
from engine.game import GameType
from engine.journal.entries import MoveEntry, ReseatEntry
from engine.journal.header import BranchOrigin
from engine.journal.record import Record
from engine.journal.replay import load_game, restore_match
from engine.journal.writer import Journal
from engine.llm.calls_file import refuse_present_calls
from engine.players.spec import Spec
from engine.session import Session
from engine.suggestion import explain_unknown
from engine.timestamp import format_utc_now
from engine.version import get_parlour_version

if TYPE_CHECKING:
    from engine.config.settings import Settings


def branch_match(
    record: Record,
    definition: GameType,
    moves: int,
    lineup: Mapping[str, Spec],
    path: Path,
    *,
    settings: "Settings",
    durable: bool = True,
) -> Session:
    """Begin a game with the first moves of a saved one, in a new journal.

    Options, material and seed are those of the saved game, so that the same moves lead to the same
    game. Copied moves are marked as copied, without usage; an open table is closed.

    Args:
        record: The journal of the saved game; nothing is written to it.
        definition: The game in the catalog.
        moves: The number of moves to copy; it may end within a turn.
        lineup: New players by the name of their seat; other seats keep theirs.
        path: The new journal; the file must not exist.
        settings: The settings in force.
        durable: Wait for the disk after each line.

    Raises:
        OptionError: If the game cannot be branched there, or a seat does not exist.
        LineupError: If a SPEC of the saved game is wrong.
        JournalError: If the saved journal does not fit the game, or the new one cannot be written.
    """
    copied = copy_first_moves(record, definition, moves)
    for name in lineup:
        if name not in copied.players:
            raise OptionError(explain_unknown("seat", name, copied.players))
    begun = format_utc_now()
    reseated = tuple(
        ReseatEntry(name, str(lineup[name]), begun)
        for name, spec in copied.players.items()
        if name in lineup and str(lineup[name]) != spec
    )
    header = replace(
        copied.header,
        version=get_parlour_version(),
        created=begun,
        branched=BranchOrigin(record.path.name, moves),
    )
    begins = replace(copied, header=header, entries=(*copied.entries, *reseated))
    session = Session.from_record(begins, settings=settings)
    session.is_new = True
    refuse_present_calls(path)
    session.journal = Journal.create(path, header, begins.entries, durable=durable)
    return session


def copy_first_moves(record: Record, definition: GameType, moves: int) -> Record:
    """Copy a record up to a number of moves.

    Raises:
        OptionError: If there are fewer moves, or the game is over after them.
        JournalError: If the journal does not fit the game.
    """
    count, over = len(record.moves), not restore_match(record, load_game(definition, record)).awaits
    last = count - 1 if over else count
    if not 0 <= moves <= last:
        ends = f"is over after {count} moves" if over else f"has {count} moves so far"
        raise OptionError(
            f"The game in {record.path} {ends}: it can be branched after 0 to {last}, not {moves}."
        )
    return replace(record, entries=tuple(_copy_entries(record, moves)), torn=False)


def _copy_entries(record: Record, moves: int) -> Iterator[MoveEntry | ReseatEntry]:
    """Yield the first moves, and the changes of players before the last of them."""
    for line in record.entries:
        if moves == 0:
            return
        if isinstance(line, MoveEntry):
            yield replace(line, usage=None, copied=True)
            moves -= 1
        elif isinstance(line, ReseatEntry):
            yield line
