"""The steps of a replay, and the two lines of controls that choose a step and a viewpoint.

`build_replay_steps` plays a journal again and keeps every viewpoint's view after each step.
`Timeline` chooses the step, `ViewpointLine` the viewpoint.
"""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from datetime import datetime
from pathlib import Path
from typing import Any

from textual import events
from textual.content import Content
from textual.message import Message
from textual.reactive import reactive
from textual.widget import Widget

from engine.duration import format_duration
from engine.game import Game, GameType
from engine.games.catalog import find
from engine.journal.record import Entry, JournalError, MoveEntry, OpenTableEntry, Record, UsageEntry
from engine.journal.replay import load_game, replay_match
from engine.moves import name_move
from engine.players.spec import LineupError, Spec, parse_spec
from engine.seat import Seat
from screens.last_setup_and_player_history import name_seats
from screens.player_names_and_colours import SeatNames
from screens.saved_games import parse_time

VIEWPOINT_GAP = 3
"""Cells between two viewpoints in a line."""

type Viewpoint = Seat | None
"""The seat whose view is shown; `None` for an onlooker's."""


@dataclass(frozen=True, slots=True)
class Step:
    """One step of a game."""

    views: Mapping[Viewpoint, Any]
    """The view from each viewpoint after it."""
    entry: Entry | None
    """The journal entry; `None` before the first one."""
    when: datetime
    """The time of the entry, local time."""
    moves: int
    """How many moves were made by then."""


@dataclass(frozen=True, slots=True)
class ReplaySteps:
    """A journal, replayed."""

    title: str
    """The game's."""
    game: str
    """Its name in the catalog."""
    names: SeatNames
    steps: tuple[Step, ...]
    """The start, then the step after each entry of the journal."""
    over: bool
    """Whether the game is over, so that no secrets are left."""
    record: Record
    """The journal."""

    def describe_step(self, number: int) -> str:
        """Describe a step: which move, whose, when, how long it took; never its content."""
        step = self.steps[number]
        clock = f"{step.when:%H:%M:%S}"
        if step.entry is None:
            branched = self.record.header.branched
            return f"{clock}  the game starts{f'. {branched}' if branched else ''}"
        if isinstance(step.entry, OpenTableEntry):
            return f"{clock}  the table is opened: prompts and answers may be looked at"
        name = self.names.get_full_name(Seat(self.names.seats.index(step.entry.seat)))
        if isinstance(step.entry, UsageEntry):
            return f"{clock}  {name}: asked without a move"
        if not isinstance(step.entry, MoveEntry):
            return f"{clock}  seat changed: {name}"
        (kind,) = step.entry.move
        noun = name_move(kind, find(self.game).move_types)
        tries = step.entry.attempts
        asked = f", {tries} tries" if tries > 1 else ""
        whose = f" ({step.entry.provenance})" if step.entry.provenance != "own" else ""
        took = format_duration(step.entry.seconds)
        return f"{clock}  move {step.moves}, {name}: {noun}{whose}, after {took}{asked}"

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
    awaits: frozenset[Seat] = frozenset()
    for match, entry in zip(replay_match(record, game), (None, *record.entries), strict=True):
        viewpoints: list[Viewpoint] = [None, *match.seats]
        stamp = record.header.created if entry is None else entry.time
        views = {one: match.view(one) for one in viewpoints}
        moves += isinstance(entry, MoveEntry)
        steps.append(Step(views, entry, parse_time(stamp, record.path), moves))
        awaits = match.awaits
    return ReplaySteps(
        title=definition.title,
        game=definition.name,
        names=_name_seats(record, game, definition, data),
        steps=tuple(steps),
        over=not awaits,
        record=record,
    )


def _name_seats(
    record: Record, game: Game[Any, Any, Any, Any], definition: GameType, data: Path
) -> SeatNames:
    try:
        specs = [parse_spec(record.players[seat]) for seat in game.seats]
    except LineupError as error:
        raise JournalError(f"{record.path}: {error}") from None
    return name_seats(game.seats, specs, definition, data=data)


