"""What is read by scrolling."""

from typing import ClassVar

from textual.binding import Binding, BindingType
from textual.containers import VerticalScroll


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
