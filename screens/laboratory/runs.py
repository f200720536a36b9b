"""The laboratory's first screen, which lists the runs in the folder and their state."""

import asyncio
from collections.abc import Mapping
from datetime import datetime
from pathlib import Path
from typing import Any, ClassVar

from rich.text import Text
from textual import on, work
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Vertical
from textual.content import Content
from textual.widgets import DataTable, OptionList, Static

from engine.config.settings import Settings
from engine.text import clean
from lab.errors import LabError
from lab.experiment.file import Experiment
from lab.run.background import BackgroundRun, Launcher
from lab.run.deletion import delete_run
from lab.run.folder import find_last_change, list_runs
from lab.run.status import Status, describe_status
from lab.run.store import RunFile
from screens.closed_screen import is_closed
from screens.dialogs.question import ChoiceDialog
from screens.laboratory.example_list import ExampleList, find_models
from screens.laboratory.progress import STATES
from screens.laboratory.run import RunScreen
from screens.laboratory.run_form import OFFERED, NewRunScreen, RunChoice
from screens.laboratory.study.list import StudiesScreen
from screens.laboratory.trials import ShowReplay
from screens.list_screen import ListScreen
from screens.relative_time import format_time
from screens.widgets.rows_table import RowsTable

WELCOME = "The Laboratory lets machines play many games, and counts what happened."


START = Content.assemble(
    ("Enter", "bold $primary"),
    " tries the marked example; ",
    ("N", "bold $primary"),
    " is for an experiment of your own.",
)


AROUND = 12
"""Lines above and below the examples: the title, two sentences, a description, and the keys."""


POLL_SECONDS = 1.0
"""Interval in which runs are checked."""


