"""One option of a game, as a row of a form."""

from textual import on
from textual.app import ComposeResult
from textual.widgets import Input, Select

from engine.options import Option, OptionError
from screens.private import Field
from screens.widgets.rows import Beside, Row, YesNo


class OptionRow(Row):
    """An option: its field, what it takes, and what is wrong with what was typed."""

    def __init__(self, option: Option, text: str | None) -> None:
        """Offer `text`, or the default."""
        super().__init__(option.name.replace("_", " ").capitalize())
        self.option = option
        self.first = text

    def fields(self) -> ComposeResult:
        """The field for its kind, what is allowed, and on a wide screen what it means."""
        option, text = self.option, self.first
        if option.kind is bool:
            yield YesNo(bool(option.default if text is None else option.read(text)))
        elif option.note.choices:
            choices = [(choice, choice) for choice in option.note.choices]
            value = text or str(option.default)
            yield Select(choices, value=value, allow_blank=False, compact=True)
        else:
            default = str(option.default) or "blank"
            yield Field(text or "", placeholder=default, password=option.note.secret, compact=True)
        yield Beside(self._takes(), option.note.help)

    @property
    def text(self) -> str:
        """What is chosen; blank where a field is left at its default."""
        if self.option.kind is bool:
            return "yes" if self.query_one(YesNo).value else "no"
        if self.option.note.choices:
            return str(self.query_one(Select).value)
        return self.query_one(Field).value.strip()

    @property
    def differs(self) -> bool:
        """Something else than the default is asked for.

        Raises:
            OptionError: If it is not allowed.
        """
        return bool(self.text) and self.option.read(self.text) != self.option.default

    def check(self) -> str | None:
        """Say beneath what is wrong; it is returned as well."""
        try:
            _ = self.differs
        except OptionError as error:
            self.say(str(error), wrong=True)
            return str(error)
        self.say(None, wrong=False)
        return None

    @on(Input.Changed)
    @on(Select.Changed)
    @on(YesNo.Changed)
    def told(self) -> None:
        """Check what was typed, and tell the form."""
        self.check()
        self.post_message(self.Changed())

    def _takes(self) -> str:
        if self.option.kind is bool:
            return f"default {'yes' if self.option.default else 'no'}"
        if self.option.kind is int:
            return (
                f"{self.option.note.low} to {self.option.note.high}, default {self.option.default}"
            )
        return f"default {self.option.default}" if self.option.default else ""
