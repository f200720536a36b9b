"""The trials of a cell of the board, with links to the replay and the inspector."""

import asyncio
from collections.abc import Awaitable, Callable, Mapping, Sequence
from contextlib import ExitStack
from pathlib import Path
from typing import ClassVar

from rich.text import Text
from textual import on, work
from textual.binding import Binding, BindingType
from textual.widgets import DataTable

from engine.call_log import NotInspectable
from engine.games.catalog import UnknownGame
from engine.journal_reader import JournalError, Record
from engine.lineup import LineupError
from engine.usage import format_duration
from lab.board import MAX_ROWS, TrialRow, list_trials, open_game
from lab.errors import LabError
from lab.experiment import Experiment
from screens.base_screens import ListScreen, RowsTable, is_closed
from screens.inspector import create_inspector
from screens.replay import ReplayScreen, create_replay

type ShowReplay = Callable[[ReplayScreen], Awaitable[object]]
"""Shows a replay, and plays what branches off it."""
RELOAD_SECONDS = 2.0
"""Interval in which new games are loaded."""


class TrialsTable(RowsTable):
    """The table of trials."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("enter", "select_cursor", "Replay", key_display="Enter", tooltip="Step by step"),
    ]


class TrialsScreen(ListScreen[None]):
    """The trials with an outcome, of a cell or of a whole run."""

    COLUMNS: ClassVar[Mapping[str, int]] = {
        "Deal": 6,
        "How it ended": 0,
        "Turns": 7,
        "Calls": 6,
        "Cost": 8,
        "Took": 10,
    }
    TABLE = TrialsTable
    HELP = (
        "The games of one line-up that are finished, deal by deal; new ones are added while the "
        "run goes on. Enter replays a game step by step, I shows what was asked and answered. A "
        "replay or question of the laboratory leads to the game that it is about."
    )
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("i", "inspect", "Inspect", key_display="I", tooltip="Prompts and answers"),
        Binding("escape", "back", "Back", key_display="Esc"),
        Binding("f1", "app.help", "Help", key_display="F1"),
    ]

    def __init__(
        self,
        path: Path,
        experiment: Experiment,
        kind: str,
        title: str,
        show_replay: ShowReplay,
        lineups: Sequence[str] = (),
        *,
        failed: bool = False,
    ) -> None:
        """List trials of a run.

        Args:
            path: The run file.
            experiment: The experiment.
            kind: The kind of trial.
            title: The title of the list.
            show_replay: Shows the replay of a game.
            lineups: The line-ups; by default all.
            failed: Only trials that failed.
        """
        super().__init__()
        self.path = path
        self.experiment = experiment
        self.kind = kind
        self.heading = title
        self.show_replay = show_replay
        self.lineups = lineups
        self.failed = failed
        self.game: str | None = experiment.game
        self.rows: dict[str, TrialRow] = {}
        """The trial of each row, by row key."""

    @property
    def current(self) -> TrialRow | None:
        """The trial under the cursor."""
        table = self.table
        if not table.is_valid_row_index(table.cursor_row):
            return None
        return self.rows[table.coordinate_to_cell_key(table.cursor_coordinate).row_key.value or ""]

    def on_mount(self) -> None:
        self.load_trials()

    def on_resize(self) -> None:
        """Rebuild the table for the new width."""
        self.rebuild_table(
            ((key, self.build_cells(one)) for key, one in self.rows.items()),
            {"Turns": self.experiment.definition.listed.capitalize()},
        )

    @work(exclusive=True, group="trials")
    async def load_trials(self) -> None:
        """Add trials as they finish, outside the event loop."""
        while not is_closed(self):
            try:
                found = await asyncio.to_thread(
                    list_trials, self.path, self.kind, self.lineups, failed=self.failed
                )
            except LabError as error:
                self.show_message(str(error))
                return
            if is_closed(self):
                return
            for one in found:
                if str(one.number) not in self.rows:
                    self.rows[str(one.number)] = one
                    self.table.add_row(*self.build_cells(one), key=str(one.number))
            self.show_details()
            if len(found) >= MAX_ROWS:
                return
            await asyncio.sleep(RELOAD_SECONDS)

    def build_cells(self, one: TrialRow) -> tuple[Text, ...]:
        """The cells of a trial."""
        figures = one.figures
        listed = figures.get(self.experiment.definition.listed, "")
        cost = figures.get("cost")
        return (
            Text(str(one.deal), justify="right"),
            Text(one.result, overflow="ellipsis", no_wrap=True),
            Text(str(listed), justify="right"),
            Text(str(figures.get("calls") or ""), justify="right"),
            Text(f"{cost:.4f}" if cost else "", justify="right"),
            Text(format_duration(one.seconds) if one.seconds >= 0.1 else "", justify="right"),
        )

    @on(DataTable.RowHighlighted)
    def show_details(self) -> None:
        """Describe the trial under the cursor."""
        match self.current:
            case None:
                self.show_message("No trial of this cell has an outcome yet.")
            case TrialRow(failure=failure, number=number) if failure:
                self.show_message(f"Trial {number} failed: {failure}")
            case TrialRow(number=number, deal=deal):
                first = f", the first {MAX_ROWS:,}" if len(self.rows) >= MAX_ROWS else ""
                seed = f"{self.experiment.seed_prefix}/{deal}"
                words = f"Trial {number}, seed {seed}. {len(self.rows):,} listed{first}."
                self.show_message(words)
        self.refresh_bindings()

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:  # noqa: ARG002
        """Disable the keys for games on failed trials, which have none."""
        if action != "inspect" or not self.is_mounted:
            return True
        return bool(self.current and not self.current.failure)

    @on(DataTable.RowSelected)
    def replay(self) -> None:
        """Replay the game under the cursor."""
        self.open_game(inspecting=False)

    def action_inspect(self) -> None:
        """Inspect the game under the cursor."""
        self.open_game(inspecting=True)

    @work(exclusive=True, group="game")
    async def open_game(self, *, inspecting: bool) -> None:
        """Show the game under the cursor until its screen is closed."""
        row = self.current
        if row is None or row.failure:
            return
        opened = open_game(self.path, row.number)
        try:
            with ExitStack() as stack:
                record = await asyncio.to_thread(stack.enter_context, opened)
                await self.show_game(record, inspecting=inspecting)
        except (LabError, JournalError, UnknownGame, LineupError, NotInspectable) as error:
            self.notify(str(error), severity="error", markup=False)

    async def show_game(self, record: Record, *, inspecting: bool) -> None:
        """Show a journal step by step, or its calls."""
        definition = self.experiment.definition
        if inspecting:
            await self.app.push_screen_wait(create_inspector(record, definition))
        else:
            # A run may come from another computer, so a branch does not offer its programs.
            await self.show_replay(create_replay(record, definition, ()))
