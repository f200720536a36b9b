"""Looking back at a game, step by step, through whose eyes you choose."""

from collections.abc import Container
from pathlib import Path
from typing import Any, ClassVar, cast

from textual import work
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Vertical, VerticalScroll
from textual.screen import Screen
from textual.timer import Timer
from textual.widgets import Static

from engine.branch import chosen_specs
from engine.call_log import NOT_INSPECTABLE, can_inspect
from engine.games.catalog import find
from engine.games.definition import GameDefinition
from engine.lineup import PROGRAMS, LineupError, Spec
from engine.record import Record, read_record
from screens.branch import BranchScreen, BranchSetup
from screens.dialogs import ChoiceDialog
from screens.games.loading import load_game_ui
from screens.games.ui import Board
from screens.inspector.screen import create_inspector
from screens.private_screen import PrivateScreen
from screens.replay_steps import Eyes, ReplaySteps, build_replay_steps
from screens.widgets.footer import KeyFooter
from screens.widgets.replay_controls import Timeline, ViewpointLine

PACES = (0.5, 1.0, 2.0, 4.0)
"""Seconds that a step is shown while the replay runs by itself."""


class ReplayScreen(Screen[BranchSetup | None]):
    """A game as it was, one step at a time; dismissed with a game that is to branch off, if any."""

    CSS_PATH = "replay.tcss"
    VERTICAL_BREAKPOINTS = [(36, "-tall")]  # noqa: RUF012
    HELP = (
        "Left and right go a step back or on, Home and End to the ends; a click on the line "
        "goes anywhere. Space lets the game run, plus and minus change its pace. Tab or a "
        "digit chooses whose eyes you look through. B begins a new game from the step at hand. I "
        "shows what machines were asked and answered, where that may be looked at."
    )
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("left", "step(-1)", "Back", key_display="←"),
        Binding("right", "step(1)", "On", key_display="→"),
        Binding("home", "seek(0)", "Start", show=False),
        Binding("end", "seek(-1)", "End", show=False),
        Binding("space", "run", "Run", key_display="Space", tooltip="Let the game run, or stop it"),
        Binding("plus,equals_sign", "pace(-1)", "Faster", key_display="+", show=False),
        Binding("minus", "pace(1)", "Slower", key_display="-", show=False),
        Binding("tab", "next_eyes", "Eyes", key_display="Tab", tooltip="Look through other eyes"),
        *(Binding(str(number), f"eyes({number})", show=False) for number in range(10)),
        Binding("b", "branch", "Branch", key_display="B", tooltip="A new game from here"),
        Binding(
            "i", "inspect", "Inspect", key_display="I", tooltip="Prompts, answers, comparisons"
        ),
        Binding("i", "say_closed", show=False),
        Binding("escape", "back", "Leave", key_display="Esc"),
        Binding("f1", "app.help", "Help", key_display="F1"),
    ]

    def __init__(
        self, film: ReplaySteps, *, eyes: Eyes = None, at: int = 0, chosen: Container[str] = ()
    ) -> None:
        """Show `film` through these `eyes`, from step `at`.

        Args:
            film: The game.
            eyes: Whose eyes.
            at: The step.
            chosen: The SPECs in its journal that somebody here has chosen: programs among them
                are offered again where a new game branches off, others have to be typed.
        """
        super().__init__()
        self.film = film
        self.chosen = chosen
        self.eyes = eyes
        self.at = at
        self.pace = 1
        self.clock: Timer | None = None
        """Turns the pages while the replay runs by itself."""

    def compose(self) -> ComposeResult:
        """Where we are, the table, and whose eyes these are."""
        with Vertical(id="head"):
            yield Timeline(len(self.film.steps) - 1)
            yield Static(id="caption", markup=False)
            yield ViewpointLine(self.film.names, self.eyes, fixed=isinstance(self, PrivateScreen))
        with VerticalScroll(id="table", can_focus=False):
            yield load_game_ui(self.film.game).create_board(self.film.names)
        yield KeyFooter()

    def on_mount(self) -> None:
        """Show the first picture."""
        self.show_picture()
        if self.film.record.torn:
            self.notify("The last line of this journal was cut short, and is missing.")

    def show_picture(self) -> None:
        """Show the step at hand."""
        picture = self.film.steps[self.at]
        cast("Board[Any]", self.query_one("#table").children[0]).show(picture.views[self.eyes])
        self.query_one("#caption", Static).update(self.film.caption(self.at))
        line = self.query_one(Timeline)
        line.at, line.pace = self.at, PACES[self.pace] if self.clock else 0
        self.query_one(ViewpointLine).eyes = self.eyes
        self.refresh_bindings()

    def on_timeline_sought(self, message: Timeline.Sought) -> None:
        """Go where the line was clicked."""
        self.action_seek(message.step)

    def on_viewpoint_line_chosen(self, message: ViewpointLine.Chosen) -> None:
        """Look through the eyes that were clicked."""
        self.look_through(message.eyes)

    def action_seek(self, step: int) -> None:
        """Go to a step; -1 is the last."""
        self.at = range(len(self.film.steps))[step]
        self.show_picture()

    def action_step(self, by: int) -> None:
        """Go some steps on, or back."""
        self.at = min(max(self.at + by, 0), len(self.film.steps) - 1)
        self.show_picture()

    def action_run(self) -> None:
        """Let the replay run by itself, from the start if it is at its end, or stop it."""
        if self.clock:
            self.stop()
        else:
            if self.at == len(self.film.steps) - 1:
                self.at = 0
            self.clock = self.set_interval(PACES[self.pace], self.turn_page)
        self.show_picture()

    def stop(self) -> None:
        """Run no more."""
        if self.clock:
            self.clock.stop()
            self.clock = None

    def turn_page(self) -> None:
        """One step on, while the replay runs."""
        if self.at + 1 == len(self.film.steps) - 1:
            self.stop()
        self.action_step(1)

    def action_pace(self, by: int) -> None:
        """Run faster or slower."""
        self.pace = min(max(self.pace + by, 0), len(PACES) - 1)
        if self.clock:
            self.stop()
            self.action_run()

    def action_next_eyes(self) -> None:
        """Look through the next eyes."""
        pairs = self.query_one(ViewpointLine).pairs
        self.look_through(pairs[(pairs.index(self.eyes) + 1) % len(pairs)])

    def action_eyes(self, number: int) -> None:
        """Look through the eyes with this number."""
        pairs = self.query_one(ViewpointLine).pairs
        if number < len(pairs):
            self.look_through(pairs[number])

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:  # noqa: ARG002
        """Eyes that were opened for one person only look; after the end there is no way on."""
        if action == "branch" and self.film.over and self.at == len(self.film.steps) - 1:
            return False
        if action == "inspect":
            return can_inspect(self.film.record, over=self.film.over)
        return not (isinstance(self, PrivateScreen) and action in ("eyes", "next_eyes", "branch"))

    def look_through(self, eyes: Eyes) -> None:
        """Look through other eyes; while the game can still be played, only after asking."""
        if self.film.over or eyes is None:
            self.eyes = eyes
            self.show_picture()
        else:
            self.ask_first(eyes)

    @work(exclusive=True)
    async def ask_first(self, eyes: Eyes) -> None:
        """Show a seat's eyes of an unfinished game on a screen of its own, if that is wanted."""
        assert eyes is not None
        self.stop()
        person = self.film.names.name(eyes)
        question = ChoiceDialog(
            f"Look through the eyes of {person}?",
            "This game is not finished. You will see what nobody else at the table may know: "
            "look only if nobody who plays on is watching.",
            {"Stay an onlooker": False, "Look": True},
        )
        if await self.app.push_screen_wait(question):
            await self.app.push_screen_wait(PrivateReplay(self.film, person, eyes=eyes, at=self.at))

    @property
    def branching(self) -> BranchSetup:
        """A new game from the step at hand, with who sat there.

        Raises:
            LineupError: If a SPEC of the journal means nothing here.
        """
        film = self.film
        seats = {
            name: Spec(spec.kind) if self.unknown(spec) else spec
            for name, spec in film.sat(self.at).items()
        }
        return BranchSetup(film.record, film.over, film.steps[self.at].moves, seats)

    def unknown(self, spec: Spec) -> bool:
        """Whether it is a program that nobody here has chosen."""
        return spec.kind in PROGRAMS and str(spec) not in self.chosen

    @work(exclusive=True)
    async def action_branch(self) -> None:
        """Leave with a new game from the step at hand, if that is wanted."""
        self.stop()
        try:
            form = BranchScreen(self.branching)
        except LineupError as error:
            self.notify(str(error), severity="error", markup=False)
            return
        if agreed := await self.app.push_screen_wait(form):
            self.dismiss(agreed)

    @work(exclusive=True)
    async def action_inspect(self) -> None:
        """Look into the move that led to the step at hand."""
        self.stop()
        film = self.film
        screen = create_inspector(film.record, find(film.game), at=film.steps[self.at].moves - 1)
        await self.app.push_screen_wait(screen)

    def action_say_closed(self) -> None:
        """Say why nobody may look into the moves."""
        self.notify(NOT_INSPECTABLE, markup=False)

    def action_back(self) -> None:
        """Leave."""
        self.dismiss()


class PrivateReplay(ReplayScreen, PrivateScreen[BranchSetup | None]):
    """A seat's eyes on an unfinished game: one key hides them, and so does leaving them alone."""

    def __init__(self, film: ReplaySteps, person: str, *, eyes: Eyes, at: int) -> None:
        """Show what `person` saw."""
        ReplayScreen.__init__(self, film, eyes=eyes, at=at)
        self.person = person


def replay(path: Path) -> ReplayScreen:
    """The replay of a journal that was written here.

    Raises:
        JournalError: If the file is damaged: which line, and why.
        UnknownGame: If it is of a game that this Parlour does not know.
    """
    record = read_record(path)
    return of(record, find(record.header.game), chosen_specs(record))


def of(record: Record, definition: GameDefinition, chosen: Container[str]) -> ReplayScreen:
    """The replay of what was read, with who in it was chosen here.

    Raises:
        JournalError: If a line of it cannot be played.
    """
    return ReplayScreen(build_replay_steps(record, definition), chosen=chosen)
