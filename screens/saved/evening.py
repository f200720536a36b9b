"""The scoreboard of an evening: who has won how many of its games, as the journals have it."""

from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from functools import lru_cache
from pathlib import Path

from textual.content import Content

from engine.config.remembered_choices import recall_choice, remember_choice
from engine.distinct_names import distinguish_names
from engine.games.catalog import UnknownGame, find
from engine.journal.errors import JournalError
from engine.journal.reader import read_record
from engine.journal.replay import load_game, restore_match
from engine.players.spec import LineupError, parse_spec
from engine.text import clean
from engine.winners import list_winners
from screens.players.look import assign_looks, write_look
from screens.relative_time import parse_time
from screens.saved.folder import MAX_LISTED, list_journals

PAUSE = timedelta(hours=6)
"""An evening ends with a pause of this length without a game."""


RESET = "evening"
"""The choice that remembers when the scoreboard was reset."""


@dataclass(frozen=True, slots=True)
class Evening:
    """The finished games of an evening and of one company."""

    games: int = 0
    wins: Mapping[str, int] = field(default_factory=dict)
    """By name, most first: the games that each person has won, and each machine that won one."""
    machines: frozenset[str] = frozenset()
    """Who of them is a machine."""


@dataclass(frozen=True, slots=True)
class Played:
    """A game with people, as far as a scoreboard needs it."""

    begun: datetime
    ended: datetime
    over: bool
    people: tuple[str, ...]
    winners: tuple[str, ...]
    """By name; empty in a draw."""


def load_evening(folder: Path, data: Path, now: datetime, table: Collection[str] = ()) -> Evening:
    """Load the scoreboard of the evening that goes on now.

    It counts the finished games since the last pause of `PAUSE`, or since the scoreboard was reset,
    in which somebody played who also played with the people of the last one.

    Args:
        folder: The folder of journals.
        data: The data folder, which remembers the reset.
        now: The present time.
        table: Only the games that exactly these people played count; by default all of the company.
    """
    only = {name.casefold() for name in table}
    since = _recall_reset(data)
    company: set[str] = set()
    names: dict[str, str] = {}
    wins: dict[str, int] = {}
    games = 0
    for game in _list_evening(folder, now):
        people = {name.casefold() for name in game.people}
        if not game.over or (since and game.ended <= since) or (company and not company & people):
            continue
        if only and people != only:
            continue
        company |= people
        games += 1
        for name in (*game.people, *game.winners):
            wins.setdefault(name.casefold(), 0)
            names.setdefault(name.casefold(), name)
        for name in game.winners:
            wins[name.casefold()] += 1
    ranked = sorted(wins.items(), key=lambda item: (-item[1], item[0]))
    machines = frozenset(name for key, name in names.items() if key not in company)
    return Evening(games, {names[name]: count for name, count in ranked}, machines)


def reset_evening(data: Path, now: datetime) -> None:
    """Begin a new scoreboard.

    Raises:
        OSError: If this cannot be remembered.
    """
    remember_choice(RESET, now.astimezone(UTC).isoformat(timespec="seconds"), data)


def _recall_reset(data: Path) -> datetime | None:
    try:
        found = datetime.fromisoformat(recall_choice(RESET, data))
    except ValueError:
        return None
    return found if found.tzinfo else None


def _list_evening(folder: Path, now: datetime) -> Iterator[Played]:
    """Yield the games of people since the last pause, the latest first."""
    later = now
    for path in list_journals(folder)[:MAX_LISTED]:
        try:
            state = path.stat()
            game = _load_played(path, state.st_mtime_ns, state.st_size)
        except (OSError, JournalError, UnknownGame, LineupError):
            continue  # the list of saved games says what is wrong with it
        if game is None:
            continue
        if later - game.ended > PAUSE:
            return
        later = min(later, game.begun)
        yield game


@lru_cache(maxsize=MAX_LISTED)
def _load_played(path: Path, _modified: int, _size: int) -> Played | None:
    """Load a game; `None` if no person played, or if it branches off another one.

    Raises:
        JournalError, UnknownGame, LineupError: If it cannot be read.
    """
    record = read_record(path)
    specs = {seat: parse_spec(spec) for seat, spec in record.players.items()}
    if record.header.branched or not any(spec.is_human for spec in specs.values()):
        return None
    definition = find(record.header.game)
    match = restore_match(record, load_game(definition, record))
    labels = distinguish_names([clean(spec.display_name(seat)) for seat, spec in specs.items()])
    outcome = definition.build_report(match.view(None))["outcome"]
    won = [] if match.awaits else list_winners(match.score or {}, outcome)
    begun = parse_time(record.header.created, path)
    last = record.entries[-1].time if record.entries else record.header.created
    return Played(
        begun=begun,
        ended=max(parse_time(last, path), begun),
        over=not match.awaits,
        people=tuple(
            label for label, spec in zip(labels, specs.values(), strict=True) if spec.is_human
        ),
        winners=tuple(labels[seat] for seat in won),
    )


def format_wins(evening: Evening, looks: Mapping[str, int]) -> list[Content]:
    """Write for each player how many games they have won: `● Ada 2`."""
    names = list(evening.wins)
    machines = [name in evening.machines for name in names]
    return [
        Content.assemble(write_look(name, look, ""), (f" {won}", "bold"))
        for (name, won), look in zip(
            evening.wins.items(), assign_looks(names, looks, machines), strict=True
        )
    ]
