"""What models use in one match, and the dialog that comes before they use more than they may."""

from collections.abc import Awaitable, Callable
from functools import partial

from textual.widgets import Button

from engine.game import Seat
from engine.llm.budget import OverBudget
from engine.session import Session
from engine.usage import Usage
from screens.choice_dialogs import ChoiceDialog, Remedy
from screens.curtain import OPERATOR
from screens.key_guard import KeyGuard
from screens.players import SeatNames
from screens.private_screen import PrivateScreen
from screens.widgets.usage_meter import UsageReading


class BudgetDialog(ChoiceDialog[Remedy], PrivateScreen[Remedy], KeyGuard):
    """Asks the operator what to do: a call was not made, as it might have passed the budget."""

    HELP = (
        "The next call of a model might cost more than this game may use, so the game waits. "
        "Allow more, lift the limit, let word2vec play this seat, or save the game and leave."
    )
    CSS_PATH = "choice_dialogs.tcss"

    def __init__(self, person: str, error: str, amount: str) -> None:
        """Ask about the player of `person`, who waits; `amount` is what may be allowed again."""
        remedies = (Remedy.MORE, Remedy.UNLIMITED, Remedy.BASELINE, Remedy.LEAVE)
        answers = {remedy.value.format(amount=amount): remedy for remedy in remedies}
        super().__init__(f"Budget: {person}", error, answers)
        self.person = OPERATOR

    def choose(self, answer: Remedy) -> None:
        """Accept a press only if it was meant: the dialog may appear under a finger on Enter."""
        self.press(partial(super().choose, answer))

    def show_armed(self, armed: bool) -> None:
        """Dim the buttons while keys are ignored."""
        self.query(Button).set_class(not armed, "-waiting")


class BudgetControl:
    """Reads what the models of one match use, and asks before they pass their budget."""

    def __init__(
        self, session: Session, show_modal: Callable[[BudgetDialog], Awaitable[Remedy | None]]
    ) -> None:
        """Watch `session`; `show_modal` shows the dialog and waits for its answer."""
        self.session = session
        self.show_modal = show_modal

    def read_usage(self) -> UsageReading:
        """What has been used for each seat that a model has, or had."""
        spending = self.session.usage
        names = self.session.match.game.seats
        shown = SeatNames(names, self.session.display_names)
        metered = {names[seat] for seat, spec in self.session.specs.items() if spec.asks_model}
        seats = {
            shown.role(Seat(seat)) or shown.short(Seat(seat)): spending.get(name, Usage())
            for seat, name in enumerate(names)
            if name in metered or name in spending
        }
        return UsageReading(seats, str(self.session.budget or ""))

    async def ask_remedy(self, person: str, error: OverBudget) -> Remedy | None:
        """Ask what to do about a call that was not made, unless more has been allowed since.

        Args:
            person: Whose player wanted to make it, as the table names them.
            error: Why it was not made.

        Returns:
            What is left to do: `RETRY` if the budget has changed.
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
                budget.lift()
            case _:
                return choice
        return Remedy.RETRY
