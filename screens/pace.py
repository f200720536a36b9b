"""Machines that move slowly enough to be watched."""

from asyncio import Event, sleep
from collections.abc import Mapping
from typing import Any

from engine.game import Seat
from engine.players import Player

PACE = 1.2
"""Seconds before each move of a machine when nobody but onlookers is there."""


class Paced:
    """Whoever sits in a seat, taking their time for those who watch."""

    def __init__(self, players: Mapping[Seat, Player[Any, Any]], seat: Seat, going: Event) -> None:
        self.players = players
        self.seat = seat
        self.going = going

    async def decide(self, view: Any, complaint: str | None) -> Any:  # noqa: ANN401
        """Decide as the player does, after a pause."""
        await sleep(PACE)
        await self.going.wait()
        return await self.players[self.seat].decide(view, complaint)
