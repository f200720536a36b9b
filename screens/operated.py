"""The operator's keys at a table: leave it, take the wheel, look inside, see what is used."""

from asyncio import Event
from collections.abc import Callable
from functools import partial
from typing import ClassVar

from textual import work
from textual.binding import Binding, BindingType

from engine.session import Session
from screens.budget import BudgetControl
from screens.dialogs import Pause
from screens.modal_host import ModalHost
from screens.takeover.operator import Operator
from screens.widgets.usage_meter import UsageMeter


class OperatedTable(ModalHost[bool]):
    """A table that somebody sees to, who may be one of those who play."""

    session: Session
    helm: Operator
    """Whose turns the operator holds."""
    purse: BudgetControl
    """What models use."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("escape", "pause", "Leave", key_display="Esc", tooltip="Save and leave the table"),
        Binding(
            "w",
            "wheel",
            "Take the wheel",
            key_display="W",
            tooltip="Hold machines' turns until you seal them",
        ),
        Binding(
            "i", "inspect", "Inspect", key_display="I", tooltip="What machines are asked and answer"
        ),
        Binding("m", "meter", "Meter", show=False),
        Binding("f1", "app.help", "Help", key_display="F1"),
    ]

    def wheel_for(self, person: str) -> Callable[[], object] | None:
        """What asks whose turns to hold, over a screen of `person`; `None` without machines."""
        return partial(self.take_wheel, person) if self.helm.machines else None

    @work
    async def take_wheel(self, person: str) -> None:
        """Ask whose turns to hold, over a screen that holds the keyboard."""
        await self.helm.choose(person)

    @work
    async def action_wheel(self) -> None:
        """Ask whose turns to hold; meanwhile nobody is asked anything, and no game ends."""
        async with self.keyboard:
            if self.in_front:
                await self.helm.choose()

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:  # noqa: ARG002
        """Only turns of machines can be held, and only what a journal keeps can be inspected."""
        if action == "inspect":
            return self.session.journal is not None and bool(self.helm.machines)
        if action == "meter":
            return len(self.purse.read().seats) > 1
        return action != "wheel" or bool(self.helm.machines)

    def action_meter(self) -> None:
        """Fold the meter into a line, or unfold it."""
        self.query_one(UsageMeter).turn()

    @work
    async def action_pause(self) -> None:
        """Ask whether to leave; meanwhile nobody is asked anything, and no game ends."""
        leave, wheel = None, Event()
        async with self.keyboard:
            if self.in_front:
                leave = await self.app.push_screen_wait(
                    Pause(wheel.set if self.helm.machines else None)
                )
            if wheel.is_set():
                await self.helm.choose()
        if leave:
            self.leave()

    def leave(self) -> None:
        """Leave the table; the journal knows the rest."""
        self.workers.cancel_group(self, "match")
        self.dismiss(False)

    @work(exclusive=True, group="inspector")
    async def action_inspect(self) -> None:
        """Look into the moves so far; where people play, ask whether to open the table first."""
        from screens.inspector.at_table import look_into

        await look_into(self)
