"""Every game on the shelf, to look back at or to take up."""

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

from engine.journal import Journal
from engine.record import JournalError, read_record
from engine.text import clean
from screens.dialogs import ChoiceDialog
from screens.saved_games import (
    CALLS,
    LOOKED_AT,
    DamagedGame,
    SavedGame,
    journals,
    look,
    spoken_time,
)
from screens.widgets.footer import KeyFooter

COLUMNS = {"When": 17, "Game": 9, "Standing": 17, "Who": 0}
"""The columns, and how wide they are; the last takes what is left."""
WIDEST = 110
"""The most characters that the table is wide."""


@dataclass(frozen=True, slots=True)
class Chosen:
    """A journal, and what to do with it."""

    path: Path
    resume: bool
    """Take it up, rather than look back."""


class Shelf(DataTable[Text]):
    """A table whose Home and End keys go to the first and the last row."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding(
            "enter",
            "select_cursor",
            "Replay",
            tooltip="Look back at this game, step by step",
            key_display="Enter",
        ),
        Binding("home", "scroll_top", "First", show=False),
        Binding("end", "scroll_bottom", "Last", show=False),
    ]


class GamesList(Screen[Chosen | None]):
    """A table of journals; tells of an unfinished game only what an onlooker may know."""

    CSS_PATH = "saved_games_screen.tcss"
    VERTICAL_BREAKPOINTS = [(36, "-tall")]  # noqa: RUF012
    HELP = (
        "Every game that was kept, the one played last first. Enter looks back at a game; "
        "R takes up a game that is not finished."
    )
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("r", "resume", "Resume", tooltip="Carry on with this game", key_display="R"),
        Binding("delete,d", "delete", "Delete", key_display="D", tooltip="Delete the journal"),
        Binding("escape", "back", "Back", key_display="Esc"),
        Binding("f1", "app.help", "Help", key_display="F1"),
    ]

    def __init__(self, folder: Path) -> None:
        """List the journals of `folder`."""
        super().__init__()
        self.folder = folder
        self.kept: dict[str, SavedGame | DamagedGame] = {}
        """What each row shows, by the row's key."""

    def compose(self) -> ComposeResult:
        """The table, and a line about the row under the cursor."""
        yield Static("Games on the shelf", id="title")
        yield Shelf(cursor_type="row")
        yield Static("Looking ...", id="about", markup=False)
        yield KeyFooter()

    @property
    def table(self) -> Shelf:
        """The table."""
        return self.query_one(Shelf)

    @property
    def current(self) -> SavedGame | DamagedGame | None:
        """What lies under the cursor."""
        table = self.table
        if not table.is_valid_row_index(table.cursor_row):
            return None
        return self.kept[table.coordinate_to_cell_key(table.cursor_coordinate).row_key.value or ""]

    def on_mount(self) -> None:
        """Look at the shelf."""
        self.look_at_shelf()

    def on_resize(self) -> None:
        """Rule the table anew, to the width there is."""
        row = self.table.cursor_row
        self.table.clear(columns=True)
        margins = 4 + 2 * len(COLUMNS)
        left = min(self.size.width, WIDEST) - sum(COLUMNS.values()) - margins
        for title, width in COLUMNS.items():
            self.table.add_column(Text(title), width=width or left)
        for one in self.kept.values():
            self.table.add_row(*_cells(one), key=str(one.path))
        self.table.move_cursor(row=row)

    @work(group="shelf")
    async def look_at_shelf(self) -> None:
        """Read the latest journals, one after the other."""
        for path in (await to_thread(journals, self.folder))[:LOOKED_AT]:
            one = await to_thread(look, path)
            if not self.query(Shelf):  # the screen has been left meanwhile
                return
            self.add(one)
        if self.query(Shelf):
            self.tell()

    def add(self, one: SavedGame | DamagedGame) -> None:
        """Put a journal into the table."""
        self.kept[str(one.path)] = one
        self.table.add_row(*_cells(one), key=str(one.path))

    @on(DataTable.RowHighlighted)
    def tell(self) -> None:
        """Say what can be done with the row under the cursor."""
        match self.current:
            case None:
                words = f"No game has been kept in {clean(str(self.folder))} yet."
            case DamagedGame(_, why):
                words = f"This file cannot be used. {clean(why, 400)}"
            case SavedGame(over=over) as kept:
                rest = f"The {kept.standing}: {kept.reason}." if kept.reason else ""
                words = f"{_told(kept)} {rest if over else 'Not finished: R takes it up.'}"
        self.query_one("#about", Static).update(words)
        self.refresh_bindings()

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:  # noqa: ARG002
        """Only what the row under the cursor allows."""
        if not self.is_mounted or action not in ("resume", "delete"):
            return True
        one = self.current
        if action == "resume":
            return isinstance(one, SavedGame) and not one.over
        return one is not None

    @on(DataTable.RowSelected)
    def open(self) -> None:
        """Look back at the game under the cursor."""
        if isinstance(one := self.current, SavedGame):
            self.dismiss(Chosen(one.path, resume=False))

    def action_resume(self) -> None:
        """Take up the game under the cursor."""
        if one := self.current:
            self.dismiss(Chosen(one.path, resume=True))

    def action_back(self) -> None:
        """Choose nothing."""
        self.dismiss(None)

    @work
    async def action_delete(self) -> None:
        """Delete a journal, after asking."""
        one = self.current
        if one is None:
            return
        sure = ChoiceDialog(
            "Delete this game?",
            f"{_told(one)} It cannot be brought back.",
            {"Keep it": False, "Delete it": True},
        )
        if await self.app.push_screen_wait(sure):
            try:
                delete(one)
            except (JournalError, OSError) as error:
                self.notify(str(error), severity="error", markup=False)
                return
            del self.kept[str(one.path)]
            self.table.remove_row(str(one.path))
            self.tell()


def delete(one: SavedGame | DamagedGame) -> None:
    """Delete a journal, and what lies beside it.

    Raises:
        JournalError: If it is being played just now.
        OSError: If the file cannot be deleted.
    """
    if isinstance(look(one.path), SavedGame):
        Journal.reopen(read_record(one.path)).close()  # refused while another Parlour plays it
    one.path.unlink(missing_ok=True)
    one.path.with_suffix(CALLS).unlink(missing_ok=True)


def _cells(one: SavedGame | DamagedGame) -> tuple[Text, ...]:
    if isinstance(one, DamagedGame):
        return Text(""), Text(""), Text("✗ damaged"), Text(clean(one.path.name))
    when = spoken_time(one.when, datetime.now().astimezone())
    sign = "●" if one.over else "○"
    who = f"{'↳ ' if one.branched else ''}{', '.join(one.who)}"
    return Text(when), Text(one.title), Text(f"{sign} {one.standing}"), Text(who)


def _told(one: SavedGame | DamagedGame) -> str:
    if isinstance(one, DamagedGame):
        return f"The file {clean(one.path.name)}."
    when = spoken_time(one.when, datetime.now().astimezone())
    branched = f" {one.branched}" if one.branched else ""
    return f"{one.title}, {', '.join(one.who)}, {when}.{branched}"
