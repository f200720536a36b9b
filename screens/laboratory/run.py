"""The screen of one experiment run: its results as a matrix, its progress, and what it used.

It follows a run that is in progress in any process. Keys pause, continue or stop the run, list its
games and failed trials, and write the report.
"""

import asyncio
from collections.abc import Awaitable, Callable
from functools import partial
from pathlib import Path
from time import monotonic
from typing import ClassVar

from rich.cells import cell_len
from textual import on, work
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Vertical
from textual.content import Content
from textual.screen import Screen
from textual.widgets import Static

from engine.config.settings import Settings
from engine.text import clean
from lab.analysis.live.matrix import Matrix
from lab.analysis.live.preview import preview_run
from lab.analysis.live.snapshot import Snapshot
from lab.analysis.live.snapshot_reader import SnapshotReader
from lab.analysis.measure import Measure
from lab.errors import LabError
from lab.experiment.file import Experiment
from lab.run.background import BackgroundRun, Launcher
from lab.run.store import RunFile
from screens.closed_screen import is_closed
from screens.laboratory.matrix import MatrixView, format_figure, shorten
from screens.laboratory.progress import STATES, ProgressLine, render_facts
from screens.laboratory.trials import ShowReplay, TrialsScreen
from screens.widgets.breakpoints import apply_breakpoints
from screens.widgets.footer import KeyFooter

POLL_SECONDS = 0.5
"""Interval in which the file is read."""
PATIENCE = 4
"""Readings take at most 1 / PATIENCE of the time."""
KINDS = {"match": "Matches", "replay": "Replays", "question": "Questions"}


