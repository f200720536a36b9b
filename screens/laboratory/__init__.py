"""The laboratory: every run with its state; from here to boards and new runs."""

import asyncio
from collections.abc import Mapping
from datetime import datetime
from pathlib import Path
from typing import ClassVar

from rich.text import Text
from textual import on, work
from textual.binding import Binding, BindingType
from textual.widgets import DataTable

from engine.text import clean
from lab.background import BackgroundRun, Launcher, delete_run
from lab.errors import LabError
from lab.experiment import Experiment
from lab.run_file import RunFile
from lab.runs_folder import last_change, list_runs, runs_folder
from lab.status import Status, describe_status
from screens.choice_dialogs import ChoiceDialog
from screens.laboratory.board_screen import BoardScreen
from screens.laboratory.matrix_view import STATES
from screens.laboratory.new_run import NewRunScreen, RunChoice
from screens.laboratory.trials_screen import ShowReplay
from screens.list_screen import ListScreen, RowsTable
from screens.saved_games import format_time

POLL_SECONDS = 1.0
"""How often the runs are looked at."""


class RunsTable(RowsTable):
    """The table of runs."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("enter", "select_cursor", "Board", key_display="Enter", tooltip="Watch this run"),
    ]


class LaboratoryScreen(ListScreen[None]):
    """The runs in the folder, the one that changed last first."""

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
        Binding("f1", "app.help", "Help", key_display="F1"),
    ]

    def __init__(self, launcher: Launcher, show_replay: ShowReplay) -> None:
        """List the runs.

        Args:
            launcher: Starts runs in processes of their own.
            show_replay: Shows the replay of a game.
        """
        super().__init__()
        self.launcher = launcher
        self.show_replay = show_replay
        self.paths: list[Path] = []
        self.known: dict[Path, tuple[float, Status | str]] = {}
        """Of each run: when it changed last, and its state, or what is wrong with it."""

    @property
    def current(self) -> Path | None:
        """The run under the cursor."""
        row = self.table.cursor_row
        return self.paths[row] if 0 <= row < len(self.paths) else None

    def on_mount(self) -> None:
        self.watch_runs()

    def on_resize(self) -> None:
        """Rebuild the table for the new width."""
        self.fill_table(rebuild=True)

    @work(exclusive=True, group="runs")
    async def watch_runs(self) -> None:
        """Look at the runs again and again, outside the event loop."""
        while self.is_attached:
            if self.is_current:
                paths = await asyncio.to_thread(self.read_runs)
                if self.is_closed:
                    return
                self.paths, rebuild = paths, paths != self.paths
                self.fill_table(rebuild=rebuild)
                self.show_details()
            await asyncio.sleep(POLL_SECONDS)

    def read_runs(self) -> list[Path]:
        """Read the state of each run that has changed; it blocks."""
        paths = list_runs()
        for path in paths:
            changed = last_change(path)
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
    def show_details(self) -> None:
        """Say more of the run under the cursor."""
        path = self.current
        if path is None:
            words = f"No runs in {clean(str(runs_folder()))} yet. Press N to start one."
        else:
            state = self.known[path][1]
            words = state if isinstance(state, str) else state.line
        self.show_message(words)
        self.refresh_bindings()

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:  # noqa: ARG002
        """There may be no run to delete."""
        return action != "delete" or not self.is_mounted or self.current is not None

    @on(DataTable.RowSelected)
    def open_run(self) -> None:
        """Open the board of the run under the cursor."""
        if (path := self.current) is not None and not isinstance(self.known[path][1], str):
            self.open_board(path)

    def open_board(
        self,
        path: Path,
        started: BackgroundRun | None = None,
        planned: Experiment | None = None,
    ) -> None:
        """Open the board of a run."""
        if started is None:
            mine = (one for one in self.launcher.going_on if one.path == path)
            started = next(mine, None)
        self.app.push_screen(
            BoardScreen(path, self.launcher, self.show_replay, self.continue_run, started, planned)
        )

    @work(exclusive=True, group="new")
    async def action_new(self) -> None:
        """Ask for a new run, start it, and open its board."""
        choice = await self.app.push_screen_wait(NewRunScreen(self.launcher))
        if choice and (started := self.start_run(choice)):
            self.open_board(started.path, started, choice.experiment)

    async def continue_run(self, path: Path) -> BackgroundRun | None:
        """Ask how a run goes on, and start it."""
        choice = await self.app.push_screen_wait(NewRunScreen(self.launcher, path))
        return choice and self.start_run(choice)

    def start_run(self, choice: RunChoice) -> BackgroundRun | None:
        """Start a run; say why if it cannot be started."""
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
        )
        if await self.app.push_screen_wait(sure):
            try:
                await asyncio.to_thread(delete_run, path)
            except (LabError, OSError) as error:
                self.notify(str(error), severity="error", markup=False)

    def action_studies(self) -> None:
        """List the studies."""
        from screens.study import StudiesScreen

        self.app.push_screen(StudiesScreen())
