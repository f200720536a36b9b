"""Summaries of journals, with public information only, as a game may not be over."""

from dataclasses import dataclass
from datetime import datetime
from pathlib import Path
from typing import Any

from engine.game import Game, GameType
from engine.games.catalog import UnknownGame, find
from engine.joined_text import join_names
from engine.journal.errors import JournalError
from engine.journal.header import BranchOrigin
from engine.journal.reader import read_record
from engine.journal.record import Record
from engine.journal.replay import load_game, restore_match
from engine.players.spec import LineupError, parse_spec
from engine.text import clean
from engine.winners import list_winners
from screens.players.seat_names import SeatNames
from screens.relative_time import parse_time
from screens.setup.game_tile import shorten_title

MAX_SENTENCE = 400
"""Maximum length of a sentence about a game in characters."""


MAX_NAMED = 2
"""If there are more winners, their team is named."""


@dataclass(frozen=True, slots=True)
class SavedGame:
    """A summary of a journal with public information only."""

    path: Path
    title: str
    """The game's, as people call it."""
    when: datetime
    """When it began, local time."""
    who: tuple[str, ...]
    """The players in order of seats. Outside text: never parse it as markup."""
    machines: frozenset[int]
    """The places of machines among them."""
    standing: str
    """`round 3`, or who won, or `a draw`."""
    reason: str
    """What decided it, in a sentence; empty before the end."""
    over: bool
    """Whether the game is over."""
    branched: BranchOrigin | None
    """Where it branched off another game, if it did."""


@dataclass(frozen=True, slots=True)
class DamagedGame:
    """A journal that cannot be read."""

    path: Path
    why: str
    """The damaged line, and the reason."""


def load_saved_game(path: Path) -> SavedGame | DamagedGame:
    """Load the summary of a journal."""
    try:
        return _summarize(read_record(path))
    except (JournalError, UnknownGame, LineupError) as error:
        return DamagedGame(path, str(error))


def _describe_standing(definition: GameType, view: Any, done: int) -> str:  # noqa: ANN401
    """Write which round is played: by the view's own number, as two teams share a round.

    Args:
        definition: The game.
        view: An onlooker's view.
        done: How many rounds the report lists.
    """
    is_usual = definition.unit == Game.unit
    number = getattr(view, "number", done + 1) if is_usual else done + 1
    return f"{definition.unit} {number}"


def _summarize(record: Record) -> SavedGame:
    definition = find(record.header.game)
    match = restore_match(record, load_game(definition, record))
    view = match.view(None)
    report = definition.build_report(view)
    outcome = report["outcome"]
    specs = {seat: parse_spec(spec) for seat, spec in record.players.items()}
    shown = (spec.display_name(seat) for seat, spec in specs.items())
    names = SeatNames(tuple(record.players), tuple(map(clean, shown)))
    standing = _describe_standing(definition, view, len(report[definition.listed]))
    reason = ""
    if outcome:
        winners = list_winners(match.score or {}, outcome)
        who = join_names(map(names.get_label, winners)) if 0 < len(winners) <= MAX_NAMED else ""
        told = names.format_plain_sentence(outcome)  # of a match whose other rounds are played on
        standing = "a draw" if outcome == "draw" else f"{who or told[:1].upper() + told[1:]} won"
    over = not match.awaits
    if over:
        reason = names.format_plain_parts(definition.find_highlights(view).decisive)
    return SavedGame(
        path=record.path,
        title=shorten_title(definition),
        when=parse_time(record.header.created, record.path),
        who=names.labels,
        machines=frozenset(n for n, spec in enumerate(specs.values()) if not spec.is_human),
        standing=standing,
        reason=clean(reason, MAX_SENTENCE),
        over=over,
        branched=record.header.branched,
    )
