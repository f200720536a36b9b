"""`WatchedDiscussion`, in which machines speak one after another before an audience."""

from asyncio import Event, Lock
from collections.abc import Iterable

from engine.seat import Seat


class WatchedDiscussion:
    """Who has yet to speak in a discussion, and whether the audience sees it by now."""

    def __init__(self, seats: Iterable[Seat]) -> None:
        """Expect each of these seats to speak, or to say nothing."""
        self.silent = set(seats)
        """Who has neither spoken yet nor declined."""
        self.opened = Event()
        """Set once the audience sees the discussion."""
        self.speaking = Lock()
        """Held by the seat whose remark comes next."""
        self.ended = Event()
        """Set once nobody has anything left to say."""

    def finish(self, seat: Seat) -> None:
        """Note that a seat has spoken, or says nothing."""
        self.silent.discard(seat)
        if not self.silent:
            self.ended.set()
