"""The steps of a replay: what every viewpoint sees after each entry of a journal."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from datetime import datetime
from pathlib import Path
from typing import Any

from engine.duration import format_duration
from engine.game import Game, GameType
from engine.games.catalog import find
from engine.journal.entries import (
    Entry,
    MoveEntry,
    OpenTableEntry,
    RemarkEntry,
    UsageEntry,
)
from engine.journal.errors import JournalError
from engine.journal.record import Record
from engine.journal.replay import load_game, replay_match
from engine.move_name import name_move
from engine.players.spec import LineupError, Spec, parse_spec
from engine.seat import Seat
from screens.players.seat_names import SeatNames
from screens.players.seat_naming import name_seats
from screens.relative_time import parse_time

type Viewpoint = Seat | None
"""The seat whose view is shown; `None` for an onlooker's."""


@dataclass(frozen=True, slots=True)
class Step:
    """One step of a game."""

    views: Mapping[Viewpoint, Any]
    """The view from each viewpoint after it."""
    entry: Entry | None
    """The journal entry; `None` before the first one, and for the result."""
    when: datetime
    """The time of the entry, local time."""
    moves: int
    """How many moves were made by then."""
    score: Mapping[Seat, float] | None = None
    """Each seat's result, if this step is the result of the game."""


@dataclass(frozen=True, slots=True)
class ReplaySteps:
    """A journal, replayed."""

    title: str
    """The game's."""
    game: str
    """Its name in the catalog."""
    names: SeatNames
    steps: tuple[Step, ...]
    """The start, the step after each entry of the journal, and the result of a finished game."""
    over: bool
    """Whether the game is over, so that no secrets are left."""
    record: Record
    """The journal."""

    @property
    def differs_from_moves(self) -> bool:
        """Whether steps and moves have other numbers, as something else happened in between."""
        return any(step.moves != n for n, step in enumerate(self.steps) if step.score is None)

    def format_time(self, number: int) -> str:
        """Format when a step was made: the date of the start, or else the time of day."""
        step = self.steps[number]
        return f"{step.when:%H:%M:%S}" if number else f"{step.when:%Y-%m-%d %H:%M}"

    def describe_step(self, number: int) -> str:  # noqa: PLR0911 - a return for each kind of entry
        """Describe a step: which move, whose, how long it took; never its content."""
        step = self.steps[number]
        if step.score is not None:
            return "the result"
        if step.entry is None:
            branched = self.record.header.branched
            return f"the game starts. {branched}" if branched else "the game starts"
        if isinstance(step.entry, OpenTableEntry):
            return "the table is opened: prompts and answers may be looked at"
        name = self.names.get_full_name(Seat(self.names.seats.index(step.entry.seat)))
        if isinstance(step.entry, RemarkEntry):
            said = self.names.format_plain_sentence(step.entry.remark)
            return f"{name} says in the discussion: {said}"
        if isinstance(step.entry, UsageEntry):
            return f"{name}: asked without a move"
        if not isinstance(step.entry, MoveEntry):
            return f"seat changed: {name}"
        (kind,) = step.entry.move
        noun = name_move(kind, find(self.game).move_types)
        tries = step.entry.attempts
        asked = f", {tries} tries" if tries > 1 else ""
        whose = f" ({step.entry.provenance})" if step.entry.provenance != "own" else ""
        place = f"move {step.moves}, " if self.differs_from_moves else ""
        took = f", after {format_duration(seconds)}" if (seconds := step.entry.seconds) >= 1 else ""
        return f"{place}{name}: {noun}{whose}{took}{asked}"

    def find_players(self, number: int) -> dict[str, Spec]:
        """Find the SPECs of the players at a step.

        Raises:
            LineupError: If a SPEC of the journal is unknown here.
        """
        then = replace(self.record, entries=self.record.entries[:number])
        return {seat: parse_spec(spec) for seat, spec in then.players.items()}


def build_replay_steps(record: Record, definition: GameType, data: Path) -> ReplaySteps:
    """Replay a journal from start to end.

    Args:
        record: The journal.
        definition: The game in the catalog.
        data: The data folder, with what is known of the players.

    Raises:
        JournalError: If an entry cannot be played; the message gives its line.
    """
    game = load_game(definition, record)
    steps: list[Step] = []
    moves = 0
    score: Mapping[Seat, float] | None = None
    for match, entry in zip(replay_match(record, game), (None, *record.entries), strict=True):
        viewpoints: list[Viewpoint] = [None, *match.seats]
        stamp = record.header.created if entry is None else entry.time
        views = {one: match.view(one) for one in viewpoints}
        moves += isinstance(entry, MoveEntry)
        steps.append(Step(views, entry, parse_time(stamp, record.path), moves))
        score = match.score
    if score is not None:
        steps.append(replace(steps[-1], entry=None, score=score))
    return ReplaySteps(
        title=definition.title,
        game=definition.name,
        names=_name_seats(record, game, definition, data),
        steps=tuple(steps),
        over=score is not None,
        record=record,
    )


def _name_seats(
    record: Record, game: Game[Any, Any, Any, Any], definition: GameType, data: Path
) -> SeatNames:
    try:
        specs = [parse_spec(record.players[seat]) for seat in game.seats]
    except LineupError as error:
        raise JournalError(f"{record.path}: {error}") from None
    teams = game.list_teams(game.options)
    return name_seats(game.seats, specs, definition, data=data, teams=teams)
