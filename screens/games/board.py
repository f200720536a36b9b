"""Base widgets for boards, which show a game's public state, and a board of a view's fields."""

from collections.abc import Iterator
from dataclasses import fields, is_dataclass
from typing import Any, Protocol

from textual.app import ComposeResult
from textual.content import Content
from textual.widget import Widget

from engine.games.default_parts import UNTOLD
from screens.games import Board
from screens.players import SeatNames
from screens.widgets.lines import Scroll, ViewLines, side_by_side

LABEL_WIDTH = 20
"""Cells of the widest column of field names."""


class ShowsView[View](Protocol):
    """A part of a board."""

    def show(self, view: View) -> None:
        """Show `view` instead of the one before."""


class StackedBoard[View](Board[View]):
    """Parts below one another that each show the same view."""

    DEFAULT_CSS = "StackedBoard { height: 1fr; padding: 0 1; }"

    def __init__(self, *parts: Widget) -> None:
        """Stack `parts`; each of them has a method `show(view)`."""
        super().__init__()
        self.parts = parts

    def compose(self) -> ComposeResult:
        yield from self.parts

    def show(self, view: View) -> None:
        """Show `view` in every part."""
        for part in self.parts:
            part.show(view)  # type: ignore[attr-defined]


class StatusLine[View](ViewLines[View]):
    """Round and score in one line, at the top of boards and forms."""

    DEFAULT_CSS = "StatusLine { border-bottom: solid $faint; }"


class NamedLines[View](ViewLines[View]):
    """Lines of a view that call the seats by their players."""

    def __init__(self, names: SeatNames, view: View | None = None) -> None:
        """Call the seats as `names` does."""
        super().__init__(view)
        self.names = names


class TurnLine[View](NamedLines[View]):
    """Whose turn it is, between the other parts of a board."""

    DEFAULT_CSS = "TurnLine { margin: 1 0; }"


class ScrolledView[View](Scroll):
    """Lines of a view that scroll; the last of them, which is the latest, is in sight."""

    DEFAULT_CSS = "ScrolledView { height: 1fr; min-height: 4; }"

    def __init__(self, content: ViewLines[View]) -> None:
        """Scroll `content`."""
        super().__init__(content)
        self.content_lines = content

    def on_mount(self) -> None:
        """Begin at the end."""
        self.scroll_end(animate=False)

    def show(self, view: View) -> None:
        """Show the lines of another view, from the end."""
        self.content_lines.show(view)
        if self.is_mounted:
            self.scroll_end(animate=False)


class ViewFields(ViewLines[Any]):
    """The fields of a view, a line each: what there is to see before a game has its own board."""

    def build_lines(self, view: Any, width: int) -> list[Content]:  # noqa: ANN401
        """Each field that holds something, with its name."""
        rows = list(list_fields(view))
        if not rows:
            return []
        label = min(max(len(name) for name, _ in rows) + 2, LABEL_WIDTH, width // 2)
        return [
            line
            for name, text in rows
            for line in side_by_side(
                (Content.styled(name, "$muted"), Content(text)), (label, width - label + 1)
            )
        ]


def list_fields(view: Any) -> Iterator[tuple[str, str]]:  # noqa: ANN401
    """Name and value of each field of a view that is not empty, as text.

    A sequence of dataclasses, such as finished rounds, is one entry for each of them.
    """
    for field in fields(view):
        if field.name in UNTOLD:
            continue
        name, value = field.name.replace("_", " ").capitalize(), getattr(view, field.name)
        if isinstance(value, list | tuple) and any(map(is_dataclass, value)):
            for number, item in enumerate(value, 1):
                yield f"{name} {number}", format_value(item)
        elif value not in (None, "", (), [], {}):
            yield name, format_value(value)


def format_value(value: object) -> str:
    """A value of a view as plain text: `yes`, `3, 1, 4`, `seat: p1, word: pie`; `-` for `None`."""
    if value is None:
        return "-"
    if isinstance(value, bool):
        return "yes" if value else "no"
    if is_dataclass(value):
        pairs = ((field.name, getattr(value, field.name)) for field in fields(value))
        return ", ".join(f"{name.replace('_', ' ')}: {format_value(one)}" for name, one in pairs)
    if isinstance(value, dict):
        return ", ".join(f"{format_value(key)}: {format_value(one)}" for key, one in value.items())
    if isinstance(value, list | tuple | set | frozenset):
        return ", ".join(format_value(one) for one in value)
    return str(value)
