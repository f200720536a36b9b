"""Dialogs with buttons: a base class, leaving the table, and the failure of a player."""

from collections.abc import Callable
from enum import Enum
from functools import partial
from typing import ClassVar

from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Horizontal, Vertical
from textual.screen import ModalScreen
from textual.widgets import Button, Static

from screens.widgets.key_footer_and_guard import KeyFooter, KeyGuard


class ChoiceDialog[Answer](ModalScreen[Answer]):
    """A question with a button for each answer; dismissed with the answer."""

    HELP = "Choose an answer with the arrow keys or Tab, and confirm it with Enter."
    CSS_PATH = "choice_dialogs.tcss"
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
        with Vertical(classes="dialog"):
            yield Static(self.heading, classes="title", markup=False)
            yield Static(self.text, markup=False)
            with Horizontal(classes="buttons"):
                for number, label in enumerate(self.answers):
                    yield Button(label, id=f"answer-{number}", classes="" if number else "primary")
        yield KeyFooter()

    def on_button_pressed(self, event: Button.Pressed) -> None:
        """Choose the answer of that button."""
        place = int((event.button.id or "").removeprefix("answer-"))
        self.choose(list(self.answers.values())[place])

    def choose(self, answer: Answer) -> None:
        """Dismiss with an answer."""
        self.dismiss(answer)


class LeaveDialog(ChoiceDialog[bool | None]):
    """Asks whether to leave the table; dismissed with true to leave."""

    HELP = (
        "Every move so far is saved. Keep playing, or leave: Resume in the menu continues the "
        "game later. The arrow keys choose, Enter confirms, Esc keeps playing."
    )
    BINDINGS: ClassVar[list[BindingType]] = [Binding("escape", "stay", "Keep playing")]

    def __init__(self, take_over: Callable[[], object] | None = None) -> None:
        """Ask; offer `take_over` as well, which asks whose turns to take over."""
        answers: dict[str, bool | None] = {"Keep playing": False, "Save and leave": True}
        if take_over is not None:
            answers["Take over"] = None
        super().__init__(
            "Leave the table?",
            "The game is saved after every move. You can resume it from the menu.",
            answers,
        )
        self.take_over = take_over

    def choose(self, answer: bool | None) -> None:
        """Leave, keep playing, or ask whose turns to take over."""
        self.dismiss(bool(answer))
        if answer is None and self.take_over is not None:
            self.take_over()

    def action_stay(self) -> None:
        """Keep playing."""
        self.dismiss(False)


class Remedy(Enum):
    """What to do about a player that failed, or would exceed its budget."""

    RETRY = "Try again"
    TAKE_OVER = "Take over"
    PERSON = "A person takes over"
    BASELINE = "word2vec takes over"
    MORE = "Allow {amount} more"
    UNLIMITED = "Continue without a limit"
    LEAVE = "Save and leave"


class FailureDialog(ChoiceDialog[Remedy], KeyGuard):
    """Asks the operator what to do about a player that failed; shows no secrets."""

    HELP = (
        "A player could not make a move; the message says why. Try again, let somebody else take "
        "over, or save the game and leave. The arrow keys choose, Enter confirms."
    )

    def __init__(self, person: str, error: str, remedies: tuple[Remedy, ...]) -> None:
        """Show `error` of the player of `person`, and offer `remedies`."""
        super().__init__(f"Trouble: {person}", error, {r.value: r for r in remedies})

    def choose(self, answer: Remedy) -> None:
        """Ignore accidental presses, as the dialog may appear while Enter is being pressed."""
        self.press(partial(super().choose, answer))

    def show_armed(self, armed: bool) -> None:
        """Dim the buttons while keys are ignored."""
        self.query(Button).set_class(not armed, "-waiting")
