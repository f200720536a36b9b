"""Widgets that show text as lines, and functions that lay out text as such lines.

Functions wrap, align, shorten and centre lines. There is also a container that scrolls by keys, and
a word that a key hides.
"""

from collections.abc import Sequence
from typing import ClassVar

from textual.binding import Binding, BindingType
from textual.containers import VerticalScroll
from textual.content import Content
from textual.geometry import Size
from textual.reactive import reactive
from textual.widget import Widget

BLANK = Content("")


class Lines(Widget):
    """A widget of text lines; subclasses lay them out for a width."""

    DEFAULT_CSS = "Lines { width: 1fr; height: auto; }"

    def layout_lines(self, width: int) -> list[Content]:
        """Lay out the lines, none wider than `width` cells."""
        raise NotImplementedError

    def get_content_height(self, container: Size, viewport: Size, width: int) -> int:  # noqa: ARG002
        return len(self.layout_lines(max(width, 1)))

    def render(self) -> Content:
        return Content("\n").join(self.layout_lines(max(self.content_size.width, 1)))


class ViewLines[View](Lines):
    """Lines built from a view; `show` replaces the view."""

    def __init__(self, view: View | None = None) -> None:
        super().__init__()
        self.view = view

    def show(self, view: View) -> None:
        """Show another view."""
        self.view = view
        self.refresh(layout=True)

    def layout_lines(self, width: int) -> list[Content]:
        """The lines for the view; none before there is one."""
        return [] if self.view is None else self.build_lines(self.view, width)

    def build_lines(self, view: View, width: int) -> list[Content]:
        """Build the lines for `view`, none wider than `width` cells."""
        raise NotImplementedError


def lay_out_row(cells: Sequence[Content], widths: Sequence[int]) -> list[Content]:
    """Lay out a row of a table: wrap each cell to its width less one blank.

    Nothing is cut: long words are folded, and wide characters count as two cells. Columns are
    at least one cell wide.
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
    """Lay out two texts at the ends of one line; one above the other if they do not fit."""
    gap = width - left.cell_length - right.cell_length
    if gap < 2:
        return [*left.wrap(width), *right.wrap(width)]
    return [Content.assemble(left, " " * gap, right)]


def shorten(text: Content, width: int, rows: int) -> list[Content]:
    """Wrap a text into at most `rows` rows; the last ends in an ellipsis if there is more."""
    lines = text.wrap(width)
    if len(lines) <= rows:
        return lines
    return [*lines[: rows - 1], Content(" ").join(lines[rows - 1 :]).truncate(width, ellipsis=True)]


def join_fitting(parts: Sequence[Content], width: int) -> Content:
    """Join texts with two blanks; those that do not fit into the line begin another, whole."""
    lines: list[Content] = []
    for part in parts:
        if lines and lines[-1].cell_length + 2 + part.cell_length <= width:
            lines[-1] = Content.assemble(lines[-1], "  ", part)
        else:
            lines.append(part)
    return Content("\n").join(lines)


def centre_text(text: Content, width: int) -> list[Content]:
    """Wrap a text to `width` and centre its lines, which are about equally long."""
    lines = text.wrap(width)
    if len(lines) > 1 and "\n" not in text.plain:
        least = text.cell_length // len(lines)
        even = (text.wrap(narrower) for narrower in range(least, width))
        lines = next((rows for rows in even if len(rows) <= len(lines)), lines)
    return [line.pad_left((width - line.cell_length) // 2) for line in lines]


class Scroll(VerticalScroll, inherit_bindings=False):
    """A container that scrolls by keys if its content does not fit; ignores Left and Right."""

    DEFAULT_CSS = "Scroll { scrollbar-size-vertical: 1; scrollbar-gutter: stable; }"
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("up", "scroll_up", show=False),
        Binding("down", "scroll_down", show=False),
        Binding("pageup", "page_up", show=False),
        Binding("pagedown", "page_down", show=False),
    ]

    def allow_focus(self) -> bool:
        """Whether there is anything to scroll."""
        return self.max_scroll_y > 0

    def watch_show_vertical_scrollbar(self) -> None:
        """Show or hide the keys that scroll."""
        if self.is_mounted:
            self.screen.refresh_bindings()


MASK = "• • • • •"
"""The same for every word, so that its length reveals nothing."""
SHOW = Binding(
    "f6", "show_secret", "Your word", key_display="F6", tooltip="Hide your word, or show it"
)
"""The binding of a screen with a secret; its action toggles the secret."""


class Secret(Lines):
    """A word that a key shows and hides."""

    DEFAULT_CSS = "Secret { height: auto; }"

    shown: reactive[bool] = reactive(False, layout=True)
    """Whether the word is shown."""

    def __init__(self, label: str, word: str, *, shown: bool = False) -> None:
        """Show `word`, or hide it at first; `label` says what it is."""
        super().__init__(id="secret")
        self.set_reactive(Secret.shown, shown)
        self.label = label
        self.word = word

    def toggle(self) -> None:
        """Show or hide the word."""
        self.shown = not self.shown

    def on_click(self) -> None:
        self.toggle()

    def layout_lines(self, width: int) -> list[Content]:
        """The label, and the word or the mask."""
        word = (self.word, "bold $primary") if self.shown else (MASK, "$muted")
        how = "F6 hides it" if self.shown else "F6 shows it"
        return Content.assemble((f"{self.label}  ", "$muted"), word, (f"   {how}", "$muted")).wrap(
            width
        )
