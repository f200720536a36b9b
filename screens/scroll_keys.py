"""Page keys for the part of a screen that scrolls."""

from typing import ClassVar

from textual.binding import Binding, BindingType
from textual.screen import Screen
from textual.widget import Widget


class ScrollKeys[Answer](Screen[Answer]):
    """A screen on which PgUp and PgDn scroll one part, wherever the focus is."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("pageup", "scroll_back", "Scroll", key_display="PgUp/PgDn", priority=True),
        Binding("pagedown", "scroll_on", show=False, priority=True),
    ]

    @property
    def scrolled(self) -> Widget | None:
        """The widget that PgUp and PgDn scroll."""
        return None

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """Hide the scrolling keys where nothing scrolls."""
        if action in ("scroll_back", "scroll_on"):
            return self.scrolled is not None and self.scrolled.show_vertical_scrollbar
        return super().check_action(action, parameters)

    def action_scroll_back(self) -> None:
        """Scroll a page up."""
        if self.scrolled is not None:
            self.scrolled.action_page_up()

    def action_scroll_on(self) -> None:
        """Scroll a page down."""
        if self.scrolled is not None:
            self.scrolled.action_page_down()
