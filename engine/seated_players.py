"""`SeatedPlayers`, the players of a table, which change while it plays."""

from collections.abc import Callable, Iterator, Mapping
from typing import Any

from engine.player import Player
from engine.seat import Seat


class SeatedPlayers(Mapping[Seat, Player[Any, Any]]):
    """The player to ask in each seat, found anew for each question."""

    def __init__(
        self,
        seats: Mapping[Seat, Player[Any, Any]],
        find_player: Callable[[Seat], Player[Any, Any]],
    ) -> None:
        self._seats = seats
        self._find_player = find_player

    def __getitem__(self, seat: Seat) -> Player[Any, Any]:
        return self._find_player(seat)

    def __iter__(self) -> Iterator[Seat]:
        return iter(self._seats)

    def __len__(self) -> int:
        return len(self._seats)
