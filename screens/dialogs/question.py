"""A question with a button for each answer, and the base class of dialogs that ask one."""

from typing import ClassVar

from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Horizontal, Vertical
from textual.screen import ModalScreen
from textual.widgets import Button, Static

from screens.widgets.even_text import EvenText
from screens.widgets.footer import KeyFooter
from screens.widgets.guarded_button import GuardedButton


class ChoiceDialog[Answer](ModalScreen[Answer]):
    """A question with a button for each answer; dismissed with the answer."""

    HELP = "Choose an answer with the arrow keys or Tab, and confirm it with Enter."
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("right,down", "app.focus_next", show=False),
        Binding("left,up", "app.focus_previous", show=False),
        Binding("escape", "decline", "Back", key_display="Esc"),
    ]

    def __init__(
        self, title: str, text: str, answers: dict[str, Answer], *, decline: str = ""
    ) -> None:
        """Ask a question.

        Args:
            title: What it is about.
            text: The question.
            answers: The answers, by the labels of their buttons.
            decline: The label of the answer that Esc gives; without one, Esc does nothing.
        """
        super().__init__()
        self.heading = title
        self.text = text
        self.answers = answers
        self.decline = decline

    def compose(self) -> ComposeResult:
        """The question and the buttons."""
        with Vertical(classes="dialog"):
            yield Static(self.heading, classes="title", markup=False)
            yield EvenText(self.text)
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

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """Offer Esc where it is an answer."""
        if action == "decline":
            return bool(self.decline)
        return super().check_action(action, parameters)

    def label_key(self, binding: Binding) -> str:
        """Name what Esc does as the button does."""
        return self.decline if binding.action == "decline" else ""

    def action_decline(self) -> None:
        """Choose the answer of Esc."""
        self.choose(self.answers[self.decline])

    def choose(self, answer: Answer) -> None:
        """Dismiss with an answer."""
        self.dismiss(answer)
