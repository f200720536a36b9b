"""What models have used since somebody last wrote it down."""

from engine.game import Seat
from engine.players import Metered, Usage


class Metering:
    """All whose calls cost something, by the seat that they have or had."""

    def __init__(self) -> None:
        """Watch nobody yet."""
        self._watched: dict[Seat, list[Metered]] = {}

    def watch(self, seat: Seat, player: object) -> None:
        """Count what a player uses; the last call of who sat there may still be under way."""
        if isinstance(player, Metered):
            self._watched.setdefault(seat, []).append(player)

    def used(self, seat: Seat) -> Usage | None:
        """What a seat has used that is not noted; `None` if it has asked nothing."""
        used = sum((player.usage for player in self._watched.get(seat, ())), Usage())
        return used if used.calls else None

    def begin_anew(self, seat: Seat) -> None:
        """What a seat has used is noted: count what comes after it."""
        for player in self._watched.get(seat, ()):
            player.usage = Usage()
