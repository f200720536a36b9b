"""A field for yes or no."""

from typing import ClassVar

from textual import events
from textual.binding import Binding, BindingType
from textual.content import Content
from textual.message import Message
from textual.reactive import reactive
from textual.widget import Widget


class YesNo(Widget, can_focus=True):
    """A field for yes or no."""

    DEFAULT_CSS = """
    YesNo { width: 24; height: 1; margin-right: 2; padding: 0 1; background: $surface; }
    """
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("space,enter,left,right", "flip", "Yes/no", key_display="Space"),
        Binding("y", "answer(True)", "Yes", show=False),
        Binding("n", "answer(False)", "No", show=False),
    ]
    value: reactive[bool] = reactive(False)

    class Changed(Message):
        """The answer was changed."""

    def __init__(self, value: bool) -> None:
        """Begin with `value`."""
        super().__init__()
        self.set_reactive(YesNo.value, value)

    def render(self) -> Content:
        chosen, other = "bold $primary" if self.has_focus else "bold", "$muted"
        return Content.assemble(
            ("● yes" if self.value else "○ yes", chosen if self.value else other),
            "   ",
            ("○ no" if self.value else "● no", other if self.value else chosen),
        )

    def watch_value(self) -> None:
        self.post_message(self.Changed())

    def on_click(self, event: events.Click) -> None:
        """Choose the clicked word."""
        self.value = event.x < 8

    def action_flip(self) -> None:
        """Choose the other word."""
        self.value = not self.value

    def action_answer(self, value: bool) -> None:
        """Choose this word."""
        self.value = value
