"""A question with a button for each answer, and the base class of dialogs that ask one."""

from typing import ClassVar

from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Horizontal, Vertical
from textual.screen import ModalScreen
from textual.widgets import Button, Static

from screens.dialogs.band import DialogBand
from screens.widgets.footer import KeyFooter
from screens.widgets.guarded_button import GuardedButton


class ChoiceDialog[Answer](ModalScreen[Answer]):
    """A question with a button for each answer; dismissed with the answer."""

    HELP = "Choose an answer with the arrow keys or Tab, and confirm it with Enter."
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("right,down", "app.focus_next", show=False),
        Binding("left,up", "app.focus_previous", show=False),
    ]

    def __init__(self, title: str, text: str, answers: dict[str, Answer]) -> None:
        """Ask `text` under `title`; `answers` maps the labels of the buttons to answers."""
        super().__init__()
        self.heading = title
        self.text = text
        self.answers = answers

    def compose(self) -> ComposeResult:
        """The question and the buttons."""
        with DialogBand(), Vertical(classes="dialog"):
            yield Static(self.heading, classes="title", markup=False)
            yield Static(self.text, markup=False)
            with Horizontal(classes="buttons"):
                for number, label in enumerate(self.answers):
                    yield GuardedButton(
                        label, id=f"answer-{number}", classes="" if number else "primary"
                    )
        yield KeyFooter()

    def on_button_pressed(self, event: Button.Pressed) -> None:
        """Choose the answer of that button."""
        place = int((event.button.id or "").removeprefix("answer-"))
        self.choose(list(self.answers.values())[place])

    def choose(self, answer: Answer) -> None:
        """Dismiss with an answer."""
        self.dismiss(answer)
