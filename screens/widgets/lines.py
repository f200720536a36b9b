"""Text that is laid out for the width it gets."""

from collections.abc import Sequence
from typing import ClassVar

from textual.binding import Binding, BindingType
from textual.containers import VerticalScroll
from textual.content import Content
from textual.geometry import Size
from textual.widget import Widget

BLANK = Content("")


class Lines(Widget):
    """A widget that is nothing but lines of text, made for its width."""

    DEFAULT_CSS = "Lines { width: 1fr; height: auto; }"

    def layout_lines(self, width: int) -> list[Content]:
        """The lines, none wider than `width` cells."""
        raise NotImplementedError

    def get_content_height(self, container: Size, viewport: Size, width: int) -> int:  # noqa: ARG002
        """As many rows as there are lines."""
        return len(self.layout_lines(max(width, 1)))

    def render(self) -> Content:
        """All the lines."""
        return Content("\n").join(self.layout_lines(max(self.content_size.width, 1)))


class ViewLines[View](Lines):
    """Lines built from a view; `show` replaces the view."""

    def __init__(self, view: View | None = None) -> None:
        """Tell `view`; nothing yet if left out."""
        super().__init__()
        self.view = view

    def show(self, view: View) -> None:
        """Tell another view."""
        self.view = view
        self.refresh(layout=True)

    def layout_lines(self, width: int) -> list[Content]:
        """The lines for the view; none before there is one."""
        return [] if self.view is None else self.build_lines(self.view, width)

    def build_lines(self, view: View, width: int) -> list[Content]:
        """Build the lines for `view`, none wider than `width` cells."""
        raise NotImplementedError


def side_by_side(cells: Sequence[Content], widths: Sequence[int]) -> list[Content]:
    """One row of a table: cells wrapped into columns of these widths, a blank cell between them.

    Nothing is cut: a long word is folded, and wide characters count as two cells. A column that
    a sliver of a terminal leaves no room for is a cell wide.
    """
    widths = [max(width, 2) for width in widths]
    columns = [cell.wrap(width - 1) or [BLANK] for cell, width in zip(cells, widths, strict=True)]
    rows = []
    for place in range(max(map(len, columns))):
        parts = []
        for column, width in zip(columns, widths, strict=True):
            part = column[place] if place < len(column) else BLANK
            parts.append(part.pad_right(max(width - part.cell_length, 0)))
        rows.append(Content("").join(parts).rstrip())
    return rows


def spread(left: Content, right: Content, width: int) -> list[Content]:
    """Two texts on one line, at its ends; one beneath the other where they do not fit."""
    gap = width - left.cell_length - right.cell_length
    if gap < 2:
        return [*left.wrap(width), *right.wrap(width)]
    return [Content.assemble(left, " " * gap, right)]


def centred(text: Content, width: int) -> list[Content]:
    """A text wrapped to `width`, each line of it in the middle."""
    return [line.pad_left((width - line.cell_length) // 2) for line in text.wrap(width)]


class Scroll(VerticalScroll, inherit_bindings=False):
    """Scrolls by keys only when there is more than fits; leaves left and right to the screen."""

    DEFAULT_CSS = "Scroll { scrollbar-size-vertical: 1; scrollbar-gutter: stable; }"
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("up", "scroll_up", show=False),
        Binding("down", "scroll_down", show=False),
        Binding("pageup", "page_up", show=False),
        Binding("pagedown", "page_down", show=False),
    ]

    def allow_focus(self) -> bool:
        """Nothing to do here unless there is more than fits."""
        return self.max_scroll_y > 0
