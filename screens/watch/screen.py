"""A table where nobody but machines plays, slow enough to watch."""

from asyncio import Event, sleep
from typing import Any, ClassVar

from textual.binding import Binding, BindingType

from engine.game import Seat
from engine.session import Session
from screens.table import TableScreen

PACE = 1.2
"""Seconds before each move."""


class WatchScreen(TableScreen):
    """Runs a match of machines for an audience."""

    CSS_PATH = "../table.tcss"
    HELP = "A game of machines, as everybody may see it."
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding(
            "space",
            "hold",
            "Hold or go on",
            key_display="Space",
            tooltip="Stop the machines between two moves",
        ),
    ]

    def __init__(self, session: Session) -> None:
        """Sit down before `session`, fresh or resumed.

        Raises:
            LineupError: If a player cannot sit down.
        """
        super().__init__(session)
        self.going = Event()
        self.going.set()

    async def decide(self, seat: Seat, view: Any, complaint: str | None) -> Any:  # noqa: ANN401
        """Have the machine decide after a pause."""
        await sleep(PACE)
        await self.going.wait()
        return await super().decide(seat, view, complaint)

    def action_hold(self) -> None:
        """Stop the machines between two moves, or let them go on."""
        if self.going.is_set():
            self.going.clear()
        else:
            self.going.set()
