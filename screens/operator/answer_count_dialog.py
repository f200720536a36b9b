"""The dialog that asks how many answers to request from a model."""

from typing import ClassVar

from textual.binding import Binding, BindingType

from screens.dialogs.question import ChoiceDialog
from screens.private_screen import PrivateScreen

MAX_ANSWERS = 9
"""Maximum number of answers that can be requested at once."""


class AnswerCountDialog(ChoiceDialog[int], PrivateScreen[int]):
    """Asks how many answers to ask for; 0 means none."""

    HELP = (
        "Ask the model for several answers at once and choose one of them. Each answer is a call "
        "of its own and costs as much. Press a digit, or choose with the arrow keys and Enter."
    )
    CSS_PATH = "takeover.tcss"
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("escape", "none", "Back"),
        *(
            Binding(str(count), f"count({count})", show=False)
            for count in range(2, MAX_ANSWERS + 1)
        ),
    ]

    def __init__(self, person: str) -> None:
        """Ask `person`, the operator."""
        super().__init__(
            "How many answers?",
            "Each answer is a separate call and costs as much. You then choose one.",
            {str(count): count for count in range(2, MAX_ANSWERS + 1)},
        )
        self.person = person

    def action_count(self, count: int) -> None:
        """Choose a number."""
        self.choose(count)

    def action_none(self) -> None:
        """Choose none."""
        self.choose(0)
