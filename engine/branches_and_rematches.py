"""Begin a branch of a recorded game, and list what can follow it: rematches, swapped roles.

`branch_match` copies the first moves of a game to a new journal, which the new game continues.
`list_next_games` lists the games to offer after a finished one.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING

from engine.game import GameType
from engine.journal_reader import BranchOrigin, MoveEntry, Record, ReseatEntry, format_utc_now
from engine.journal_writer import Journal
from engine.llm.calls_file import refuse_present_calls
from engine.option_errors import OptionError, explain_unknown
from engine.player_specs import Spec, move_options_to_seats
from engine.seat import Seat
from engine.session import Session, get_parlour_version
from engine.text import SEAT_CODE
from engine.transcript_from_journal import load_game, restore_match

if TYPE_CHECKING:
    from engine.config.settings import Settings
    from engine.session import Session


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


def find_chosen_specs(record: Record) -> frozenset[str]:
    """The SPECs that the user has chosen, if the journal was written on this computer.

    For a branched game these are only the current players, because its first lines may come from
    another computer's journal.
    """
    if record.header.branched:
        return frozenset(record.players.values())
    reseated = (line.player for line in record.entries if isinstance(line, ReseatEntry))
    return frozenset((*record.header.seats.values(), *reseated))


REMATCH, SWAP, SAME_DEAL, DUEL = "rematch", "swap", "same_deal", "duel"
"""The kinds of game that `list_next_games` offers."""


@dataclass(frozen=True, slots=True)
class NextGame:
    """A game with the players and options of a finished one."""

    label: str
    """The label of its button."""
    explanation: str
    """What it means, in a few words."""
    seats: Mapping[str, str]
    """The SPEC of each seat, in table order."""
    options: Mapping[str, str]
    """The options that differ from the default."""
    seed: str = ""
    """The seed; empty for a new one."""


def list_next_games(session: "Session") -> dict[str, NextGame]:
    """List the games to offer after a finished one, by kind.

    Roles can be swapped if seats have roles and the players differ. The same deal can be played
    again by machines, and by people in seats that know the hidden part of the deal from the start,
    because people have seen all of it by now.
    """
    definition, header = session.definition, session.header
    options = {
        name: str(header.options[name])
        for name, option in (definition.list_options() | definition.list_moved_options()).items()
        if header.options[name] != option.default
    }
    names = session.match.game.seats
    lineup = {name: session.specs[Seat(place)] for place, name in enumerate(names)}
    lineup = dict(move_options_to_seats(definition, options, lineup))
    swapped = dict(zip(names, [*lineup.values()][-1:] + [*lineup.values()][:-1], strict=True))
    can_swap = not any(map(SEAT_CODE.fullmatch, names)) and swapped != lineup

    def is_fair(seats: Mapping[str, Spec]) -> bool:
        people = {name for name, spec in seats.items() if spec.is_human}
        return people.issubset(definition.informed_seats)

    def create(label: str, explanation: str, seats: Mapping[str, Spec], seed: str = "") -> NextGame:
        texts = {name: str(spec) for name, spec in seats.items()}
        return NextGame(label, explanation, texts, options, seed)

    games = {REMATCH: create("Rematch", "the same players and rules, a new deal", lineup)}
    if can_swap:
        games[SWAP] = create("Swap roles", "everybody moves one seat on, a new deal", swapped)
    if is_fair(lineup):
        again = "the same players once more with what was dealt in this game"
        games[SAME_DEAL] = create("Same deal", again, lineup, header.seed)
    if can_swap and is_fair(swapped):
        fair = "a fair duel: each side plays what the other was dealt"
        games[DUEL] = create("Same deal, swapped roles", fair, swapped, header.seed)
    return games
