"""The screen that lists saved games, to replay, resume or delete one."""

from asyncio import to_thread
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path
from types import MappingProxyType
from typing import ClassVar

from rich.cells import cell_len
from rich.text import Text
from textual import on, work
from textual.binding import Binding, BindingType
from textual.content import Content
from textual.widgets import DataTable

from engine.journal.errors import JournalError
from engine.journal.player_notes import find_notes_file
from engine.journal.reader import read_record
from engine.journal.writer import Journal
from engine.players.spec import MAX_NAME_LENGTH
from engine.text import clean
from files.removal import delete_file
from screens.closed_screen import is_closed
from screens.dialogs.question import ChoiceDialog
from screens.list_screen import LEAST_REST, ListScreen
from screens.players.look import assign_looks, get_mark, get_style, write_look
from screens.relative_time import format_time
from screens.saved.folder import CALLS_SUFFIX, MAX_LISTED, list_journals
from screens.saved.summary import DamagedGame, SavedGame, load_saved_game
from screens.shown_keys import show_key
from screens.widgets.rows_table import RowsTable
from screens.widgets.text_layout import cut_name

NO_LOOKS: Mapping[str, int] = MappingProxyType({})
"""No player is known."""


NARROW = 72
"""With fewer columns of the screen, days before today have no time."""


LEAST_STANDING, USUAL_STANDING = 12, 20
"""The fewest cells for the standing: the rest is left to names, as the line beneath tells both."""


LEAST_NAME = 7
"""Names are not cut to fewer cells: the first ones as a whole say more than stumps of all."""


@dataclass(frozen=True, slots=True)
class GameChoice:
    """A journal, and what to do with it."""

    path: Path
    resume: bool
    """Whether to resume the game rather than replay it."""


