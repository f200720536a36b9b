"""The row for an option of a game."""

from typing import ClassVar

from textual import events, on
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.content import Content
from textual.message import Message
from textual.reactive import reactive
from textual.widget import Widget
from textual.widgets import Input, Select

from engine.errors import OptionError
from engine.options import Option
from screens.setup.row import FieldHint, Row
from screens.widgets.input import PrivateInput


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


class OptionRow(Row):
    """A row for an option of a game: its field, what it accepts, and errors."""

    def __init__(self, option: Option, text: str | None) -> None:
        """Offer `text`, or the default."""
        super().__init__(option.label)
        self.option = option
        self.first = text

    def compose_fields(self) -> ComposeResult:
        """Yield the field, the allowed values, and on a wide screen an explanation."""
        option, text = self.option, self.first
        if option.value_type is bool:
            yield YesNo(bool(option.default if text is None else option.parse(text)))
        elif option.choices:
            choices = [(choice, choice) for choice in option.choices]
            value = text or str(option.default)
            yield Select(choices, value=value, allow_blank=False, compact=True)
        else:
            default = option.usual or "blank"
            yield PrivateInput(
                text or "", placeholder=default, password=option.mark.secret, compact=True
            )
        yield FieldHint(self._describe_value(), option.help)

    @property
    def text(self) -> str:
        """The chosen value; empty for the default."""
        if self.option.value_type is bool:
            return "yes" if self.query_one(YesNo).value else "no"
        if self.option.choices:
            return str(self.query_one(Select).value)
        return self.query_one(PrivateInput).value.strip()

    @property
    def differs(self) -> bool:
        """Whether it differs from the default.

        Raises:
            OptionError: If it is not allowed.
        """
        return bool(self.text) and self.option.parse(self.text) != self.option.default

    def check(self) -> str | None:
        """Validate, and show an error beneath.

        Returns:
            The error, or `None`.
        """
        try:
            _ = self.differs
        except OptionError as error:
            self.show_note(str(error), wrong=True)
            return str(error)
        self.show_note(None, wrong=False)
        return None

    @on(Input.Changed)
    @on(Select.Changed)
    @on(YesNo.Changed)
    def validate(self) -> None:
        """Validate, and post `Changed`."""
        self.check()
        self.post_message(self.Changed())

    def _describe_value(self) -> str:
        if self.option.value_type is bool:
            return f"default {'yes' if self.option.default else 'no'}"
        if self.option.value_type is int:
            return f"{self.option.low} to {self.option.high}, default {self.option.usual}"
        chosen = self.option.choices  # a field for text shows its default itself
        return f"default {self.option.usual}" if chosen else ""
