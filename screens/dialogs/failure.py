"""The dialog that asks what to do about a player that failed."""

from functools import partial

from screens.dialogs.question import ChoiceDialog
from screens.dialogs.remedy import Remedy
from screens.widgets.key_guard import KeyGuard


class FailureDialog(ChoiceDialog[Remedy], KeyGuard):
    """Asks the operator what to do about a player that failed; shows no secrets."""

    CSS_PATH = "failure.tcss"

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
