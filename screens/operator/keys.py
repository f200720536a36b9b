"""A table with the operator's keys."""

from asyncio import Event
from collections.abc import Callable
from functools import partial
from typing import ClassVar

from textual import work
from textual.binding import Binding, BindingType

from engine.session import Session
from screens.dialogs.leave import LeaveDialog
from screens.operator.budget import BudgetControl
from screens.operator.operated_table import OperatedTable
from screens.operator.operator import Operator
from screens.widgets.usage_meter import UsageMeter


class OperatorKeys(OperatedTable):
    """A table with the operator's keys; the operator may also be a player."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("escape", "pause", "Leave", key_display="Esc", tooltip="Save and leave the table"),
        Binding(
            "w",
            "take_over",
            "Take over",
            key_display="W",
            tooltip="Take over machines' turns: nothing counts before you send it",
            id="take_over",
        ),
        Binding(
            "i",
            "inspect",
            "Inspect",
            key_display="I",
            tooltip="What machines are asked and answer",
            id="inspect",
        ),
        Binding(
            "m",
            "meter",
            "Meter",
            tooltip="Fold what models use, or unfold it",
            show=False,
            id="meter",
        ),
        Binding("f1", "app.help", "Help", key_display="F1", id="help"),
    ]

    def __init__(self, session: Session) -> None:
        super().__init__(session)
        self.budget_control = BudgetControl(session, self.show_modal)
        self.operator = Operator(self, self.budget_control)

    def find_takeover(self, person: str) -> Callable[[], object] | None:
        """Return a function that asks `person`, over their screen, which seats to take over.

        `None` if the operator's tools are not offered.
        """
        return partial(self.ask_takeover, person) if self.offers_takeover else None

    @property
    def offers_takeover(self) -> bool:
        """Whether the operator's tools are offered.

        They are if a machine plays, and one of these is true: no person plays, seats were taken
        over from the start, the table is open, a model or a program plays, or a setting says so.
        """
        session = self.session
        wanted = (
            not session.human_count
            or session.table_open
            or self.operator.invited
            or any(spec.is_external for spec in session.specs.values())
            or session.settings.operator
        )
        return wanted and bool(self.operator.machines)

    @work
    async def ask_takeover(self, person: str) -> None:
        """Ask which seats to take over, over a screen that holds the modal lock."""
        await self.operator.choose_seats(person)

    @work
    async def action_take_over(self) -> None:
        """Ask which seats to take over; meanwhile no other dialog opens, and no game ends."""
        async with self.modal_lock:
            if self.is_in_front:
                await self.operator.choose_seats()

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:  # noqa: ARG002
        """Disable takeover without machines, and the inspector without a journal."""
        if action == "inspect":
            return self.session.journal is not None and self.offers_takeover
        if action == "meter":
            return len(self.budget_control.read_usage().seats) > 1
        return action != "take_over" or self.offers_takeover

    def action_meter(self) -> None:
        """Fold the meter into a line, or unfold it."""
        self.query_one(UsageMeter).toggle_folded()

    @work
    async def action_pause(self) -> None:
        """Ask whether to leave; meanwhile no other dialog opens, and no game ends."""
        leave, take_over = None, Event()
        async with self.modal_lock:
            if self.is_in_front:
                leave = await self.app.push_screen_wait(
                    LeaveDialog(take_over.set if self.offers_takeover else None)
                )
            if take_over.is_set():
                await self.operator.choose_seats()
        if leave:
            self.leave()

    @work(exclusive=True, group="inspector")
    async def action_inspect(self) -> None:
        """Inspect the moves so far; if people play, first ask whether to open the table."""
        await self.operator.inspect_moves()
