"""A container that scrolls by keys."""

from typing import ClassVar

from textual.binding import Binding, BindingType
from textual.containers import VerticalScroll


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
