"""The base of screens that list things in a table and say more of the one under the cursor."""

from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any, ClassVar

from rich.text import Text
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.screen import Screen
from textual.widgets import DataTable, Static

from engine.text import clean
from screens.widgets.keys import KeyFooter

WIDEST = 110
"""The largest width of a table, in cells."""
LEAST_REST = 10
"""The smallest width of the column that takes what is left."""


class RowsTable(DataTable[Text]):
    """A table of rows to choose from; Home and End go to the first and the last row.

    What Enter does is said by the class of each table.
    """

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("home", "scroll_top", "First", show=False),
        Binding("end", "scroll_bottom", "Last", show=False),
    ]


class ListScreen[Result](Screen[Result]):
    """A title, a table, a few words about the row under the cursor, and the keys."""

    CSS_PATH: ClassVar[Any] = [Path(__file__).with_suffix(".tcss")]
    VERTICAL_BREAKPOINTS = [(36, "-tall")]  # noqa: RUF012
    COLUMNS: ClassVar[Mapping[str, int]]
    """Columns and their widths in cells; the one with 0 takes what is left."""
    TABLE: ClassVar[type[RowsTable]] = RowsTable
    heading: str
    """What is listed."""

    def compose(self) -> ComposeResult:
        yield Static(self.heading, id="title", markup=False)
        yield self.TABLE(cursor_type="row")
        yield from self.compose_empty()
        yield Static("Looking ...", id="about", markup=False)
        yield KeyFooter()

    def compose_empty(self) -> ComposeResult:
        """Yield what stands in place of an empty table, hidden at first."""
        yield from ()

    @property
    def table(self) -> RowsTable:
        return self.query_one(RowsTable)

    @property
    def is_closed(self) -> bool:
        """Whether the table is gone, as after the screen was closed in the meantime."""
        return not self.query(RowsTable)

    def measure_columns(self) -> Mapping[str, int]:
        """Find the width of each column; 0 for what is left."""
        return self.COLUMNS

    def rebuild_table(
        self,
        rows: Iterable[tuple[str, tuple[Text, ...]]],
        titles: Mapping[str, str] | None = None,
    ) -> None:
        """Build the table for the width that there is; the cursor stays in its row.

        Args:
            rows: The key and the cells of each row.
            titles: Titles of columns that differ from their names.
        """
        table, row = self.table, self.table.cursor_row
        table.clear(columns=True)
        widths = self.measure_columns()
        left = min(self.size.width, WIDEST) - sum(widths.values()) - 4 - 2 * len(widths)
        for name, width in widths.items():
            title = (titles or {}).get(name, name)
            table.add_column(Text(title), width=width or max(left, LEAST_REST))
        for key, cells in rows:
            table.add_row(*cells, key=key)
        table.move_cursor(row=max(min(row, table.row_count - 1), 0))

    def show_message(self, message: str) -> None:
        """Show words about the row under the cursor."""
        self.query_one("#about", Static).update(clean(message, 600))

    def action_back(self) -> None:
        self.dismiss()
