"""The base of dialogs with a row for each option, and an explanation of the focused one."""

from collections.abc import Mapping
from typing import ClassVar

from textual import events, on
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Horizontal, Vertical
from textual.content import Content
from textual.screen import ModalScreen
from textual.widgets import Button, Input, Static

from engine.options import Option
from screens.setup.form_row import FieldHint
from screens.setup.form_scroll import FormScroll
from screens.setup.option_row import OptionRow
from screens.widgets.even_text import EvenText
from screens.widgets.footer import KeyFooter


class OptionsDialog[Answer](ModalScreen[Answer | None]):
    """Asks for options; dismissed with an answer, or with `None`."""

    CSS_PATH = "options_dialog.tcss"
    VERTICAL_BREAKPOINTS = [(0, "-low"), (22, "-usual")]  # noqa: RUF012
    DONE, KEPT = "Apply", "Enter keeps what is chosen."
    """What the button says, and what is said of it."""
    heading: str
    """The title of the dialog."""
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding(
            "f5", "apply", "Apply", tooltip="Keep what is chosen", key_display="F5", id="start"
        ),
        Binding("escape", "cancel", "Back", key_display="Esc"),
        Binding("down", "app.focus_next", "Next field", show=False),
        Binding("up", "app.focus_previous", "Field before", show=False),
        Binding("f1", "app.help", "Help", key_display="F1", id="help"),
    ]

    def create_rows(self) -> list[OptionRow]:
        """Create a row for each option."""
        raise NotImplementedError

    def compose(self) -> ComposeResult:
        """Yield a row for each option, and an explanation of the focused one."""
        with Vertical(classes="dialog"):
            yield Static(self.heading, classes="title", markup=False)
            with FormScroll(id="options", can_focus=False):
                yield from self.create_rows()
            with Horizontal(id="bar"):
                yield EvenText(id="means")
                yield Button(
                    Content(self.DONE), id="done", classes="primary", action="screen.apply"
                )
        yield KeyFooter()

    def on_descendant_focus(self, event: events.DescendantFocus) -> None:
        """Explain the focused option."""
        row = next((one for one in event.widget.ancestors if isinstance(one, OptionRow)), None)
        told = self.explain(row.option) if row else self.KEPT
        if row and row.option.low is not None:
            told = " ".join(
                [told, *(f"{one.takes}." for one in row.query(FieldHint) if one.hides_all)]
            )
        self.show_message(told)

    def explain(self, option: Option) -> str:
        """Say what an option means."""
        return option.help

    def show_message(self, message: str, *, wrong: bool = False) -> None:
        """Show a sentence beneath the rows."""
        means = self.query_one("#means", Static)
        means.set_class(wrong, "-wrong")
        means.update(f"✗ {message}" if wrong else message)

    @on(Input.Submitted)
    def next_field(self) -> None:
        """Enter goes on to the next field."""
        self.focus_next()

    def read_rows(self) -> Mapping[str, str] | None:
        """Read what differs from the default, by name; `None` if the focus is on a wrong field."""
        given = {}
        for row in self.query(OptionRow):
            if row.check() is not None:
                row.focus_field()
                return None
            if row.differs:
                given[row.option.name] = row.option.format(row.option.parse(row.text))
        return given

    def action_apply(self) -> None:
        """Dismiss with the answer, or focus a wrong field."""
        raise NotImplementedError

    def action_cancel(self) -> None:
        """Dismiss with nothing."""
        self.dismiss(None)
