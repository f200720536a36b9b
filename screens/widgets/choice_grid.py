"""A grid of values, such as words, of which one is chosen with the arrow keys or the mouse."""

from collections.abc import Sequence
from typing import ClassVar

from textual.binding import Binding, BindingType
from textual.content import Content
from textual.events import Click
from textual.message import Message
from textual.reactive import reactive

from screens.widgets.lines import Lines

GAP = 2
"""Cells between two columns."""
MARK = "▸ "
"""Stands before the chosen value."""


class ChoiceGrid(Lines, can_focus=True):
    """A grid of labels; what is chosen is marked."""

    DEFAULT_CSS = """
    ChoiceGrid { height: auto; padding: 0 1; }
    ChoiceGrid:focus { background: $boost; }
    """
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("left", "move(-1, 0)", show=False),
        Binding("right", "move(1, 0)", show=False),
        Binding("up", "move(0, -1)", show=False),
        Binding("down", "move(0, 1)", show=False),
    ]

    place: reactive[int] = reactive(0)
    """The place of the chosen value."""

    class Changed(Message):
        """Another value was chosen."""

    def __init__(self, labels: Sequence[str]) -> None:
        """Offer `labels`, of which the first is chosen at the beginning."""
        super().__init__()
        self.labels = tuple(labels)

    @property
    def cell_width(self) -> int:
        """The width of a column without its gap."""
        return max(map(len, self.labels), default=0) + len(MARK)

    def count_columns(self, width: int) -> int:
        """Count the columns that fit into a width."""
        return max((width + GAP) // (self.cell_width + GAP), 1)

    def layout_lines(self, width: int) -> list[Content]:
        """Lay out as many columns as fit; the chosen value is marked."""
        columns = self.count_columns(width)
        cells = [self.format_cell(place) for place in range(len(self.labels))]
        return [
            Content(" " * GAP).join(cells[start : start + columns])
            for start in range(0, len(cells), columns)
        ]

    def format_cell(self, place: int) -> Content:
        """Format a value, which is never parsed as markup."""
        chosen = place == self.place
        text = f"{MARK if chosen else ' ' * len(MARK)}{self.labels[place]}".ljust(self.cell_width)
        return Content.styled(text, "bold $primary") if chosen else Content(text)

    def watch_place(self) -> None:
        """Draw the mark, and tell the form."""
        self.refresh(layout=True)
        self.post_message(self.Changed())

    def action_move(self, columns: int, rows: int) -> None:
        """Choose a neighbour; beyond the first and the last row, leave the grid."""
        wide = self.count_columns(self.content_size.width)
        place = self.place + columns + rows * wide
        if 0 <= place < len(self.labels):
            self.place = place
        elif rows < 0:
            self.screen.focus_previous()
        elif rows > 0:
            self.screen.focus_next()

    def on_click(self, event: Click) -> None:
        """Choose the value under the pointer."""
        at = event.get_content_offset(self)
        if at is None:
            return
        wide = self.count_columns(self.content_size.width)
        column = at.x // (self.cell_width + GAP)
        place = at.y * wide + column
        if column < wide and place < len(self.labels):
            self.place = place
