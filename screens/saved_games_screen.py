"""The screen that lists saved games, to replay, resume or delete them."""

from asyncio import to_thread
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path
from typing import ClassVar

from rich.text import Text
from textual import on, work
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.screen import Screen
from textual.widgets import DataTable, Static

from engine.journal_reader import JournalError, read_record
from engine.journal_writer import Journal
from engine.text import clean
from screens.choice_dialogs import ChoiceDialog
from screens.saved_games import (
    CALLS_SUFFIX,
    MAX_LISTED,
    DamagedGame,
    SavedGame,
    format_time,
    list_journals,
    load_saved_game,
)
from screens.widgets.footer import KeyFooter

COLUMNS = {"When": 16, "Game": 10, "Standing": 19, "Who": 0}
"""Columns and their widths in cells; the last one takes what is left."""
WIDEST = 110
"""The largest width of the table, in cells."""


@dataclass(frozen=True, slots=True)
class GameChoice:
    """A journal, and what to do with it."""

    path: Path
    resume: bool
    """Whether to resume the game rather than replay it."""


class GamesTable(DataTable[Text]):
    """The table of saved games; Home and End go to the first and the last row."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding(
            "enter",
            "select_cursor",
            "Replay",
            tooltip="Show this game step by step",
            key_display="Enter",
        ),
        Binding("home", "scroll_top", "First", show=False),
        Binding("end", "scroll_bottom", "Last", show=False),
    ]


class GamesList(Screen[GameChoice | None]):
    """A list of journals; of an unfinished game it shows only what an onlooker may know."""

    CSS_PATH = "saved_games_screen.tcss"
    VERTICAL_BREAKPOINTS = [(36, "-tall")]  # noqa: RUF012
    HELP = (
        "All games that are saved, the last one played first. Up and Down choose one. Enter "
        "replays it step by step. R resumes a game that is not finished; D deletes one. ○ marks "
        "games that go on, ● those that are finished."
    )
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("r", "resume", "Resume", tooltip="Continue this game", key_display="R"),
        Binding("delete,d", "delete", "Delete", key_display="D", tooltip="Delete the journal"),
        Binding("escape", "back", "Back", key_display="Esc"),
        Binding("f1", "app.help", "Help", key_display="F1"),
    ]

    def __init__(self, folder: Path) -> None:
        super().__init__()
        self.folder = folder
        self.games: dict[str, SavedGame | DamagedGame] = {}
        """The game of each row, by row key."""

    def compose(self) -> ComposeResult:
        yield Static("Saved games", id="title")
        yield GamesTable(cursor_type="row")
        yield Static("Looking ...", id="about", markup=False)
        yield KeyFooter()

    @property
    def table(self) -> GamesTable:
        return self.query_one(GamesTable)

    @property
    def current(self) -> SavedGame | DamagedGame | None:
        """The game under the cursor."""
        table = self.table
        if not table.is_valid_row_index(table.cursor_row):
            return None
        return self.games[table.coordinate_to_cell_key(table.cursor_coordinate).row_key.value or ""]

    def on_mount(self) -> None:
        self.load_games()

    def on_resize(self) -> None:
        """Rebuild the table for the new width."""
        row = self.table.cursor_row
        self.table.clear(columns=True)
        margins = 4 + 2 * len(COLUMNS)
        left = min(self.size.width, WIDEST) - sum(COLUMNS.values()) - margins
        for title, width in COLUMNS.items():
            self.table.add_column(Text(title), width=width or left)
        for game in self.games.values():
            self.table.add_row(*_build_cells(game), key=str(game.path))
        self.table.move_cursor(row=row)

    @work(group="games")
    async def load_games(self) -> None:
        """Load the latest journals, one after another, outside the event loop."""
        for path in (await to_thread(list_journals, self.folder))[:MAX_LISTED]:
            game = await to_thread(load_saved_game, path)
            if not self.query(GamesTable):  # the screen was closed meanwhile
                return
            self.add_game(game)
        if self.query(GamesTable):
            self.show_details()

    def add_game(self, game: SavedGame | DamagedGame) -> None:
        """Add a game to the table."""
        self.games[str(game.path)] = game
        self.table.add_row(*_build_cells(game), key=str(game.path))

    @on(DataTable.RowHighlighted)
    def show_details(self) -> None:
        """Show what can be done with the game under the cursor."""
        match self.current:
            case None:
                words = f"No games are saved in {clean(str(self.folder))}."
            case DamagedGame(_, why):
                words = f"This file cannot be used. {clean(why, 400)}"
            case SavedGame(over=over) as game:
                rest = game.reason or f"{capitalize(game.standing)}."
                words = f"{_describe(game)} {rest if over else 'Not finished: press R to resume.'}"
        self.query_one("#about", Static).update(words)
        self.refresh_bindings()

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:  # noqa: ARG002
        """Enable the keys that apply to the game under the cursor."""
        if not self.is_mounted or action not in ("resume", "delete"):
            return True
        game = self.current
        if action == "resume":
            return isinstance(game, SavedGame) and not game.over
        return game is not None

    @on(DataTable.RowSelected)
    def open(self) -> None:
        """Replay the game under the cursor."""
        if isinstance(game := self.current, SavedGame):
            self.dismiss(GameChoice(game.path, resume=False))

    def action_resume(self) -> None:
        """Resume the game under the cursor."""
        if game := self.current:
            self.dismiss(GameChoice(game.path, resume=True))

    def action_back(self) -> None:
        self.dismiss(None)

    @work
    async def action_delete(self) -> None:
        """Delete the game under the cursor, after asking."""
        game = self.current
        if game is None:
            return
        sure = ChoiceDialog(
            "Delete this game?",
            f"{_describe(game)} It cannot be brought back.",
            {"Keep it": False, "Delete it": True},
        )
        if await self.app.push_screen_wait(sure):
            try:
                delete_game(game)
            except (JournalError, OSError) as error:
                self.notify(str(error), severity="error", markup=False)
                return
            del self.games[str(game.path)]
            self.table.remove_row(str(game.path))
            self.show_details()


def delete_game(game: SavedGame | DamagedGame) -> None:
    """Delete a journal and its call log.

    Raises:
        JournalError: If the game is being played.
        OSError: If the file cannot be deleted.
    """
    if isinstance(load_saved_game(game.path), SavedGame):
        Journal.reopen(read_record(game.path)).close()  # refused while the game is played
    game.path.unlink(missing_ok=True)
    game.path.with_suffix(CALLS_SUFFIX).unlink(missing_ok=True)


def capitalize(sentence: str) -> str:
    """Begin a sentence with a capital, and leave the rest of it as it is."""
    return sentence[:1].upper() + sentence[1:]


def shorten_title(title: str) -> str:
    """The title of a game where there is little room: its last word."""
    return title.rpartition(" ")[2]


def _build_cells(game: SavedGame | DamagedGame) -> tuple[Text, ...]:
    if isinstance(game, DamagedGame):
        return Text(""), Text(""), Text("✗ damaged"), Text(clean(game.path.name))
    when = format_time(game.when, datetime.now().astimezone())
    sign = "●" if game.over else "○"
    who = f"{'↳ ' if game.branched else ''}{', '.join(game.who)}"
    return (
        Text(when),
        Text(shorten_title(game.title)),
        Text(f"{sign} {game.standing}"),
        Text(who, overflow="ellipsis", no_wrap=True),
    )


def _describe(game: SavedGame | DamagedGame) -> str:
    if isinstance(game, DamagedGame):
        return f"The file {clean(game.path.name)}."
    when = format_time(game.when, datetime.now().astimezone())
    branched = f" {game.branched}" if game.branched else ""
    return f"{game.title}, {', '.join(game.who)}, {when}.{branched}"
