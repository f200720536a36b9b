"""How many requests a server gets at a time: fewer after it has limited them, then more again."""

import asyncio
from collections import deque
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from math import inf
from time import monotonic
from weakref import WeakKeyDictionary

from engine.llm.errors import CallFailed, FailureKind
from engine.llm.server import Server

LOWERED = 0.5
"""The share of the requests at a time that is left after the server has limited them."""
VAIN_SECONDS = 5.0
"""After somebody has waited in vain for a server, others do not wait for so long."""
RAISED = 0.5
"""The share of a further request at a time, after as many answers as there may be at a time."""


@dataclass(slots=True)
class Pace:
    """The requests to one server at a time; as many as there are, until it limits them."""

    limit: float = inf
    running: int = 0
    told: bool = False
    """Whether everybody was told that the server is waited for, and it has not answered since."""
    _vain_until: float = -inf
    """Until when nobody else waits, as somebody has just waited in vain."""
    _lowered: int = 0
    """How many requests had begun when the limit was last lowered: they tell nothing new."""
    _begun: int = 0
    _queue: deque[asyncio.Future[None]] = field(default_factory=deque)

    def limit_patience(self, patience: float) -> float:
        """Return the patience, or none while others have just waited in vain."""
        return patience if monotonic() >= self._vain_until else 0.0

    def note_vain_wait(self) -> None:
        """Note that somebody has waited in vain, so that the next requests do not do so, too."""
        self._vain_until = monotonic() + VAIN_SECONDS

    @asynccontextmanager
    async def take_place(self) -> AsyncIterator[None]:
        """Wait until another request may be sent, and adapt the limit to how it ends."""
        while self.running >= self.limit:
            place = asyncio.get_running_loop().create_future()
            self._queue.append(place)
            try:
                await place
            except asyncio.CancelledError:
                self._wake()  # the place may have been given to this one
                raise
        self.running += 1
        self._begun += 1
        number = self._begun
        try:
            yield
        except CallFailed as error:
            if error.kind is FailureKind.BUSY and number > self._lowered:
                self.limit = max(1, int(min(self.limit, self.running) * LOWERED))
                self._lowered = self._begun
            raise
        else:
            self.told, self._vain_until = False, -inf
            self.limit += RAISED / self.limit
        finally:
            self.running -= 1
            self._wake()

    def _wake(self) -> None:
        free = self.limit - self.running
        while self._queue and free >= 1:
            place = self._queue.popleft()
            if not place.done():
                place.set_result(None)
                free -= 1


_PACES: WeakKeyDictionary[asyncio.AbstractEventLoop, dict[str, Pace]] = WeakKeyDictionary()


def find_pace(server: Server) -> Pace:
    """Find the pace of a server; each event loop has its own, like its connections."""
    paces = _PACES.setdefault(asyncio.get_running_loop(), {})
    return paces.setdefault(server.url, Pace())