class RunScreen(Screen[None]):
    """A run, in progress in any process, or finished.

    It shows the outcomes of finished trials, and nothing about those in progress.
    """

    CSS_PATH = "laboratory.tcss"
    AUTO_FOCUS = "MatrixView"
    HORIZONTAL_BREAKPOINTS = [(0, "-narrow"), (120, "-wide")]  # noqa: RUF012
    VERTICAL_BREAKPOINTS = [(0, "-low"), (20, "-usual"), (36, "-tall")]  # noqa: RUF012
    HELP = (
        "A run of the laboratory. Each cell is a line-up; it fills from the left as its trials "
        "finish, and ▁ to █ show the figure without colours. The arrow keys choose a cell, Enter "
        "lists its games. M shows another measure. The run goes on in a process of its own: you "
        "can leave this screen, and come back."
    )
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("enter", "open_cell", "Games", key_display="Enter", tooltip="Games of this cell"),
        # The line above the matrix names these keys where there is something to choose.
        Binding(
            "m",
            "measure(1)",
            "Next measure",
            tooltip="Show another figure",
            key_display="M",
            show=False,
        ),
        Binding(
            "tab",
            "facet(1)",
            "Next matrix",
            tooltip="Show another table",
            key_display="Tab",
            show=False,
        ),
        Binding(
            "shift+tab", "facet(-1)", "Matrix before", tooltip="Show the table before", show=False
        ),
        Binding(
            "k",
            "kind",
            "Matches, replays, questions",
            tooltip="Count one kind of trial",
            key_display="K",
            show=False,
        ),
        Binding("p", "pause_run", "Pause", key_display="P", tooltip="Start no more trials for now"),
        Binding("g", "go_on", "Continue", key_display="G", tooltip="Continue the run"),
        Binding("s", "stop", "Stop", key_display="S", tooltip="End the run in order"),
        Binding("f", "failures", "Failed", key_display="F", tooltip="Trials that failed"),
        Binding("r", "report", "Report", key_display="R", tooltip="Write the report as a page"),
        Binding("escape", "back", "Back", key_display="Esc"),
        Binding("f1", "app.help", "Help", key_display="F1", id="help"),
    ]

    def __init__(
        self,
        path: Path,
        launcher: Launcher,
        show_replay: ShowReplay,
        continue_run: Callable[[Path], Awaitable[BackgroundRun | None]],
        settings: Settings,
        started: BackgroundRun | None = None,
        planned: Experiment | None = None,
    ) -> None:
        """Show the run in `path`, which need not exist yet if it has just been `started`.

        Args:
            path: The run file.
            launcher: Starts processes of Parlour.
            show_replay: Shows the replay of a game.
            continue_run: Asks how a stopped run goes on, and starts it.
            settings: The settings in force.
            started: The process that runs it, if this app has started it.
            planned: Its experiment, if known, which is shown until there is a file.
        """
        super().__init__()
        self.path = path
        self.launcher = launcher
        self.show_replay = show_replay
        self.continue_run = continue_run
        self.settings = settings
        self.started = started
        self.reader = SnapshotReader(path)
        self.planned = planned
        self.snapshot: Snapshot | None = None
        self.kind = ""
        self.measure = ""
        """The name of the last chosen measure."""
        self.facet = 0
        self.asked = ""
        """The request that the run has not answered yet."""
        self.why_ended = ""
        """Why the process that this app started has ended early."""

    def compose(self) -> ComposeResult:
        apply_breakpoints(self)
        with Vertical(id="head"):
            yield Static(id="title", markup=False)
            yield Static(id="question", markup=False)
            yield ProgressLine()
            yield Static(id="facts", markup=False)
        yield Static(id="measure", markup=False)
        yield MatrixView()
        yield Static(id="about", markup=False)
        yield KeyFooter()

    @property
    def view(self) -> MatrixView:
        return self.query_one(MatrixView)

    @property
    def matrix(self) -> Matrix | None:
        """The current matrix."""
        if self.snapshot is None or not self.snapshot.matrices:
            return None
        matrices = self.snapshot.matrices
        return matrices.get(self.kind) or next(iter(matrices.values()))

    @property
    def has_begun(self) -> bool:
        """Whether there is anything to show."""
        return self.snapshot is not None and bool(self.snapshot.status.counts.done)

    @property
    def current_measure(self) -> Measure | None:
        """The current measure; `None` before anything has finished."""
        matrix = self.matrix
        if matrix is None or not matrix.measures:
            return None
        named = (one for one in matrix.measures if one.name == self.measure)
        return next(named, matrix.measures[0])

    def on_mount(self) -> None:
        self.query_one("#title", Static).update(clean(self.path.stem, 60))
        self.query_one("#facts", Static).update("Starting ..." if self.started else "Reading ...")
        self.watch_run()

    @work(exclusive=True, group="watch")
    async def watch_run(self) -> None:
        """Read the file regularly, outside the event loop."""
        if self.planned is not None and not self.path.exists():
            self.snapshot = await asyncio.to_thread(preview_run, self.planned, self.settings.data)
            self.show_snapshot()
        while not is_closed(self):
            began = monotonic()
            snapshot: Snapshot | None = None
            try:
                if self.path.exists() or self.started is None:
                    snapshot = await asyncio.to_thread(self.read_snapshot)
            except LabError as error:
                if self.started is None or self.started.is_over:
                    self.show_error(self.why_ended or str(error))
            if snapshot is not None:
                self.snapshot = snapshot
                self.show_snapshot()
            self.show_end()
            if snapshot is not None and not snapshot.complete:
                await asyncio.sleep(0.05)
                continue
            took = monotonic() - began
            await asyncio.sleep(max(POLL_SECONDS if self.has_begun else 0.1, PATIENCE * took))

    def read_snapshot(self) -> Snapshot:
        """Read the snapshot, and compute the figures that are shown, outside the event loop."""
        snapshot = self.reader.read()
        for matrix in snapshot.matrices.values():
            shown = [one for one in matrix.measures if one.name == self.measure]
            for measure in shown or matrix.measures[:1]:
                for cell in matrix.cells.values():
                    cell.estimate(measure)
        return snapshot

    def show_error(self, message: str) -> None:
        """Show why there is nothing to show."""
        if is_closed(self):
            return
        self.query_one("#facts", Static).update(f"✗ {clean(message, 600)}")

    def show_end(self) -> None:
        """Show why the process that this app started has ended early."""
        if self.started is None or not self.started.is_over:
            return
        self.why_ended, self.started = self.started.explain_end(), None
        if self.why_ended:
            self.notify(self.why_ended, severity="error", timeout=20, markup=False)
            if not self.path.exists():  # refused before there was a run
                self.show_snapshot()
                self.show_error(self.why_ended)

    def show_snapshot(self) -> None:
        """Show the last snapshot that was read."""
        snapshot, matrix = self.snapshot, self.matrix
        if snapshot is None or matrix is None or is_closed(self):
            return
        self.query_one("#title", Static).update(self.render_title(snapshot))
        self.query_one("#question", Static).update(clean(snapshot.experiment.report.question, 300))
        self.query_one(ProgressLine).show(snapshot.status)
        self.query_one("#facts", Static).update(
            render_facts(snapshot, starting=self.started is not None)
        )
        self.facet %= max(len(matrix.facets), 1)
        facet = matrix.facets[self.facet]
        self.query_one("#measure", Static).update(self.render_measure(matrix))
        self.view.show(matrix, self.current_measure, facet)
        self.show_cell()
        self.refresh_bindings()

    def render_title(self, snapshot: Snapshot) -> Content:
        """The title, and at the right end of the line the state."""
        experiment, status, counts = snapshot.experiment, snapshot.status, snapshot.status.counts
        sign, word, colour = STATES.get(status.state, ("○", status.state, "$muted"))
        where = str(status.detail.get("executor", "")) if not status.over else ""
        asked = {"pause": "pausing ...", "stop": "stopping ..."}.get(self.asked, "")
        if (self.asked, status.state) in (("pause", "paused"), ("go on", "running")) or status.over:
            self.asked = asked = ""
        if self.started is not None and not counts.done and status.over:
            sign, word, colour = "●", "starting ...", "$success"
        state = f"{sign} {asked or word}{f', {where}' if where else ''}"
        title = clean(experiment.report.title or experiment.name, 80)
        room = self.query_one("#title").size.width - cell_len(state) - 2
        title = shorten(title, max(room, 8))
        gap = " " * max(room - cell_len(title) + 2, 2)
        return Content.assemble((title, "bold $primary"), gap, (state, f"bold {colour}"))

    def render_measure(self, matrix: Matrix) -> Content:
        """Which measure, which of several matrices, which kind of trial; each with its key."""
        measure, snapshot = self.current_measure, self.snapshot
        kind = KINDS.get(matrix.kind, matrix.kind.capitalize())
        shown = [measure.title if measure else f"{kind}: nothing is finished yet"]
        places = [
            measure and ("M: next measure", matrix.measures.index(measure), len(matrix.measures))
        ]
        if len(matrix.facets) > 1:
            shown.append(matrix.describe_facet(matrix.facets[self.facet]))
            places.append(("Tab: next", self.facet, len(matrix.facets)))
        if snapshot and len(snapshot.matrices) > 1:
            shown.append(kind.lower())
            places.append(
                ("K: next", list(snapshot.matrices).index(matrix.kind), len(snapshot.matrices))
            )
        parts = [Content.styled(shown[0], "bold"), *map(Content, shown[1:])]
        for number, place in enumerate(places):
            if place and place[2] > 1:
                key, _, what = place[0].partition(":")
                at = f":{what}, {place[1] + 1} of {place[2]})"
                parts[number] = Content.assemble(
                    parts[number], (" (", "$muted"), (key, "bold $primary"), (at, "$muted")
                )
        return Content("    ").join(parts)

    @on(MatrixView.Moved)
    def show_cell(self) -> None:
        """Describe the cell at the cursor."""
        snapshot, matrix = self.snapshot, self.matrix
        view, measure = self.view, self.current_measure
        if matrix is None or view.place is None:
            return
        cell, words = view.cell, matrix.describe(view.place)
        head = f"{words}: " if words else ""
        if cell is None:
            text = f"{head}no such line-up in this experiment."
        else:
            found = cell.estimate(measure) if measure else None
            figure = "" if found is None or found.value is None else format_figure(found.value)
            if found is not None and figure and found.error is not None:
                figure += f" ± {format_figure(found.error)}"
            counts = f"{cell.done:,} of {cell.planned:,} done"
            if cell.failed:
                counts += f", {cell.failed:,} failed"
            if cell.left_out:
                counts += f", {cell.left_out:,} left out (moves of stand-ins)"
            if cell.not_own:
                rule = snapshot.experiment.report.stand_ins if snapshot else ""
                counts += f", {cell.not_own:,} with moves of stand-ins ({rule})"
            pooled = matrix.pooled[view.place]
            if figure and pooled:
                counts += f", pooled over {pooled}"
            text = f"{head}{', '.join(filter(None, (figure, counts)))}."
        self.query_one("#about", Static).update(text)
        self.refresh_bindings()

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:  # noqa: ARG002, C901, PLR0911 - a case for each key
        """Enable the keys that apply to the run's state."""
        snapshot = self.snapshot
        if snapshot is None:
            return action in ("back", "app.help", "help")
        matrix, state = self.matrix, snapshot.status.state
        match action:
            case "open_cell":
                return bool(self.is_mounted and self.view.cell and self.view.cell.done)
            case "measure":
                return matrix is not None and len(matrix.measures) > 1
            case "facet":
                return matrix is not None and len(matrix.facets) > 1
            case "kind":
                return len(snapshot.matrices) > 1
            case "pause_run":
                return state == "running"
            case "stop":
                return not snapshot.status.over
            case "go_on":
                idle = snapshot.status.over and self.started is None
                return state == "paused" or (idle and bool(snapshot.status.counts.left))
            case "failures":
                return bool(snapshot.status.counts.failed)
            case "report":
                return bool(snapshot.status.counts.done)
        return True

    def action_measure(self, by: int) -> None:
        """Show the next measure."""
        matrix, measure = self.matrix, self.current_measure
        if matrix is None or measure is None:
            return
        place = matrix.measures.index(measure)
        self.measure = matrix.measures[(place + by) % len(matrix.measures)].name
        self.show_snapshot()

    def action_facet(self, by: int) -> None:
        """Show the next matrix."""
        self.facet += by
        self.show_snapshot()

    def action_kind(self) -> None:
        """Show the next kind of trial."""
        if self.snapshot is not None and (matrix := self.matrix) is not None:
            kinds = list(self.snapshot.matrices)
            self.kind = kinds[(kinds.index(matrix.kind) + 1) % len(kinds)]
            self.facet = 0
            self.show_snapshot()

    @on(MatrixView.Chosen)
    def action_open_cell(self) -> None:
        """List the games of the cell at the cursor."""
        matrix, cell = self.matrix, self.view.cell
        if matrix is None or cell is None or not cell.done or self.view.place is None:
            return
        assert self.snapshot is not None
        title = matrix.describe(self.view.place) or self.snapshot.experiment.name
        screen = TrialsScreen(
            self.path,
            self.snapshot.experiment,
            matrix.kind,
            title,
            self.show_replay,
            self.settings,
            cell.lineups,
        )
        self.app.push_screen(screen)

    def action_failures(self) -> None:
        """List the trials that failed."""
        if self.snapshot is not None and (matrix := self.matrix) is not None:
            kind, experiment = matrix.kind, self.snapshot.experiment
            self.app.push_screen(
                TrialsScreen(
                    self.path,
                    experiment,
                    kind,
                    "Failed trials",
                    self.show_replay,
                    self.settings,
                    failed=True,
                )
            )

    def action_pause_run(self) -> None:
        """Ask the run to start no more trials."""
        self.send_request("pause")

    def action_stop(self) -> None:
        """Ask the run to stop."""
        self.send_request("stop")

    @work(exclusive=True, group="go on")
    async def action_go_on(self) -> None:
        """Continue a paused run; for a stopped one, ask how."""
        if self.snapshot is not None and self.snapshot.status.state == "paused":
            self.send_request("go on")
        elif started := await self.continue_run(self.path):
            self.started = started

    @work(group="request")
    async def send_request(self, request: str) -> None:
        """Write a request into the run, which checks for it twice a second."""
        self.asked = request
        try:
            await asyncio.to_thread(_send_request, self.path, request)
        except LabError as error:
            self.notify(str(error), severity="error", markup=False)
        self.show_snapshot()

    @work(exclusive=True, group="report")
    async def action_report(self) -> None:
        """Write the report in a separate process, which takes some seconds."""
        self.notify("Writing the report ...", markup=False)
        done = await asyncio.to_thread(
            partial(self.launcher.run_command, ("lab", "report", str(self.path)))
        )
        good = done.returncode == 0
        lines = clean((done.stdout if good else done.stderr).strip(), 600)
        words = f"Written: {lines}" if good else lines or "The report could not be written."
        self.notify(words, severity="information" if good else "error", timeout=15, markup=False)

    def action_back(self) -> None:
        self.dismiss()


def _send_request(path: Path, request: str) -> None:
    with RunFile(path, check=False) as run_file:
        run_file.send_request(request)