class GamesTable(RowsTable):
    """The table of saved games."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding(
            "enter",
            "select_cursor",
            "Replay",
            tooltip="Show this game step by step",
            key_display="Enter",
        ),
    ]

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:  # noqa: ARG002
        """Offer to replay what can be read."""
        screen = self.screen
        damaged = isinstance(screen, GamesList) and isinstance(screen.current, DamagedGame)
        return action != "select_cursor" or not damaged


class GamesList(ListScreen[GameChoice | None]):
    """A list of journals; unfinished games are shown without secrets."""

    COLUMNS: ClassVar[Mapping[str, int]] = {"When": 16, "Game": 17, "Standing": 44, "Who": 0}
    """The largest widths; columns are no wider than their widest cell."""
    TABLE = GamesTable
    heading = "Saved games"
    HELP = (
        "All games that are saved, the last one played first. Up and Down choose one. Enter "
        "replays it step by step. {resume_game} resumes a game that is not finished; {delete_game} "
        "deletes one. ○ marks games that are not finished, ● those that are."
    )
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding(
            "r", "resume", "Resume", tooltip="Continue this game", key_display="R", id="resume_game"
        ),
        Binding(
            "delete,d",
            "delete",
            "Delete",
            key_display="D",
            tooltip="Delete the journal",
            id="delete_game",
        ),
        Binding("escape", "back", "Back", key_display="Esc"),
        Binding("f1", "app.help", "Help", key_display="F1", id="help"),
    ]

    ABOUT_LINES = 7

    def __init__(self, folder: Path, looks: Mapping[str, int] = NO_LOOKS) -> None:
        """List the journals of a folder.

        Args:
            folder: The folder.
            looks: The looks of players by name, in small letters.
        """
        super().__init__()
        self.folder = folder
        self.looks = looks
        self.room = LEAST_REST
        """The cells for the players of a game."""
        self.games: dict[str, SavedGame | DamagedGame] = {}
        """The game of each row, by row key."""

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
        self.rebuild_table((key, self.build_cells(game)) for key, game in self.games.items())

    def measure_columns(self) -> Mapping[str, int]:
        """Find the widest cell of each column, so that as much as possible is left for names."""
        rows = [tuple(map(Text, self.COLUMNS)), *map(self.build_cells, self.games.values())]
        widths = {
            name: min(most, max(cells[place].cell_len for cells in rows))
            for place, (name, most) in enumerate(self.COLUMNS.items())
        }
        games = [game for game in self.games.values() if isinstance(game, SavedGame)]
        left = self.measure_rest(widths)
        least = LEAST_STANDING if self.size.width < NARROW else USUAL_STANDING
        most = left + max(widths["Standing"] - least, 0)
        needed = (self.fit_who(game, most).cell_len for game in games)
        lacking = max(needed, default=0) - left
        wanted = widths["Standing"]
        widths["Standing"] = min(wanted, max(wanted - max(lacking, 0), least))
        self.room = self.measure_rest(widths)
        return widths

    @work(group="games")
    async def load_games(self) -> None:
        """Load the latest journals, one after another, outside the event loop."""
        for path in (await to_thread(list_journals, self.folder))[:MAX_LISTED]:
            game = await to_thread(load_saved_game, path)
            if is_closed(self):
                return
            self.add_game(game)
        if not is_closed(self):
            self.show_details()

    def add_game(self, game: SavedGame | DamagedGame) -> None:
        """Add a game to the table; columns that are too narrow for it are made wider."""
        cells = self.build_cells(game)
        self.games[str(game.path)] = game
        columns = zip(cells, self.table.ordered_columns, self.COLUMNS.values(), strict=True)
        if any(min(cell.cell_len, most) > column.width for cell, column, most in columns):
            self.on_resize()
        else:
            self.table.add_row(*cells, key=str(game.path))

    @on(DataTable.RowHighlighted)
    def show_details(self) -> None:
        """Show what can be done with the game under the cursor."""
        match self.current:
            case None:
                self.show_message(f"No games are saved in {clean(str(self.folder))}.")
            case DamagedGame(_, why):
                self.show_message(f"This file cannot be used. {clean(why, 400)}")
            case SavedGame() as game:
                self.show_message(self.describe_game(game))
        self.refresh_bindings()

    def describe_game(self, game: SavedGame) -> Content:
        """Describe a game in a few lines: which, who, and how it ended or goes on."""
        when = format_time(game.when, datetime.now().astimezone())
        key = show_key(self.app, "resume_game")
        rest = game.reason or f"{capitalize(game.standing)}."
        if not game.over:
            rest = f"Not finished, {game.standing}: press {key} to resume."
        lines = [
            Content.assemble((game.title, "bold $primary"), (f"   {when}", "$muted")),
            Content("   ").join(self.write_players(game)),
            Content.styled(rest, "$foreground"),
        ]
        if game.branched:
            lines.append(Content(str(game.branched)))
        return Content("\n").join(lines)

    def write_players(self, game: SavedGame) -> list[Content]:
        """Write the players of a game with their marks and colours."""
        looks = zip(game.who, self.find_looks(game), strict=True)
        return [write_look(name, look, "") for name, look in looks]

    def find_looks(self, game: SavedGame) -> tuple[int, ...]:
        """Find the mark and colour of each player."""
        kinds = [place in game.machines for place in range(len(game.who))]
        return assign_looks(game.who, self.looks, kinds)

    def build_cells(self, game: SavedGame | DamagedGame) -> tuple[Text, ...]:
        """Build the cells of a row; players with their marks and colours."""
        if isinstance(game, DamagedGame):
            return Text(""), Text(""), Text("✗ damaged"), Text(clean(game.path.name))
        colours = self.app.theme_variables
        who = self.fit_who(game, self.room, gap=2)
        when = format_time(game.when, datetime.now().astimezone())
        if self.size.width < NARROW and not when.startswith("today"):
            when = when.rpartition(" ")[0]  # the day; the time is told beneath
        sign = "●" if game.over else "○"
        standing = Text(f"{sign} {game.standing}", "" if game.over else colours["primary"])
        standing.no_wrap, standing.overflow = True, "ellipsis"
        return Text(when), Text(game.title), standing, who

    def fit_who(self, game: SavedGame, room: int, gap: int = 1) -> Text:
        """Write the players in so many cells: their names, or those of the first ones, or marks.

        Whole names are `gap` cells apart, if there is room.
        """
        widths = range(max(map(cell_len, game.who)), LEAST_NAME - 1, -1)
        tries = [
            self.write_who(game, gap=gap),
            *(self.write_who(game, width, gap=1) for width in widths),
        ]
        named = (self.write_who(game, gap=1, named=n) for n in range(len(game.who) - 1, 0, -1))
        for who in (*tries, *named):
            if who.cell_len <= room:
                return who
        return self.write_who(game, gap=1, named=0)

    def write_who(
        self,
        game: SavedGame,
        longest: int = MAX_NAME_LENGTH,
        gap: int = 2,
        named: int | None = None,
    ) -> Text:
        """Write the marks and names of the players.

        Args:
            game: Their game.
            longest: The cells of the longest name.
            gap: Cells between two players.
            named: How many have their names, the first ones; the others have marks only.
        """
        who = Text("↳ " if game.branched else "", overflow="ellipsis", no_wrap=True)
        colours = self.app.theme_variables
        for place, (name, look) in enumerate(zip(game.who, self.find_looks(game), strict=True)):
            who.append(" " * (gap if place else 0))
            colour = colours[get_style(look).removeprefix("$")].removeprefix("ansi_")
            is_named = named is None or place < named
            short = f" {cut_name(name, longest)}" if is_named else ""
            who.append(f"{get_mark(look)}{short}", colour)
        return who

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
            decline="Keep it",
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
    """Delete a journal with its call log and notes.

    Raises:
        JournalError: If the game is being played.
        OSError: If the file cannot be deleted.
    """
    if isinstance(load_saved_game(game.path), SavedGame):
        Journal.reopen(read_record(game.path)).close()  # refused while the game is played
    delete_file(game.path)
    delete_file(game.path.with_suffix(CALLS_SUFFIX))
    delete_file(find_notes_file(game.path))


def capitalize(sentence: str) -> str:
    """Begin a sentence with a capital, and leave the rest of it as it is."""
    return sentence[:1].upper() + sentence[1:]


def _describe(game: SavedGame | DamagedGame) -> str:
    if isinstance(game, DamagedGame):
        return f"The file {clean(game.path.name)}."
    when = format_time(game.when, datetime.now().astimezone())
    branched = f" {game.branched}" if game.branched else ""
    return f"{game.title}, {', '.join(game.who)}, {when}.{branched}"
