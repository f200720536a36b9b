"""Rows of the form for a run: a text or a choice, each with an explanation."""

from textual import on
from textual.app import ComposeResult
from textual.widgets import Input, Select

from screens.setup.form_row import FieldHint, Row


class TextRow(Row):
    """A text field, and its explanation."""

    DEFAULT_CSS = """
    TextRow .label { width: 16; }
    TextRow Input { width: 28; }
    """

    def __init__(
        self, name: str, label: str, text: str = "", placeholder: str = "", means: str = ""
    ) -> None:
        super().__init__(label)
        self.id = name
        self.text = text
        self.placeholder = placeholder
        self.means = means

    def compose_fields(self) -> ComposeResult:
        yield Input(self.text, placeholder=self.placeholder, compact=True)
        yield FieldHint(self.means)

    @property
    def value(self) -> str:
        """The typed text."""
        return self.query_one(Input).value.strip()

    @on(Input.Changed)
    def tell(self) -> None:
        """Post `Changed`."""
        self.show_note(None, wrong=False)
        self.post_message(self.Changed())


class ChoiceRow(Row):
    """A choice, and its explanation."""

    DEFAULT_CSS = """
    ChoiceRow .label { width: 16; }
    ChoiceRow Select { width: 28; }
    """

    def __init__(
        self, name: str, label: str, choices: tuple[str, ...], first: str = "", means: str = ""
    ) -> None:
        super().__init__(label)
        self.id = name
        self.choices = choices
        self.first = first if first in choices else choices[0]
        self.means = means

    def compose_fields(self) -> ComposeResult:
        pairs = [(one, one) for one in self.choices]
        yield Select(pairs, value=self.first, allow_blank=False, compact=True)
        yield FieldHint(self.means)

    @property
    def value(self) -> str:
        """The chosen value."""
        return str(self.query_one(Select).value)

    @on(Select.Changed)
    def tell(self) -> None:
        """Post `Changed`."""
        self.post_message(self.Changed())