class RunsTable(RowsTable):
    """The table of runs."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("enter", "select_cursor", "Board", key_display="Enter", tooltip="Watch this run"),
    ]


class LaboratoryScreen(ListScreen[None]):
    """The runs in the folder, the one that changed last first; the examples if there is none."""

    CSS_PATH: ClassVar[Any] = [*ListScreen.CSS_PATH, Path(__file__).with_name("runs.tcss")]
    COLUMNS: ClassVar[Mapping[str, int]] = {"State": 10, "Run": 0, "Finished": 20, "Changed": 16}
    TABLE = RunsTable
    heading = "Laboratory"
    HELP = (
        "The laboratory plays many games and counts what happened. Each row is a run: Enter opens "
        "its board, with the matrix and the games of each cell. N starts a new run, S lists the "
        "studies, in which people judge clues. Runs go on in processes of their own, also those "
        "that were started from a command line."
    )
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("n", "new", "New run", key_display="N", tooltip="An example, a file, or a form"),
        Binding("s", "studies", "Studies", key_display="S", tooltip="People judge clues of Dixit"),
        Binding("delete,d", "delete", "Delete", key_display="D", tooltip="Delete this run"),
        Binding("escape", "back", "Back", key_display="Esc"),
        Binding("f1", "app.help", "Help", key_display="F1", id="help"),
    ]

    def __init__(self, launcher: Launcher, show_replay: ShowReplay, settings: Settings) -> None:
        """List the runs.

        Args:
            launcher: Starts runs in separate processes.
            show_replay: Shows the replay of a game.
            settings: The settings in force.
        """
        super().__init__()
        self.launcher = launcher
        self.show_replay = show_replay
        self.settings = settings
        self.paths: list[Path] = []
        self.known: dict[Path, tuple[float, Status | str]] = {}
        """By run: the time of its last change, and its state or error."""

    def compose_empty(self) -> ComposeResult:
        """Yield an introduction to the laboratory, and the examples."""
        with Vertical(id="welcome"):
            yield Static(WELCOME, id="purpose")
            yield Static(START, id="start-here")
            yield ExampleList()

    @property
    def current(self) -> Path | None:
        """The run under the cursor."""
        row = self.table.cursor_row
        return self.paths[row] if 0 <= row < len(self.paths) else None

    def on_mount(self) -> None:
        self.watch_runs()

    def on_resize(self) -> None:
        """Rebuild the table for the new width, and leave room around the examples."""
        self.fill_table(rebuild=True)
        self.query_one(ExampleList).styles.max_height = max(self.size.height - AROUND, 3)

    @work(exclusive=True, group="runs")
    async def watch_runs(self) -> None:
        """Check the runs regularly, outside the event loop."""
        while not is_closed(self):
            if self.is_current:
                paths = await asyncio.to_thread(self.read_runs)
                needs_model = {} if paths else await asyncio.to_thread(find_models)
                if is_closed(self):
                    return
                self.query_one(ExampleList).needs_model.update(needs_model)
                self.paths, rebuild = paths, paths != self.paths
                self.show_welcome(welcome=not paths)
                self.fill_table(rebuild=rebuild)
                self.show_details()
            await asyncio.sleep(POLL_SECONDS)

    def show_welcome(self, *, welcome: bool) -> None:
        """Show the examples, or the table of runs."""
        examples = self.query_one(ExampleList)
        if self.has_class("-empty") != welcome:
            self.set_class(welcome, "-empty")
            self.set_focus(examples if welcome else self.table)

    def read_runs(self) -> list[Path]:
        """Read the state of each run that has changed; blocking."""
        paths = list_runs(self.settings.data)
        for path in paths:
            changed = find_last_change(path)
            before, state = self.known.get(path, (0.0, ""))
            going_on = isinstance(state, Status) and not state.over
            if changed == before and not going_on:
                continue
            try:
                with RunFile(path) as run_file:
                    self.known[path] = changed, describe_status(run_file)
            except LabError as error:
                self.known[path] = changed, str(error)
        return paths

    def fill_table(self, *, rebuild: bool) -> None:
        """Show the runs; rows change in place unless there are others."""
        table = self.table
        if not rebuild:
            for number, path in enumerate(self.paths):
                for place, cell in enumerate(self.build_cells(path)):
                    if table.get_cell_at((number, place)) != cell:  # type: ignore[arg-type]
                        table.update_cell_at((number, place), cell)  # type: ignore[arg-type]
            return
        self.rebuild_table((str(path), self.build_cells(path)) for path in self.paths)

    def build_cells(self, path: Path) -> tuple[Text, ...]:
        """The cells of a run."""
        changed, state = self.known[path]
        name = Text(clean(path.stem, 80), overflow="ellipsis", no_wrap=True)
        when = format_time(
            datetime.fromtimestamp(changed).astimezone(), datetime.now().astimezone()
        )
        if isinstance(state, str):
            return Text("✗ damaged"), name, Text(""), Text(when)
        sign, word, _ = STATES.get(state.state, ("○", state.state, ""))
        counts = state.counts
        done = f"{counts.done:,} of {counts.trials:,}"
        done += f" ✗{counts.failed:,}" if counts.failed else ""
        return Text(f"{sign} {word}"), name, Text(done), Text(when)

    @on(DataTable.RowHighlighted)
    @on(OptionList.OptionHighlighted)
    def show_details(self) -> None:
        """Show details of the run under the cursor."""
        path = self.current
        if path is None:
            self.show_message(self.query_one(ExampleList).describe_marked())
        else:
            state = self.known[path][1]
            self.show_message(state if isinstance(state, str) else state.line)
        self.refresh_bindings()

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:  # noqa: ARG002
        """Disable deleting if there is no run."""
        return action != "delete" or not self.is_mounted or self.current is not None

    @on(DataTable.RowSelected)
    def open_run(self) -> None:
        """Open the screen of the run under the cursor."""
        if (path := self.current) is not None and not isinstance(self.known[path][1], str):
            self.open_board(path)

    def open_board(
        self,
        path: Path,
        started: BackgroundRun | None = None,
        planned: Experiment | None = None,
    ) -> None:
        """Open the screen of a run."""
        if started is None:
            mine = (one for one in self.launcher.going_on if one.path == path)
            started = next(mine, None)
        self.app.push_screen(
            RunScreen(
                path,
                self.launcher,
                self.show_replay,
                self.continue_run,
                self.settings,
                started,
                planned,
            )
        )

    @on(OptionList.OptionSelected, "#examples")
    def try_example(self, event: OptionList.OptionSelected) -> None:
        """Set up a run of the example under the cursor."""
        self.set_up_run(event.option_id or OFFERED)

    def action_new(self) -> None:
        """Set up a run of an example, a file, or an experiment made of a few answers."""
        self.set_up_run(OFFERED)

    @work(exclusive=True, group="new")
    async def set_up_run(self, example: str) -> None:
        """Ask for a new run, with `example` chosen; start it, and open its screen."""
        choice = await self.app.push_screen_wait(
            NewRunScreen(self.launcher, self.settings, example=example)
        )
        if choice and (started := self.start_run(choice)):
            self.open_board(started.path, started, choice.experiment)

    async def continue_run(self, path: Path) -> BackgroundRun | None:
        """Ask how to continue a run, and start it."""
        choice = await self.app.push_screen_wait(NewRunScreen(self.launcher, self.settings, path))
        return choice and self.start_run(choice)

    def start_run(self, choice: RunChoice) -> BackgroundRun | None:
        """Start a run, or show why it cannot be started."""
        try:
            return self.launcher.start_run(choice.arguments, choice.path)
        except LabError as error:
            self.notify(str(error), severity="error", markup=False)
            return None

    @work(exclusive=True, group="delete")
    async def action_delete(self) -> None:
        """Delete the run under the cursor, after asking."""
        path = self.current
        if path is None:
            return
        sure = ChoiceDialog(
            "Delete this run?",
            f"{clean(path.name, 80)} with all its games. It cannot be brought back; reports and "
            "tables that were written stay.",
            {"Keep it": False, "Delete it": True},
            decline="Keep it",
        )
        if await self.app.push_screen_wait(sure):
            try:
                await asyncio.to_thread(delete_run, path)
            except (LabError, OSError) as error:
                self.notify(str(error), severity="error", markup=False)

    def action_studies(self) -> None:
        """List the studies."""
        self.app.push_screen(StudiesScreen(self.settings.data))
