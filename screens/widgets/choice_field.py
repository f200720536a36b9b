"""A field for one of several choices, in one line; left and right choose another."""

from collections.abc import Sequence
from typing import ClassVar

from textual import events
from textual.binding import Binding, BindingType
from textual.content import Content
from textual.message import Message
from textual.reactive import reactive
from textual.widget import Widget


class ChoiceField(Widget, can_focus=True):
    """A field for one of several choices."""

    DEFAULT_CSS = """
    ChoiceField { width: 24; height: 1; margin-right: 2; padding: 0 1; background: $surface; }
    ChoiceField:focus { background: $panel; }
    ChoiceField:disabled { color: $muted; }
    """
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("left", "go(-1)", "Change", key_display="← →"),
        Binding("right,space,enter", "go(1)", show=False),
    ]
    value: reactive[str] = reactive("")
    """The value that is chosen."""

    class Changed(Message):
        """Another one was chosen."""

    def __init__(self, choices: Sequence[tuple[str, str]], value: str) -> None:
        """Offer choices, each with its value, and begin with `value`."""
        super().__init__()
        self.choices = list(choices)
        self.set_reactive(ChoiceField.value, value)

    def render(self) -> Content:
        label = next((label for label, value in self.choices if value == self.value), self.value)
        if self.has_focus:
            return Content.assemble(("◂ ", "$primary"), (label, "bold"), (" ▸", "$primary"))
        return Content(f"  {label}")

    def watch_value(self) -> None:
        self.post_message(self.Changed())

    def on_focus(self) -> None:
        self.refresh()

    def on_blur(self) -> None:
        self.refresh()

    def on_click(self, event: events.Click) -> None:
        """Choose the next one."""
        event.stop()
        self.action_go(1)

    def action_go(self, by: int) -> None:
        """Choose the one before or after."""
        values = [value for _, value in self.choices]
        place = values.index(self.value) if self.value in values else -1
        self.value = values[(place + by) % len(values)]