class Timeline(Widget):
    """A line that marks the current step of a replay; a click goes to another step."""

    DEFAULT_CSS = "Timeline { height: 1; width: 1fr; }"
    position: reactive[int] = reactive(0)
    """The current step, from 0."""
    pace: reactive[float] = reactive(0.0)
    """Seconds for each step while the replay runs, else 0."""

    class Seek(Message):
        """A step was clicked."""

        def __init__(self, step: int) -> None:
            super().__init__()
            self.step = step

    def __init__(self, last: int) -> None:
        """Show steps 0 to `last`."""
        super().__init__()
        self.last = last

    def render(self) -> Content:
        place = self.position * self.track_length // max(self.last, 1)
        return Content.assemble(
            (self.label, "bold $primary"),
            ("━" * place, "$primary"),
            ("●", "bold $primary"),
            ("─" * (self.track_length - place), "$outline"),
        )

    @property
    def label(self) -> str:
        """The current step, and the pace while the replay runs."""
        running = f", {self.pace:g} s each" if self.pace else ""
        return f"{'▶ ' if self.pace else ''}Step {self.position} of {self.last}{running}".ljust(26)

    @property
    def track_length(self) -> int:
        """The length of the track in cells, at least 1."""
        return max(self.size.width - len(self.label) - 1, 1)

    def on_click(self, event: events.Click) -> None:
        """Go to the step nearest to the click."""
        step = round((event.x - len(self.label)) * self.last / self.track_length)
        self.post_message(self.Seek(min(max(step, 0), self.last)))


class ViewpointLine(Widget):
    """A line of viewpoints, the chosen one marked; digits and clicks choose."""

    DEFAULT_CSS = "ViewpointLine { height: 1; width: 1fr; }"
    viewpoint: reactive[Seat | None] = reactive[Seat | None](None)
    """The chosen viewpoint; `None` is an onlooker's."""

    class Chosen(Message):
        """Another viewpoint was clicked."""

        def __init__(self, viewpoint: Seat | None) -> None:
            super().__init__()
            self.viewpoint = viewpoint

    def __init__(self, names: SeatNames, viewpoint: Seat | None, *, fixed: bool) -> None:
        """Offer an onlooker's viewpoint and each seat's; if `fixed`, only name this one."""
        super().__init__()
        self.names = names
        self.fixed = fixed
        self.set_reactive(ViewpointLine.viewpoint, viewpoint)

    @property
    def viewpoints(self) -> list[Seat | None]:
        return [None, *map(Seat, range(len(self.names.seats)))]

    def render(self) -> Content:
        if self.fixed:
            assert self.viewpoint is not None
            person = self.names.format_player(self.viewpoint, role=True)
            return Content.assemble(("◉ ", "$primary"), "viewpoint of ", person)
        return Content(" " * VIEWPOINT_GAP).join(self.render_viewpoints())

    def render_viewpoints(self) -> list[Content]:
        """Render all viewpoints; those that are not chosen without names if not all fit."""
        full = [self.render_viewpoint(one) for one in self.viewpoints]
        room = self.size.width + VIEWPOINT_GAP
        if sum(one.cell_length + VIEWPOINT_GAP for one in full) <= room:
            return full
        return [self.render_viewpoint(one, short=True) for one in self.viewpoints]

    def render_viewpoint(self, viewpoint: Seat | None, *, short: bool = False) -> Content:
        """Render one viewpoint with its number; if `short`, its name only if it is chosen."""
        number = self.viewpoints.index(viewpoint)
        chosen = viewpoint == self.viewpoint
        style = "bold" if chosen else ""
        if viewpoint is None:
            name = Content.styled("onlooker", style or "$muted")
        elif short and not chosen:
            name = Content.styled(self.names.get_mark(viewpoint), self.names.get_style(viewpoint))
        else:
            name = self.names.format_player(viewpoint, style=style)
        return Content.assemble(
            (f"{'◉' if chosen else '○'} {number} ", "bold $primary" if chosen else "$muted"), name
        )

    def on_click(self, event: events.Click) -> None:
        """Choose the viewpoint under the pointer."""
        end = 0
        for viewpoint, shown in zip(self.viewpoints, self.render_viewpoints(), strict=True):
            end += shown.cell_length + VIEWPOINT_GAP
            if event.x < end:
                self.post_message(self.Chosen(viewpoint))
                return
