"""The results of an experiment run as a matrix of line-ups."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import ClassVar

from rich.cells import cell_len, set_cell_size
from rich.segment import Segment
from rich.style import Style
from textual import events
from textual.binding import Binding, BindingType
from textual.color import Color
from textual.message import Message
from textual.reactive import reactive
from textual.strip import Strip
from textual.widget import Widget

from lab.analysis.live.matrix import Matrix
from lab.analysis.live.matrix_cell import Cell
from lab.analysis.matrix_layout import Place, format_value
from lab.analysis.measure import Measure
from lab.run.lineup import Value

STOPS = tuple(
    map(
        Color.parse,
        (
            "#00224e #123570 #3b496c #575d6d #707173 #8a8678 #a59c74 #c3b369 #fee838".split()  # noqa: SIM905
        ),
    )
)
"""The colour map cividis, readable with all kinds of colour vision and in greyscale."""


MARKS = "▁▂▃▄▅▆▇█"
"""Bars that show the size of a figure without colours."""


GAP = 2
"""Columns between cells, which hold the bars beside the chosen cell."""


NARROWEST, WIDEST = 8 + GAP, 60 + GAP
"""Widths of a cell, the gap after it included."""


MAX_LABEL = 20


@dataclass(frozen=True, slots=True)
class Shape:
    """The layout of a matrix in the widget."""

    label: int
    """The width of the names of rows."""
    width: int
    """The width of a cell, the gap after it included."""
    height: int
    """The lines of a cell."""
    gap: int
    """The lines between cells."""
    rows: int
    """The number of visible rows."""
    columns: int


class MatrixView(Widget, can_focus=True):
    """Shows one measure of the line-ups; a cursor chooses one of them."""

    DEFAULT_CSS = "MatrixView { height: 1fr; width: 1fr; }"
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("up", "move(-1, 0)", show=False),
        Binding("down", "move(1, 0)", show=False),
        Binding("left", "move(0, -1)", show=False),
        Binding("right", "move(0, 1)", show=False),
        Binding("home", "move(-9999, -9999)", show=False),
        Binding("end", "move(9999, 9999)", show=False),
        Binding("pageup", "move(-8, 0)", show=False),
        Binding("pagedown", "move(8, 0)", show=False),
    ]
    HEAD = 2
    """Lines above the cells."""
    row: reactive[int] = reactive(0)
    column: reactive[int] = reactive(0)

    class Moved(Message):
        """The cursor is at another cell."""

    class Chosen(Message):
        """The cell under the cursor was clicked."""

    def __init__(self) -> None:
        super().__init__()
        self.matrix: Matrix | None = None
        self.measure: Measure | None = None
        self.facet: tuple[Value, ...] = ()
        self._first = 0, 0

    def show(self, matrix: Matrix, measure: Measure | None, facet: tuple[Value, ...]) -> None:
        """Show a measure of a matrix; without one, the progress of its trials."""
        self.matrix, self.measure, self.facet = matrix, measure, facet
        self.row = min(self.row, len(matrix.rows) - 1)
        self.column = min(self.column, len(matrix.columns) - 1)
        self.refresh()

    @property
    def place(self) -> Place | None:
        """The position of the cursor."""
        if self.matrix is None:
            return None
        return self.facet, self.matrix.rows[self.row], self.matrix.columns[self.column]

    @property
    def cell(self) -> Cell | None:
        """The cell at the cursor; `None` if there is no such line-up."""
        return self.matrix.cells.get(self.place) if self.matrix and self.place else None

    def action_move(self, down: int, right: int) -> None:
        """Move the cursor."""
        if self.matrix is None:
            return
        self.row = min(max(self.row + down, 0), len(self.matrix.rows) - 1)
        self.column = min(max(self.column + right, 0), len(self.matrix.columns) - 1)
        self.post_message(self.Moved())

    def on_focus(self) -> None:
        self.refresh()

    def on_blur(self) -> None:
        self.refresh()

    def on_click(self, event: events.Click) -> None:
        """Move the cursor to the cell that was clicked, or choose it if it is there already."""
        if self.matrix is None:
            return
        shape, (top, left) = self.shape, self._first
        row = top + (event.y - self.HEAD) // (shape.height + shape.gap)
        column = left + (event.x - shape.label) // shape.width
        inside = event.y >= self.HEAD and event.x >= shape.label
        if not inside or row >= len(self.matrix.rows) or column >= len(self.matrix.columns):
            return
        if (row, column) == (self.row, self.column):
            self.post_message(self.Chosen())
        else:
            self.row, self.column = row, column
            self.post_message(self.Moved())

    @property
    def shape(self) -> Shape:
        """The layout for the current size."""
        assert self.matrix is not None
        rows, columns = self.matrix.rows, self.matrix.columns
        names = [self.matrix.row_name, *map(format_row, rows)]
        label = min(max(map(cell_len, names)), MAX_LABEL) + GAP
        room = max(self.size.width - label, NARROWEST)
        width = min(max(room // len(columns), NARROWEST), WIDEST)
        height = self.size.height - self.HEAD
        shapes = [(7, 1), (5, 1), (3, 1), (3, 0), (2, 0), (1, 0)]
        lines, gap = next(
            (one for one in shapes if len(rows) * sum(one) - one[1] <= height), (1, 0)
        )
        shown = max(1, (height + gap) // (lines + gap))
        return Shape(label, width, lines, gap, shown, max(1, room // width))

    def _scroll(self, shape: Shape) -> tuple[int, int]:
        """Find the first visible row and column, so that the cursor is visible."""
        assert self.matrix is not None
        found = []
        for at, first, shown, count in (
            (self.row, self._first[0], shape.rows, len(self.matrix.rows)),
            (self.column, self._first[1], shape.columns, len(self.matrix.columns)),
        ):
            lowest = max(at - shown + 1, 0)
            found.append(min(max(first, lowest), at, max(count - shown, 0)))
        self._first = found[0], found[1]
        return self._first

    def render_line(self, y: int) -> Strip:
        """One line of the names of columns, or of a row of cells."""
        matrix, plain = self.matrix, self.rich_style
        if matrix is None:
            return Strip.blank(self.size.width, plain)
        shape = self.shape
        top, left = self._scroll(shape)
        shown = range(left, min(left + shape.columns, len(matrix.columns)))
        if y < self.HEAD:
            segments = list(self._render_head(y, shape, shown, top))
        else:
            number, line = divmod(y - self.HEAD, shape.height + shape.gap)
            row = top + number
            if row >= len(matrix.rows) or number >= shape.rows or line >= shape.height:
                return Strip.blank(self.size.width, plain)
            name = format_row(matrix.rows[row]) if line == (shape.height - 1) // 2 else ""
            style = self._build_style("primary") if row == self.row and self.has_focus else plain
            style += Style(bold=row == self.row and self.has_focus)
            segments = [Segment(set_cell_size(name, shape.label - GAP), style)]
            for column in shown:
                segments.append(self._render_gap(row, column))
                segments += self._render_cell(row, column, line, shape)
            segments.append(self._render_gap(row, shown.stop))
        return Strip(segments).adjust_cell_length(self.size.width, plain)

    def _render_head(self, y: int, shape: Shape, shown: range, top: int) -> Iterator[Segment]:
        matrix, muted = self.matrix, self._build_style("muted")
        assert matrix is not None
        if y == 0:
            parts = []
            if len(matrix.columns) > len(shown):
                parts.append(f"columns {shown[0] + 1} to {shown[-1] + 1} of {len(matrix.columns)}")
            if len(matrix.rows) > shape.rows:
                last = min(top + shape.rows, len(matrix.rows))
                parts.append(f"rows {top + 1} to {last} of {len(matrix.rows)}")
            hint = f"   ({', '.join(parts)})" if parts else ""
            name = matrix.column_name.center(shape.width * len(shown) - GAP)
            yield Segment(" " * shape.label + f"{name.rstrip()}{hint}", muted)
            return
        yield Segment(set_cell_size(matrix.row_name, shape.label - 1) + " ", muted)
        for column in shown:
            name = format_value(matrix.columns[column]) if matrix.column_name else ""
            here = column == self.column and self.has_focus
            style = self._build_style("primary") + Style(bold=True) if here else self.rich_style
            name = shorten(name, shape.width - GAP).center(shape.width - GAP)
            yield Segment(set_cell_size(name, shape.width), style)

    def _render_gap(self, row: int, column: int) -> Segment:
        """The gap to the left of a cell, with a bar if the cursor is at one of its two sides."""
        left, right = ((row, one) == (self.row, self.column) for one in (column - 1, column))
        bar = "▐ " if left else " ▌" if right else "  "
        return Segment(bar if self.has_focus else "  ", self._build_style("primary"))

    def _render_cell(self, row: int, column: int, line: int, shape: Shape) -> Iterator[Segment]:
        """Render a line of a cell: its figure, coloured in proportion to its finished trials."""
        matrix, width = self.matrix, shape.width - GAP
        assert matrix is not None
        cell = matrix.cells.get((self.facet, matrix.rows[row], matrix.columns[column]))
        if cell is None:
            yield Segment(" " * width, self.rich_style)
            return
        found = cell.estimate(self.measure) if self.measure else None
        value, error = (found.value, found.error) if found else (None, None)
        here = self.has_focus and (row, column) == (self.row, self.column)
        share = self._share(value)
        texts = self._list_texts(cell, value, error, share, shape.height)
        text = texts[line]
        if here and line == texts.index(next(filter(None, texts))) and cell_len(text) + 4 <= width:
            text = f"▸ {text} ◂"
        text = set_cell_size(shorten(text, width).center(width), width)
        filled = width * min(cell.done, cell.planned) // max(cell.planned, 1)
        empty = self._build_style("foreground", "panel")
        if share is None:
            full = self._build_style("muted", "panel")
        else:
            ground = blend(share)
            full = Style.from_color(ground.get_contrast_text(0.95).rich_color, ground.rich_color)
        strength = Style(bold=here)
        yield Segment(text[:filled], full + strength)
        yield Segment(text[filled:], empty + strength)

    def _list_texts(
        self,
        cell: Cell,
        value: float | None,
        error: float | None,
        share: float | None,
        height: int,
    ) -> tuple[str, ...]:
        """Build the lines of a cell: figure, error, progress."""
        over = cell.done >= cell.planned
        count = f"n = {cell.done:,}" if over else f"{cell.done:,}/{cell.planned:,}"
        if cell.failed:
            count += f" ✗{cell.failed:,}"
        if cell.left_out:
            count += f" ⊘{cell.left_out:,}"
        if value is None or self.measure is None:
            lines = [count if cell.done else "·"]
        else:
            figure = format_figure(value)
            if self.app.no_color:
                mark = MARKS[min(int((share or 0.0) * len(MARKS)), len(MARKS) - 1)]
                figure = f"{mark} {figure}"
            spread = [] if error is None else [f"± {format_figure(error)}"]
            lines = [figure, *spread, count]
            if len(lines) > height > 1 and over and not (cell.failed or cell.left_out):
                lines = [figure, *spread]
            elif len(lines) > height:
                lines = [figure, count]
        lines = lines[:height]
        above = (height - len(lines)) // 2
        return ("",) * above + tuple(lines) + ("",) * (height - above - len(lines))

    def _share(self, value: float | None) -> float | None:
        """Compute the position of a figure on the colour scale, from 0 to 1."""
        if value is None or self.matrix is None or self.measure is None:
            return None
        low, high = self.matrix.find_scale(self.measure)
        return min(max((value - low) / (high - low), 0.0), 1.0) if high > low else 0.5

    def _build_style(self, ink: str, ground: str = "background") -> Style:
        colours = self.app.theme_variables
        return Style.from_color(
            Color.parse(colours[ink]).rich_color, Color.parse(colours[ground]).rich_color
        )


def blend(share: float) -> Color:
    """The colour of a figure, from 0 to 1."""
    place = share * (len(STOPS) - 1)
    first = min(int(place), len(STOPS) - 2)
    return STOPS[first].blend(STOPS[first + 1], place - first)


def format_figure(value: float) -> str:
    """Format a figure in a narrow cell."""
    return f"{value:.2f}"


def format_row(value: Value) -> str:
    """The name of a row; empty if it is the only one."""
    return shorten(format_value(value), MAX_LABEL)


def shorten(text: str, width: int) -> str:
    """A text that fits, with an ellipsis where something is missing."""
    return text if cell_len(text) <= width else set_cell_size(text, max(width - 1, 0)) + "…"
