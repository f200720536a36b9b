"""The row for an option of a game."""

from collections.abc import Mapping
from typing import Any

from textual import on
from textual.app import ComposeResult
from textual.widgets import Input, Select

from engine.errors import OptionError
from engine.options import Option
from screens.setup.form_row import FieldHint, Row
from screens.setup.number_field import NumberField
from screens.widgets.choice_field import ChoiceField
from screens.widgets.private_input import PrivateInput
from screens.widgets.yes_no import YesNo


class OptionRow(Row):
    """A row for an option of a game: its field, what it accepts, and errors."""

    def __init__(
        self, option: Option, text: str | None, others: Mapping[str, Any] | None = None
    ) -> None:
        """Offer `text`, or the default, which may follow from the values of other options."""
        super().__init__(option.label)
        self.option = option
        self.first = text
        self.others = others or {}
        self.default = option.find_default(self.others)
        """The value if the field is blank."""

    def compose_fields(self) -> ComposeResult:
        """Yield the field, the allowed values, and on a wide screen an explanation."""
        option, text = self.option, self.first
        if option.value_type is bool:
            yield YesNo(bool(option.default if text is None else option.parse(text)))
        elif option.choices:
            choices = [(option.name_choice(choice), choice) for choice in option.choices]
            yield ChoiceField(choices, text or str(option.default))
        else:
            default = self.usual or "blank"
            if option.value_type is int and not option.words and (option.low or 0) >= 0:
                usual = option.find_usual(self.others) if option.mark.usual else ""
                start = int(usual) if usual.isdecimal() else self.default
                yield NumberField(text or "", option, start, default)
                yield FieldHint(self._describe_value(), option.help, brief=option.range)
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
            return f"{self.option.range}, default {self.usual}"
        chosen = self.option.choices  # a field for text shows its default itself
        return f"default {self.option.name_choice(self.option.usual)}" if chosen else ""
