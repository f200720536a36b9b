"""A journal as a row of pictures: what each pair of eyes saw, step by step."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from datetime import datetime
from typing import Any

from engine.game import Game, Seat
from engine.games.definition import GameDefinition
from engine.lineup import LineupError, Spec, parse_spec
from engine.record import Entry as Line
from engine.record import JournalError, MoveEntry, OpenTableEntry, Record, UsageEntry
from engine.replay import replay_match
from engine.text import clean
from engine.usage import format_duration
from screens.games.ui import SeatNames
from screens.saved_games import local_time

type Eyes = Seat | None
"""Through whose eyes; `None` are an onlooker's."""


@dataclass(frozen=True, slots=True)
class Step:
    """One step of a game."""

    views: Mapping[Eyes, Any]
    """What each pair of eyes saw after it."""
    line: Line | None
    """What happened; `None` before the first move."""
    when: datetime
    """When, local time."""
    moves: int
    """How many moves had been made by then."""


@dataclass(frozen=True, slots=True)
class ReplaySteps:
    """A whole journal, developed."""

    title: str
    """The game's."""
    game: str
    """Its name in the catalog."""
    names: SeatNames
    steps: tuple[Step, ...]
    """Before the first move, and after each line of the journal."""
    over: bool
    """No more moves will be asked for: there are no secrets left."""
    record: Record
    """The journal."""

    def caption(self, number: int) -> str:
        """What happened in step `number`: which move, whose, when, how long it took; never what."""
        picture = self.steps[number]
        clock = f"{picture.when:%H:%M:%S}"
        if picture.line is None:
            branched = self.record.header.branched
            return f"{clock}  the table is set{f'. {branched}' if branched else ''}"
        if isinstance(picture.line, OpenTableEntry):
            return f"{clock}  the table is opened: prompts and answers may be looked at"
        name = self.names.name(Seat(self.names.seats.index(picture.line.seat)))
        if isinstance(picture.line, UsageEntry):
            return f"{clock}  {name}: asked without a move"
        if not isinstance(picture.line, MoveEntry):
            return f"{clock}  somebody new sits down: {name}"
        kind = ", ".join(picture.line.move).lower()
        tries = picture.line.attempts
        asked = f", {tries} tries" if tries > 1 else ""
        whose = f" ({picture.line.provenance})" if picture.line.provenance != "own" else ""
        took = format_duration(picture.line.seconds)
        return f"{clock}  move {picture.moves}, {name}: {kind}{whose}, after {took}{asked}"

    def sat(self, number: int) -> dict[str, Spec]:
        """Who sat where at step `number`.

        Raises:
            LineupError: If a SPEC of the journal means nothing here.
        """
        then = replace(self.record, entries=self.record.entries[:number])
        return {seat: parse_spec(spec) for seat, spec in then.players.items()}


def build_replay_steps(record: Record, definition: GameDefinition) -> ReplaySteps:
    """Play a journal through once.

    Raises:
        JournalError: If a line of it cannot be played, by its number.
    """
    game = definition.game(record)
    steps: list[Step] = []
    moves = 0
    awaits: frozenset[Seat] = frozenset()
    for match, line in zip(replay_match(record, game), (None, *record.entries), strict=True):
        eyes: list[Eyes] = [None, *match.seats]
        stamp = record.header.created if line is None else line.time
        views = {pair: match.view(pair) for pair in eyes}
        moves += isinstance(line, MoveEntry)
        steps.append(Step(views, line, local_time(stamp, record.path), moves))
        awaits = match.awaits
    return ReplaySteps(
        title=definition.title,
        game=definition.name,
        names=_names(record, game),
        steps=tuple(steps),
        over=not awaits,
        record=record,
    )


def _names(record: Record, game: Game[Any, Any, Any]) -> SeatNames:
    try:
        labels = [parse_spec(record.players[seat]).display_name(seat) for seat in game.seats]
    except LineupError as error:
        raise JournalError(f"{record.path}: {error}") from None
    return SeatNames(game.seats, tuple(map(clean, labels)))
