"""The public table: base widgets of boards, and lines about a view."""

from collections.abc import Iterable, Sequence

from textual.app import ComposeResult
from textual.containers import Vertical
from textual.content import Content
from textual.widget import Widget

from screens.players.seat_names import SeatNames
from screens.widgets.lines import ViewLines
from screens.widgets.scroll import Scroll
from screens.widgets.text_layout import BLANK


class Board[View](Vertical):
    """Base class of boards, which show the public table."""

    def show(self, view: View) -> None:
        """Replace the shown view."""
        raise NotImplementedError


class StackedBoard[View](Board[View]):
    """A board of widgets in a column that all show the same view."""

    DEFAULT_CSS = "StackedBoard { height: 1fr; padding: 0 1; }"

    def __init__(self, *parts: Widget) -> None:
        """Create a board of `parts`, widgets with a method `show(view)`."""
        super().__init__()
        self.parts = parts

    def compose(self) -> ComposeResult:
        yield from self.parts

    def show(self, view: View) -> None:
        """Replace the view in every part."""
        for part in self.parts:
            part.show(view)  # type: ignore[attr-defined]


class StatusLine[View](ViewLines[View]):
    """One line with round and score, at the top of boards and forms."""

    DEFAULT_CSS = "StatusLine { border-bottom: solid $faint; }"


class NamedLines[View](ViewLines[View]):
    """Lines about a view that write players' names for seats.

    Subclasses override `list_lines`, or `build_lines` to lay the lines out themselves.
    """

    def __init__(self, names: SeatNames, view: View | None = None) -> None:
        """Write the players of `names` for the seats."""
        super().__init__(view)
        self.names = names

    def list_lines(self, view: View) -> Iterable[Content]:
        """Yield the lines for `view`; long lines are wrapped."""
        raise NotImplementedError

    def build_lines(self, view: View, width: int) -> list[Content]:
        return [part for line in self.list_lines(view) for part in line.wrap(width) or [BLANK]]


class TurnLine[View](NamedLines[View]):
    """A line between parts of a board that says whose turn it is."""

    DEFAULT_CSS = "TurnLine { margin: 1 0; }"


class Narration(NamedLines[Sequence[str]]):
    """Lines of the narration of a match."""

    def list_lines(self, view: Sequence[str]) -> Iterable[Content]:
        return map(self.names.format_sentence, view)


class ScrolledView[View](Scroll):
    """A scrollable container for lines, which starts at the last line."""

    DEFAULT_CSS = "ScrolledView { height: 1fr; min-height: 4; }"

    def __init__(self, content: ViewLines[View]) -> None:
        """Create a container for `content`."""
        super().__init__(content)
        self.content_lines = content

    def on_mount(self) -> None:
        """Scroll to the end."""
        self.scroll_end(animate=False)

    def show(self, view: View) -> None:
        """Replace the view, and scroll to the end."""
        self.content_lines.show(view)
        if self.is_mounted:
            self.scroll_end(animate=False)
