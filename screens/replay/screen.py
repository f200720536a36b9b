"""The screen that replays a saved game step by step, from the viewpoint of any seat or nobody's.

At each step people can inspect the move, or branch off into a new game.
"""

from collections.abc import Container
from pathlib import Path
from typing import TYPE_CHECKING, Any, ClassVar, cast

from textual import work
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Vertical
from textual.timer import Timer
from textual.widget import Widget

from engine.call_log import NOT_INSPECTABLE, can_inspect
from engine.game import GameType
from engine.games.catalog import find, find_recorded
from engine.journal.entries import RemarkEntry
from engine.journal.reader import read_record
from engine.journal.record import Record
from engine.journal.trusted_specs import find_trusted_specs
from engine.players.named_files import list_spec_files
from engine.players.spec import PROGRAMS, LineupError, Spec
from engine.seat import Seat
from screens.dialogs.question import ChoiceDialog
from screens.games.board import Board
from screens.games.ui import load_game_ui
from screens.inspector.screen import create_inspector
from screens.private_screen import PrivateScreen
from screens.replay.caption import Caption
from screens.replay.stage import Stage
from screens.replay.steps import ReplaySteps, Step, Viewpoint, build_replay_steps
from screens.replay.timeline import Timeline
from screens.replay.viewpoint import ViewpointLine
from screens.scroll_keys import ScrollKeys
from screens.setup.branch import BranchScreen, BranchSetup
from screens.widgets.footer import KeyFooter
from screens.widgets.letter_size import is_hall
from screens.widgets.scroll import Scroll

if TYPE_CHECKING:
    from engine.config.settings import Settings

PACES = (0.5, 1.0, 2.0, 4.0)
"""Seconds for each step while the replay runs."""


