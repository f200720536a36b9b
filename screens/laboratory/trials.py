"""The screen that lists the finished trials of an experiment run, or of one of its line-ups.

It opens the replay of a trial's game, or the inspector.
"""

import asyncio
from collections.abc import Awaitable, Callable, Mapping, Sequence
from contextlib import ExitStack
from pathlib import Path
from typing import ClassVar

from rich.text import Text
from textual import on, work
from textual.binding import Binding, BindingType
from textual.widgets import DataTable

from engine.config.settings import Settings
from engine.duration import format_duration
from engine.games.catalog import UnknownGame
from engine.journal.errors import JournalError
from engine.journal.record import Record
from engine.players.spec import LineupError
from engine.text import clean
from lab.analysis.trial_game import open_game
from lab.analysis.trial_list import MAX_ROWS, TrialRow, list_trials
from lab.errors import LabError
from lab.experiment.file import Experiment
from screens.closed_screen import is_closed
from screens.inspector.screen import create_inspector
from screens.list_screen import ListScreen
from screens.replay.screen import ReplayScreen, create_replay
from screens.widgets.rows_table import RowsTable

type ShowReplay = Callable[[ReplayScreen], Awaitable[object]]
"""Shows a replay, and plays what branches off it."""
RELOAD_SECONDS = 2.0
"""Interval in which new games are loaded."""


def format_card(name: object) -> str:
    """Format the name of a card as words."""
    return clean(str(name), 60).replace("_", " ")


