"""Watch the usage of a match's models, and ask before they exceed their budget."""

from collections.abc import Awaitable, Callable
from functools import partial

from engine.llm.budget import OverBudget
from engine.seat import Seat
from engine.session import Session
from engine.usage import Usage
from screens.curtain import OPERATOR
from screens.dialogs.question import ChoiceDialog
from screens.dialogs.remedy import Remedy
from screens.players.seat_names import SeatNames
from screens.private_screen import PrivateScreen
from screens.widgets.key_guard import KeyGuard
from screens.widgets.usage_meter import UsageReading


class BudgetDialog(ChoiceDialog[Remedy], PrivateScreen[Remedy], KeyGuard):
    """Asks what to do about a call that was not made, as it might have exceeded the budget."""

    HELP = (
        "The next call of a model might cost more than this game may use, so the game waits. "
        "Allow more, lift the limit, let word2vec play this seat, or save the game and leave."
    )
    CSS_PATH = "../dialogs/failure.tcss"

    def __init__(self, person: str, error: str, amount: str) -> None:
        """Ask about the player of `person`; `amount` is the amount that can be added."""
        remedies = (Remedy.MORE, Remedy.UNLIMITED, Remedy.BASELINE, Remedy.LEAVE)
        answers = {remedy.value.format(amount=amount): remedy for remedy in remedies}
        super().__init__(f"Budget: {person}", error, answers)
        self.person = OPERATOR

    def choose(self, answer: Remedy) -> None:
        """Ignore accidental presses, as the dialog may appear while Enter is being pressed."""
        self.press(partial(super().choose, answer))


class BudgetControl:
    """Reads the usage of a match's models, and asks before they exceed their budget."""

    def __init__(
        self, session: Session, show_modal: Callable[[BudgetDialog], Awaitable[Remedy | None]]
    ) -> None:
        """Watch `session`; `show_modal` shows the dialog and waits for its answer."""
        self.session = session
        self.show_modal = show_modal

    def read_usage(self) -> UsageReading:
        """Read the usage of each seat that has or had a model."""
        spending = self.session.usage
        names = self.session.match.game.seats
        shown = SeatNames(names, self.session.display_names)
        metered = {names[seat] for seat, spec in self.session.specs.items() if spec.asks_model}
        seats = {
            shown.get_role(Seat(seat)) or shown.get_label(Seat(seat)): spending.get(name, Usage())
            for seat, name in enumerate(names)
            if name in metered or name in spending
        }
        return UsageReading(seats, str(self.session.budget or ""))

    async def ask_remedy(self, person: str, error: OverBudget) -> Remedy | None:
        """Ask what to do about a call that was not made, unless the budget has changed since.

        Args:
            person: The name of the player that wanted to make it.
            error: Why it was not made.

        Returns:
            The remedy: `RETRY` if the budget has changed.
        """
        budget = self.session.budget
        assert budget is not None
        if budget.limit != error.limit:
            return Remedy.RETRY
        choice = await self.show_modal(BudgetDialog(person, str(error), budget.amount))
        match choice:
            case Remedy.MORE:
                budget.extend()
            case Remedy.UNLIMITED:
                budget.remove_limit()
            case _:
                return choice
        return Remedy.RETRY
