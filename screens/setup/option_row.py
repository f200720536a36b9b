"""The row for an option of a game."""

from collections.abc import Mapping
from typing import Any, ClassVar

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
from screens.setup.form_row import FieldHint, Row
from screens.widgets.choice_field import ChoiceField
from screens.widgets.private_input import PrivateInput


class NumberField(PrivateInput):
    """A field for a number, which + and - change."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("plus", "step(1)", "Change", key_display="+ -", priority=True),
        Binding("minus", "step(-1)", show=False, priority=True),
    ]

    def __init__(self, text: str, option: Option, default: object, placeholder: str) -> None:
        """Begin with `text`; a blank field means `default`, which `placeholder` says."""
        super().__init__(text, placeholder=placeholder, compact=True)
        self.option = option
        self.default = default

    def action_step(self, by: int) -> None:
        """Change the number, as far as it may go."""
        option = self.option
        now = option.decode(self.value) if self.value.strip() else self.default
        if isinstance(now, int) and option.low is not None and option.high is not None:
            self.value = str(min(max(now + by, option.low), option.high))
            self.cursor_position = len(self.value)


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

    def __init__(
        self, option: Option, text: str | None, others: Mapping[str, Any] | None = None
    ) -> None:
        """Offer `text`, or the default, which may follow from the values of other options."""
        super().__init__(option.label)
        self.option = option
        self.first = text
        self.default = option.find_default(others or {})
        """The value if the field is blank."""

    def compose_fields(self) -> ComposeResult:
        """Yield the field, the allowed values, and on a wide screen an explanation."""
        option, text = self.option, self.first
        if option.value_type is bool:
            yield YesNo(bool(option.default if text is None else option.parse(text)))
        elif option.choices:
            choices = [(choice, choice) for choice in option.choices]
            yield ChoiceField(choices, text or str(option.default))
        else:
            default = self.usual or "blank"
            if option.value_type is int and not option.words and (option.low or 0) >= 0:
                yield NumberField(text or "", option, self.default, default)
                yield FieldHint(self._describe_value(), option.help)
                return
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
            return self.query_one(ChoiceField).value
        return self.query_one(PrivateInput).value.strip()

    @property
    def differs(self) -> bool:
        """Whether it differs from the default.

        Raises:
            OptionError: If it is not allowed.
        """
        return bool(self.text) and self.option.parse(self.text) != self.option.default

    def on_mount(self) -> None:
        self.call_after_refresh(self.show_default)

    def show_default(self) -> None:
        """Say beside a yes or no what is usual, if it was changed."""
        for field, hint in zip(self.query(YesNo), self.query(FieldHint), strict=False):
            differs = field.value != self.option.default
            hint.takes = f"default {self.usual}" if differs else ""
            hint.refresh()

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
    @on(ChoiceField.Changed)
    @on(YesNo.Changed)
    def validate(self) -> None:
        """Validate, and post `Changed`."""
        self.check()
        self.show_default()
        self.post_message(self.Changed())

    @property
    def usual(self) -> str:
        """The default, in words."""
        if self.option.default is None and self.default is not None:
            return self.option.format(self.default)
        return self.option.usual

    def focus_field(self) -> None:
        """Focus its field."""
        next(one for one in self.query("*") if one.focusable).focus()

    def _describe_value(self) -> str:
        if self.option.value_type is bool:
            return ""  # the field itself shows it, until it is changed
        if self.option.value_type is int:
            return f"{self.option.low} to {self.option.high}, default {self.usual}"
        chosen = self.option.choices  # a field for text shows its default itself
        return f"default {self.option.usual}" if chosen else ""