class TrialsTable(RowsTable):
    """The table of trials."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("enter", "select_cursor", "Replay", key_display="Enter", tooltip="Step by step"),
    ]

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """Offer the replay of trials that have a game."""
        screen = self.screen
        if action == "select_cursor" and isinstance(screen, TrialsScreen):
            return screen.has_game
        return super().check_action(action, parameters)


class TrialsScreen(ListScreen[None]):
    """The finished trials of one line-up, or of a whole run."""

    COLUMNS: ClassVar[Mapping[str, int]] = {
        "Deal": 6,
        "Seed": 6,
        "Clue": 60,
        "Meant": 20,
        "Chosen": 20,
        "Winner": 60,
        "How": 30,
        "Result": 60,
        "Turns": 12,
        "Calls": 6,
        "Cost": 8,
        "Took": 10,
    }
    """The largest widths; a column without a value is left out."""
    TABLE = TrialsTable
    HELP = (
        "The trials of one line-up that are finished, deal by deal; new ones are added while the "
        "run goes on. Enter replays a game step by step, I shows what was asked and answered. A "
        "replay or question of the laboratory leads to the game that it is about; a clue of a "
        "benchmark has no game, and shows which card was meant and which was chosen."
    )
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("i", "inspect", "Inspect", key_display="I", tooltip="Prompts and answers"),
        Binding("escape", "back", "Back", key_display="Esc"),
        Binding("f1", "app.help", "Help", key_display="F1", id="help"),
    ]

    def __init__(
        self,
        path: Path,
        experiment: Experiment,
        kind: str,
        title: str,
        show_replay: ShowReplay,
        settings: Settings,
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
            settings: The settings in force.
            lineups: The line-ups; by default all.
            failed: Only trials that failed.
        """
        super().__init__()
        self.path = path
        self.experiment = experiment
        self.kind = kind
        self.heading = title
        self.show_replay = show_replay
        self.settings = settings
        self.lineups = lineups
        self.failed = failed
        self.game: str | None = experiment.game
        self.rows: dict[str, TrialRow] = {}
        """The trial of each row, by row key."""
        self.shown: Mapping[str, int] = {}
        """The columns of the table and their widths."""

    @property
    def current(self) -> TrialRow | None:
        """The trial under the cursor."""
        table = self.table
        if not table.is_valid_row_index(table.cursor_row):
            return None
        return self.rows[table.coordinate_to_cell_key(table.cursor_coordinate).row_key.value or ""]

    @property
    def turns_title(self) -> str:
        """What the turns of this game are called."""
        return self.experiment.definition.listed.capitalize()

    @property
    def has_game(self) -> bool:
        """Whether the trial under the cursor has a game to show."""
        row = self.current
        return row is not None and row.has_game and not row.failure

    def on_mount(self) -> None:
        self.load_trials()

    def on_resize(self) -> None:
        """Rebuild the table for the new width."""
        self.fill_table()

    def fill_table(self) -> None:
        """Build the columns that have values, and a row for each trial."""
        self.shown = self.measure_columns()
        self.rebuild_table(
            ((key, self.select_cells(one)) for key, one in self.rows.items()),
            {"Turns": self.turns_title},
        )

    def measure_columns(self) -> Mapping[str, int]:
        """Find the columns in which trials differ or have a value; 0 for the widest of them."""
        built = [self.build_cells(one) for one in self.rows.values()]
        titles = {"Turns": self.turns_title}
        widths = {
            name: min(
                most, max(len(titles.get(name, name)), *(cells[name].cell_len for cells in built))
            )
            for name, most in self.COLUMNS.items()
            if any(cells[name] for cells in built)
        }
        if len(built) > 1 and len({one.deal for one in self.rows.values()}) == 1:
            del widths["Deal"]
        widest = next((one for one in ("Clue", "Result", "Winner") if one in widths), "Result")
        return {**widths, widest: 0}

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
            new = [one for one in found if str(one.number) not in self.rows]
            self.rows |= {str(one.number): one for one in new}
            if self.measure_columns() != self.shown:
                self.fill_table()
            else:
                for one in new:
                    self.table.add_row(*self.select_cells(one), key=str(one.number))
            self.show_details()
            if len(found) >= MAX_ROWS:
                return
            await asyncio.sleep(RELOAD_SECONDS)

    def select_cells(self, one: TrialRow) -> tuple[Text, ...]:
        """The cells of a trial in the columns that are shown."""
        cells = self.build_cells(one)
        return tuple(cells[name] for name in self.shown)

    def build_cells(self, one: TrialRow) -> dict[str, Text]:
        """The cells of a trial, by column."""
        figures, failed = one.figures, bool(one.failure)
        cost = figures.get("cost")
        clue = figures.get("clue")
        chosen = figures.get("chosen") or ("no answer" if clue and not failed else "")
        words = {
            "Clue": f"“{clean(str(clue), 200)}”" if clue else "",
            "Meant": format_card(figures.get("target", "")),
            "Chosen": format_card(chosen),
            "Winner": one.winner,
            "How": one.reason,
            "Result": one.result,
        }
        numbers = {
            "Deal": str(one.deal),
            "Seed": one.model_seeds,
            "Turns": str(figures.get(self.experiment.definition.listed, "")),
            "Calls": str(figures.get("calls") or ""),
            "Cost": f"{cost:.4f}" if cost else "",
            "Took": format_duration(one.seconds) if one.seconds >= 0.1 else "",
        }
        return {
            **{name: Text(one, overflow="ellipsis", no_wrap=True) for name, one in words.items()},
            **{name: Text(one, justify="right") for name, one in numbers.items()},
        }

    @on(DataTable.RowHighlighted)
    def show_details(self) -> None:
        """Describe the trial under the cursor."""
        match self.current:
            case None:
                self.show_message("No trial of this cell has an outcome yet.")
            case TrialRow(failure=failure, number=number) if failure:
                self.show_message(f"Trial {number} failed: {failure}")
            case TrialRow(number=number, deal=deal, figures=figures):
                first = f", the first {MAX_ROWS:,}" if len(self.rows) >= MAX_ROWS else ""
                seed = f"{self.experiment.seed_prefix}/{deal}"
                words = f"Trial {number}, seed {seed}. {len(self.rows):,} listed{first}."
                if clue := figures.get("clue"):
                    cards = ", ".join(map(format_card, figures.get("candidates", ())))
                    words = f"“{clean(str(clue), 200)}” among {cards}. {words}"
                self.show_message(words)
        self.refresh_bindings()

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:  # noqa: ARG002
        """Offer to inspect trials that have a finished game."""
        return action != "inspect" or not self.is_mounted or self.has_game

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
        if row is None or not self.has_game:
            return
        opened = open_game(self.path, row.number)
        try:
            with ExitStack() as stack:
                record = await asyncio.to_thread(stack.enter_context, opened)
                await self.show_game(record, inspecting=inspecting)
        except (LabError, JournalError, UnknownGame, LineupError) as error:
            self.notify(str(error), severity="error", markup=False)

    async def show_game(self, record: Record, *, inspecting: bool) -> None:
        """Show a journal step by step, or its calls."""
        definition = self.experiment.definition
        if inspecting:
            await self.app.push_screen_wait(
                create_inspector(record, definition, data=self.settings.data)
            )
        else:
            # A run may come from another computer, so a branch does not offer its programs.
            await self.show_replay(create_replay(record, definition, (), self.settings))