class ReplayScreen(ScrollKeys[BranchSetup | None]):
    """A saved game, one step at a time; dismissed with the set-up of a branch, if one is wanted."""

    CSS_PATH = "replay.tcss"
    VERTICAL_BREAKPOINTS = [(0, "-tight"), (24, "-low"), (28, "-usual"), (36, "-tall")]  # noqa: RUF012
    HELP = (
        "A saved game, step by step. Left and Right go one step back or forward, Home and End to "
        "the first and last; you can also click the line. Space plays the steps by itself, + and - "
        "change the pace. Tab or a digit changes "
        "whose view you see. {large_type} shows the onlooker's view in large type, or the whole "
        "table. {branch} starts a new game from this step."
    )
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("left", "step(-1)", "Step", key_display="← →", tooltip="One step back or forward"),
        Binding("right", "step(1)", show=False),
        Binding("home", "seek(0)", "Start", tooltip="Go to the first move", show=False),
        Binding("end", "seek(-1)", "End", tooltip="Go to the result", show=False),
        Binding("space", "run", "Play", key_display="Space", tooltip="Play or pause"),
        Binding(
            "plus,equals_sign",
            "pace(-1)",
            "Faster",
            key_display="+",
            show=False,
            tooltip="Less time for each step",
        ),
        Binding(
            "minus",
            "pace(1)",
            "Slower",
            key_display="-",
            show=False,
            tooltip="More time for each step",
        ),
        Binding(
            "tab", "next_viewpoint", "Viewpoint", key_display="Tab", tooltip="Another viewpoint"
        ),
        *(Binding(str(number), f"viewpoint({number})", show=False) for number in range(10)),
        Binding(
            "b", "branch", "Branch", key_display="B", tooltip="A new game from here", id="branch"
        ),
        Binding(
            "i",
            "inspect",
            "Inspect",
            key_display="I",
            tooltip="Prompts, answers, comparisons",
            id="inspect",
        ),
        Binding("i", "say_closed", show=False, id="inspect"),
        Binding(
            "l",
            "large",
            "Large",
            key_display="L",
            show=False,
            tooltip="Large type or the whole table",
            id="large_type",
        ),
        Binding("escape", "back", "Leave", key_display="Esc", tooltip="Back to where you were"),
        Binding("f1", "app.help", "Help", key_display="F1", id="help"),
    ]

    def __init__(
        self,
        replay: ReplaySteps,
        settings: "Settings",
        *,
        viewpoint: Viewpoint = None,
        position: int = 0,
        trusted_specs: Container[str] = (),
    ) -> None:
        """Show `replay` from a viewpoint, starting at step `position`.

        Args:
            replay: The steps of the game.
            settings: The settings in force.
            viewpoint: A seat's or, by default, an onlooker's.
            position: The first step to show, from 0.
            trusted_specs: SPECs of the journal that were chosen on this computer. A branch offers
                their programs; others must be typed.
        """
        super().__init__()
        self.replay = replay
        self.settings = settings
        self.game: str | None = replay.game
        self.ui = load_game_ui(replay.game)
        self.trusted_specs = trusted_specs
        self.viewpoint = viewpoint
        self.position = position
        self.pace = 1
        self.timer: Timer | None = None
        """Advances the replay while it runs."""
        self.large: bool | None = None
        """Whether an onlooker's view is in large type; `None` if the screen's size decides."""

    def compose(self) -> ComposeResult:
        with Vertical(id="head"):
            yield Caption(self.replay)
            yield ViewpointLine(
                self.replay.names, self.viewpoint, fixed=isinstance(self, PrivateScreen)
            )
        with Scroll(id="table", can_focus=False):
            yield self.ui.create_board(self.replay.names)
            yield Stage(self.ui, self.replay.names)
        yield Timeline(len(self.replay.steps) - 1)
        yield KeyFooter()

    def on_mount(self) -> None:
        self.show_step()
        if self.replay.record.torn:
            self.notify("The last line of this game's file is incomplete and was left out.")

    def show_step(self) -> None:
        """Show the current step."""
        step = self.replay.steps[self.position]
        self.board.show(step.views[self.viewpoint])
        self.show_result(step)
        self.show_stage(step)
        caption = self.query_one(Caption)
        caption.position, caption.pace = self.position, PACES[self.pace] if self.timer else 0
        self.query_one(Timeline).position = self.position
        self.query_one(ViewpointLine).viewpoint = self.viewpoint
        self.refresh_bindings()

    @property
    def scrolled(self) -> Widget | None:
        """The result, or the part of the table that does not fit."""
        parts: list[Widget] = [self.query_one("#table"), *self.board.query(Scroll)]
        return next((part for part in parts if part.show_vertical_scrollbar), None)

    @property
    def board(self) -> "Board[Any]":
        """The game's table."""
        return cast("Board[Any]", self.query_one("#table").children[0])

    def show_result(self, step: Step) -> None:
        """Show the result in place of the table, if the step is the result."""
        shown = self.query("#result")
        if step.score is None:
            shown.remove()
        elif not shown:
            result = self.ui.create_result(step.views[None], self.replay.names, step.score)
            self.query_one("#table").mount(Vertical(result, id="result"))

    @property
    def is_large(self) -> bool:
        """Whether an onlooker's view is in large type."""
        return is_hall(self.app.size) if self.large is None else self.large

    def show_stage(self, step: Step) -> None:
        """Show the table, or what everybody sees in large type in its place."""
        shows_large = self.is_large and self.viewpoint is None
        self.set_class(self.is_large, "-large")
        stage = self.query_one(Stage)
        stage.display = shows_large and step.score is None
        self.set_class(stage.display, "-stage")
        self.board.display = not shows_large and step.score is None
        if not stage.display:
            stage.clear()
            return
        if isinstance(step.entry, RemarkEntry):
            seat = Seat(self.replay.names.seats.index(step.entry.seat))
            stage.show_remark(seat, step.entry.remark)
        else:
            before = self.replay.steps[max(self.position - 1, 0)]
            stage.show_change(before.views[None], step.views[None], unfolds=self.timer is not None)

    def on_resize(self) -> None:
        """Follow the size of the screen, unless the type was chosen."""
        if self.is_mounted and self.has_class("-large") != self.is_large:
            self.show_step()

    def action_large(self) -> None:
        self.large = not self.is_large
        self.show_step()

    def on_timeline_seek(self, message: Timeline.Seek) -> None:
        self.action_seek(message.step)

    def on_viewpoint_line_chosen(self, message: ViewpointLine.Chosen) -> None:
        self.change_viewpoint(message.viewpoint)

    def action_seek(self, step: int) -> None:
        """Go to a step; -1 is the last."""
        self.position = range(len(self.replay.steps))[step]
        self.show_step()

    def action_step(self, by: int) -> None:
        """Go forward or back by some steps."""
        self.position = min(max(self.position + by, 0), len(self.replay.steps) - 1)
        self.show_step()

    def action_run(self) -> None:
        """Run the replay, from the start if it is at the end, or stop it."""
        if self.timer:
            self.stop_timer()
        else:
            if self.position == len(self.replay.steps) - 1:
                self.position = 0
            self.timer = self.set_interval(PACES[self.pace], self.advance)
        self.show_step()

    def stop_timer(self) -> None:
        if self.timer:
            self.timer.stop()
            self.timer = None

    def advance(self) -> None:
        """Go to the next step once this one is shown as a whole, and stop at the last."""
        if not self.query_one(Stage).is_complete:
            return
        if self.position + 1 == len(self.replay.steps) - 1:
            self.stop_timer()
        self.action_step(1)

    def action_pace(self, by: int) -> None:
        self.pace = min(max(self.pace + by, 0), len(PACES) - 1)
        if self.timer:
            self.stop_timer()
            self.action_run()

    def action_next_viewpoint(self) -> None:
        viewpoints = self.query_one(ViewpointLine).viewpoints
        self.change_viewpoint(viewpoints[(viewpoints.index(self.viewpoint) + 1) % len(viewpoints)])

    def action_viewpoint(self, number: int) -> None:
        """Switch to the viewpoint with this number."""
        viewpoints = self.query_one(ViewpointLine).viewpoints
        if number < len(viewpoints):
            self.change_viewpoint(viewpoints[number])

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """Disable branching at the end of a game, and all but looking in a private replay."""
        if action in ("scroll_back", "scroll_on"):
            return super().check_action(action, parameters)
        if action == "large":
            return self.viewpoint is None and self.replay.steps[self.position].score is None
        if action == "branch" and self.replay.over:
            steps = self.replay.steps
            return steps[self.position].moves < steps[-1].moves
        if action == "inspect":
            return can_inspect(self.replay.record, over=self.replay.over)
        return not (
            isinstance(self, PrivateScreen) and action in ("viewpoint", "next_viewpoint", "branch")
        )

    def change_viewpoint(self, viewpoint: Viewpoint) -> None:
        """Switch to another viewpoint; in an unfinished game, ask first."""
        if self.replay.over or viewpoint is None:
            self.viewpoint = viewpoint
            self.show_step()
        else:
            self.show_private_viewpoint(viewpoint)

    @work(exclusive=True)
    async def show_private_viewpoint(self, viewpoint: Viewpoint) -> None:
        """Ask, then show a seat's viewpoint of an unfinished game on a private screen."""
        assert viewpoint is not None
        self.stop_timer()
        person = self.replay.names.get_full_name(viewpoint)
        question = ChoiceDialog(
            f"Look from the viewpoint of {person}?",
            f"This game is not finished. You will see the secrets of this player{self.warn()}.",
            {"Stay an onlooker": False, "Look": True},
            decline="Stay an onlooker",
        )
        if await self.app.push_screen_wait(question):
            await self.app.push_screen_wait(
                PrivateReplay(
                    self.replay,
                    self.settings,
                    person,
                    viewpoint=viewpoint,
                    position=self.position,
                )
            )

    def warn(self) -> str:
        """Say who must not see the screen, if people play in this game."""
        names = self.replay.names
        if len(names.machines) == len(names.seats):
            return ""
        return ": look only if nobody else who plays in it can see the screen"

    @property
    def branch_setup(self) -> BranchSetup:
        """The set-up of a branch from the current step, with the players of that step.

        Raises:
            LineupError: If a SPEC of the journal is unknown here.
        """
        replay = self.replay
        seats = {
            name: Spec(spec.kind) if self.is_untrusted(spec) else spec
            for name, spec in replay.find_players(self.position).items()
        }
        return BranchSetup(replay.record, replay.over, replay.steps[self.position].moves, seats)

    def is_untrusted(self, spec: Spec) -> bool:
        """Whether it is a program or names a file, and was not chosen on this computer."""
        names_something = spec.kind in PROGRAMS or any(list_spec_files(spec))
        return names_something and str(spec) not in self.trusted_specs

    @work(exclusive=True)
    async def action_branch(self) -> None:
        """Ask for the set-up of a branch, and dismiss with it."""
        self.stop_timer()
        try:
            form = BranchScreen(self.branch_setup, self.settings)
        except LineupError as error:
            self.notify(str(error), severity="error", markup=False)
            return
        if agreed := await self.app.push_screen_wait(form):
            self.dismiss(agreed)

    @work(exclusive=True)
    async def action_inspect(self) -> None:
        """Inspect the move that led to the current step."""
        self.stop_timer()
        replay = self.replay
        screen = create_inspector(
            replay.record,
            find(replay.game),
            data=self.settings.data,
            at=replay.steps[self.position].moves - 1,
        )
        await self.app.push_screen_wait(screen)

    def action_say_closed(self) -> None:
        """Explain why the game may not be inspected."""
        self.notify(NOT_INSPECTABLE, markup=False)

    def action_back(self) -> None:
        self.dismiss()


class PrivateReplay(ReplayScreen, PrivateScreen[BranchSetup | None]):
    """A seat's viewpoint of an unfinished game; a key or idle time hides it."""

    def __init__(
        self,
        replay: ReplaySteps,
        settings: "Settings",
        person: str,
        *,
        viewpoint: Viewpoint,
        position: int,
    ) -> None:
        """Show the viewpoint of `person`."""
        ReplayScreen.__init__(self, replay, settings, viewpoint=viewpoint, position=position)
        self.person = person


def open_replay(path: Path, settings: "Settings") -> ReplayScreen:
    """Open a replay of a journal from our own folder.

    Raises:
        JournalError: If the file is damaged: which line, and why.
        UnknownGame: If this Parlour does not know the game.
    """
    record = read_record(path)
    return create_replay(record, find_recorded(record), find_trusted_specs(record), settings)


def create_replay(
    record: Record,
    definition: GameType,
    trusted_specs: Container[str],
    settings: "Settings",
) -> ReplayScreen:
    """Create a replay of a record, with the SPECs in it that may run programs.

    Raises:
        JournalError: If a line of it cannot be played.
    """
    steps = build_replay_steps(record, definition, settings.data)
    return ReplayScreen(steps, settings, trusted_specs=trusted_specs)
