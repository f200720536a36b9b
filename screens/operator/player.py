"""`OperatedPlayer`, a Player around a machine's, whose turns the operator may hold."""

from typing import Any

from engine.seat import Seat
from screens.operator.errors import LeftTable
from screens.operator.operator import Operator


class OperatedPlayer:
    """The player of a machine's seat, or the operator while they hold the seat."""

    def __init__(self, operator: Operator, seat: Seat) -> None:
        self.operator = operator
        self.seat = seat

    async def decide(self, view: Any, complaint: str | None) -> Any:  # noqa: ANN401
        """Ask the seat's current player, or the operator.

        Raises:
            LeftTable: If the operator leaves the table instead.
            PlayerError: If the player fails, and the operator does not hold the seat.
        """
        move = await self.operator.decide(self.seat, view, complaint)
        if move is None:
            raise LeftTable
        return move
