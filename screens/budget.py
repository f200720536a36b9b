"""What models use at one table, and what is done before they use more than they may."""

from typing import TYPE_CHECKING

from engine.llm.budget import OverBudget
from engine.players import Usage
from screens.curtain import OPERATOR
from screens.dialogs import Choice, Remedy
from screens.key_guard import KeyGuard
from screens.private import Private
from screens.widgets.usage_meter import UsageReading

if TYPE_CHECKING:
    from screens.table import TableScreen


class BudgetDialog(Choice[Remedy], Private[Remedy], KeyGuard):
    """A call might pass the budget and was not made; the operator decides."""

    CSS_PATH = "dialogs.tcss"

    def __init__(self, person: str, error: str, amount: str) -> None:
        """Ask about the player of `person`, who waits; `amount` is what may be allowed again."""
        remedies = (Remedy.MORE, Remedy.UNLIMITED, Remedy.BASELINE, Remedy.LEAVE)
        answers = {remedy.value.format(amount=amount): remedy for remedy in remedies}
        super().__init__(f"Budget: {person}", error, answers)
        self.person = OPERATOR

    def choose(self, answer: Remedy) -> None:
        """Take an answer that was meant: it comes unasked, perhaps under a finger on Enter."""
        if self.accepts_key():
            super().choose(answer)


class BudgetControl:
    """Reads the meter of one table, and asks before its budget is passed."""

    def __init__(self, table: "TableScreen") -> None:
        """Of this table."""
        self.table = table

    def read(self) -> UsageReading:
        """What has been used for each seat that a model has, or had."""
        session = self.table.session
        spending = session.spending
        names = session.match.game.seats
        metered = {names[seat] for seat, spec in session.specs.items() if spec.kind == "llm"}
        seats = {
            name: spending.get(name, Usage())
            for name in names
            if name in metered or name in spending
        }
        return UsageReading(seats, str(session.budget or ""))

    async def ask(self, person: str, error: OverBudget) -> Remedy | None:
        """Ask what to do about a call that was not made, unless more has been allowed since.

        Args:
            person: Whose player wanted to make it, as the table names them.
            error: Why it was not made.

        Returns:
            What is left to do: to try again, if the budget is another now.
        """
        budget = self.table.session.budget
        assert budget is not None
        if budget.limit != error.limit:
            return Remedy.RETRY
        choice = await self.table.show(BudgetDialog(person, str(error), budget.amount))
        match choice:
            case Remedy.MORE:
                budget.extend()
            case Remedy.UNLIMITED:
                budget.lift()
            case _:
                return choice
        return Remedy.RETRY
