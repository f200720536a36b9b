"""Meter the usage of the players of each seat until it is in the journal."""

from typing import Protocol, runtime_checkable

from engine.seat import Seat
from engine.usage import Usage


@runtime_checkable
class Metered(Protocol):
    """A player that counts its usage."""

    usage: Usage
    """Usage since the last reset."""


class UsageMeter:
    """Usage by seat that is not in the journal yet."""

    def __init__(self) -> None:
        self._players: dict[Seat, list[Metered]] = {}

    def add_player(self, seat: Seat, player: object) -> None:
        """Count a player's usage, in addition to that of earlier players of the seat.

        A call of an earlier player may still be in progress.
        """
        if isinstance(player, Metered):
            self._players.setdefault(seat, []).append(player)

    def get_pending(self, seat: Seat) -> Usage | None:
        """Usage of a seat since its last reset; `None` if there were no calls."""
        usage = sum((player.usage for player in self._players.get(seat, ())), Usage())
        return usage if usage.calls else None

    def reset(self, seat: Seat) -> None:
        """Start again at zero, after the usage was written to the journal."""
        for player in self._players.get(seat, ()):
            player.usage = Usage()
