"""The base class of screens that list things in a table, such as saved games or experiment runs."""

from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any, ClassVar

from rich.text import Text
from textual.app import ComposeResult
from textual.content import Content
from textual.screen import Screen
from textual.widgets import Static

from engine.text import clean
from screens.closed_screen import is_closed
from screens.widgets.footer import KeyFooter
from screens.widgets.rows_table import RowsTable

WIDEST = 110
"""The largest width of a table, in cells."""


TITLE_LINES, KEY_LINES = 2, 1
"""Lines of the title with the blank line beneath it, and of the keys."""


LEAST_REST = 10
"""The smallest width of the column that takes what is left."""


class ListScreen[Result](Screen[Result]):
    """A title, a table, a description of the row under the cursor, and the keys.

    The description is beneath the last row, or at the bottom of the screen if the rows fill it.
    """

    CSS_PATH: ClassVar[Any] = [Path(__file__).with_suffix(".tcss")]
    VERTICAL_BREAKPOINTS = [(0, "-low"), (22, "-usual"), (36, "-tall"), (48, "-hall")]  # noqa: RUF012
    COLUMNS: ClassVar[Mapping[str, int]]
    """Columns and their widths in cells; a column with 0 takes the remaining width."""
    TABLE: ClassVar[type[RowsTable]] = RowsTable
    ABOUT_LINES: ClassVar[int] = 6
    """Maximum lines of the description, including the blank lines around it."""
    heading: str
    """The title of the list."""

    def compose(self) -> ComposeResult:
        yield Static(self.heading, id="title", markup=False)
        yield self.TABLE(cursor_type="row", cursor_foreground_priority="renderable")
        yield from self.compose_empty()
        yield Static("Looking ...", id="about", markup=False)
        yield KeyFooter()

    def compose_empty(self) -> ComposeResult:
        """Yield the content shown instead of an empty table, hidden at first."""
        yield from ()

    @property
    def table(self) -> RowsTable:
        return self.query_one(RowsTable)

    def measure_columns(self) -> Mapping[str, int]:
        """Find the width of each column; 0 for the remaining width."""
        return self.COLUMNS

    def measure_rest(self, widths: Mapping[str, int]) -> int:
        """Find the width of the column that takes what the others leave."""
        left = min(self.size.width, WIDEST) - sum(widths.values()) - 4 - 2 * len(widths)
        return max(left, LEAST_REST)

    def rebuild_table(
        self,
        rows: Iterable[tuple[str, tuple[Text, ...]]],
        titles: Mapping[str, str] | None = None,
    ) -> None:
        """Build the table for the available width; the cursor stays in its row.

        Args:
            rows: The key and the cells of each row.
            titles: Titles of columns that differ from their names.
        """
        table, row = self.table, self.table.cursor_row
        table.clear(columns=True)
        widths = self.measure_columns()
        left = self.measure_rest(widths)
        for name, width in widths.items():
            title = (titles or {}).get(name, name)
            table.add_column(Text(title), width=width or left)
        for key, cells in rows:
            table.add_row(*cells, key=key)
        table.move_cursor(row=max(min(row, table.row_count - 1), 0))

    def on_mount(self) -> None:
        self.query_one("#about").styles.max_height = self.ABOUT_LINES
        self.watch(self.table, "virtual_size", self.place_words)

    def on_resize(self) -> None:
        self.place_words()

    def place_words(self) -> None:
        """Make the table as high as its rows, or let it fill the space."""
        if is_closed(self):
            return
        above = 2 if self.size.height >= 36 else 1 if self.has_class("-usual") else 0
        rows = self.table.virtual_size.height
        fits = above + TITLE_LINES + rows + self.ABOUT_LINES + KEY_LINES <= self.size.height
        self.table.styles.height = "auto" if fits else "1fr"

    def show_message(self, message: str | Content) -> None:
        """Show words about the row under the cursor, unless the screen has been closed."""
        if is_closed(self):
            return
        shown = clean(message, 600) if isinstance(message, str) else message
        self.query_one("#about", Static).update(shown)

    def action_back(self) -> None:
        self.dismiss()
