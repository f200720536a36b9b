"""A table of rows to choose from."""

from typing import ClassVar

from rich.segment import Segment
from rich.text import Text
from textual.binding import Binding, BindingType
from textual.strip import Strip
from textual.widgets import DataTable

BAR = "▌"


class RowsTable(DataTable[Text]):
    """A table of rows to choose from; Home and End go to the first and the last row.

    A bar marks the chosen row. Each table's class binds Enter.
    """

    COMPONENT_CLASSES: ClassVar[set[str]] = {"rows--bar"}
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("home", "scroll_top", "First", show=False),
        Binding("end", "scroll_bottom", "Last", show=False),
    ]

    def render_line(self, y: int) -> Strip:
        """Render a line of the table, with the bar if it is the chosen row."""
        line = super().render_line(y)
        row = y + self.scroll_offset.y - self.header_height
        if y < self.header_height or row != self.cursor_row or not self.row_count:
            return line
        bar = Strip([Segment(BAR, self.get_component_rich_style("rows--bar"))])
        return Strip.join([bar, line.crop(1)])
