"""The row for a setting: a field of its kind, and what counts more than it."""

from collections.abc import Sequence

from textual import on
from textual.app import ComposeResult
from textual.widgets import Input

from engine.config.errors import SettingsError
from engine.config.settings import parse_setting
from screens.setup.form_row import FieldHint, Row
from screens.widgets.choice_field import ChoiceField
from screens.widgets.yes_no import YesNo


class SettingRow(Row):
    """Asks for a setting."""

    DEFAULT_CSS = """
    SettingRow .label { width: 24; }
    SettingRow Input, SettingRow ChoiceField, SettingRow YesNo { width: 26; }
    SettingRow ChoiceField, SettingRow YesNo { background: transparent; }
    SettingRow.-number Input { width: 8; }
    """

    def __init__(
        self,
        name: str,
        label: str,
        text: str,
        *,
        means: str,
        choices: Sequence[tuple[str, str]] = (),
        takes: str = "",
        origin: str = "",
    ) -> None:
        """Offer a setting.

        Args:
            name: The name of the setting; with a dot, an entry of a table.
            label: What people call it.
            text: Its value as text.
            means: What it means, in a sentence.
            choices: What is offered, with the value of each; yes and no become a field of its own.
            takes: What the field takes, in a few words, such as the unit of a number.
            origin: What sets it and counts more than the user's file; then it cannot be changed.
        """
        super().__init__(label)
        self.setting = name
        self.first = self.validated = text
        self.means = means
        self.choices = choices
        self.takes = takes
        self.origin = origin
        self.set_class(text.isdecimal(), "-number")  # its unit stands beside it

    @property
    def is_yes_or_no(self) -> bool:
        """Whether its choices are yes and no."""
        return {label for label, _ in self.choices} == {"yes", "no"}

    def compose_fields(self) -> ComposeResult:
        """Yield the field, and what else sets it."""
        if self.is_yes_or_no:
            yield YesNo(self.first == dict(self.choices)["yes"])
        elif self.choices:
            yield ChoiceField(self.choices, self.first)
        else:
            yield Input(self.first, compact=True)
        if hint := f"set by {self.origin}" if self.origin else self.takes:
            yield FieldHint(hint)

    def on_mount(self) -> None:
        """Disable the field if its value would not count."""
        if self.origin:
            for field in self.query("YesNo, ChoiceField, Input"):
                field.disabled = True

    @property
    def text(self) -> str:
        """The chosen value as text."""
        for yes in self.query(YesNo):
            return dict(self.choices)["yes" if yes.value else "no"]
        for choice in self.query(ChoiceField):
            return choice.value
        return self.query_one(Input).value.strip()

    @property
    def changed(self) -> bool:
        """Whether it was changed."""
        return self.text != self.first

    def check(self) -> str | None:
        """Validate, and show an error beneath.

        Returns:
            The error, or `None`.
        """
        error = None
        free = self.choices or "." in self.setting or self.setting == "names"
        if self.changed and not free:
            try:
                parse_setting(self.setting, self.text)
            except SettingsError as wrong:
                error = str(wrong)
        self.show_note(error, wrong=error is not None)
        return error

    @on(Input.Changed)
    @on(ChoiceField.Changed)
    @on(YesNo.Changed)
    def validate(self) -> None:
        """Validate, and post `Changed`; a new field reports its first value as changed, too."""
        if self.text != self.validated:
            self.validated = self.text
            self.check()
            self.post_message(self.Changed())
