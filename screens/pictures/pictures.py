"""The pictures of one app: how they are shown, and what is ready to be."""

from collections import OrderedDict
from collections.abc import Iterable
from concurrent.futures import Future, ThreadPoolExecutor
from pathlib import Path
from threading import Lock

from screens.pictures.canvas import Look
from screens.pictures.prepared import Manner, Prepared, prepare
from screens.pictures.protocols import Protocol

KEPT = 64
"""How many prepared pictures stay in memory."""


class Pictures:
    """Prepares pictures in a thread of its own, and keeps those used last."""

    def __init__(self, manner: Manner | None = None, why: str = "") -> None:
        """Show pictures in that `manner`, chosen for the reason `why`; else as blocks."""
        self.manner = manner or Manner(Protocol.QUAD)
        self.why = why
        """Why this manner was chosen, as a sentence."""
        self.ground = (0x14, 0x16, 0x1A)
        """The colour upon which pictures are prepared ahead."""
        self._ready: OrderedDict[tuple[Look, Manner], Prepared] = OrderedDict()
        self._under_way: dict[tuple[Look, Manner], Future[Prepared]] = {}
        self._lock = Lock()
        self._thread = ThreadPoolExecutor(1, "pictures")

    @property
    def protocol(self) -> Protocol:
        """How pictures are shown."""
        return self.manner.protocol

    @property
    def shows(self) -> bool:
        """Whether pictures are shown at all."""
        return self.protocol is not Protocol.NONE

    def prepare(self, paths: Iterable[Path], columns: int, rows: int, *, dim: bool = False) -> None:
        """Make pictures ready in the background, for places of `columns` x `rows` cells."""
        if self.shows:
            for path in paths:
                self.order(Look(path, columns, rows, self.ground, dim))

    def ready(self, look: Look) -> Prepared | None:
        """What to show for a picture, if it has been prepared."""
        key = look, self.manner
        with self._lock:
            if key in self._ready:
                self._ready.move_to_end(key)
            return self._ready.get(key)

    def order(self, look: Look) -> Future[Prepared]:
        """Have a picture prepared; the same one is not prepared twice at a time."""
        key = look, self.manner
        with self._lock:
            under_way = self._under_way.get(key)
            if under_way is None:
                under_way = self._under_way[key] = self._thread.submit(self._make, look, key[1])
            return under_way

    def close(self) -> None:
        """Begin nothing more."""
        self._thread.shutdown(wait=False, cancel_futures=True)

    def _make(self, look: Look, manner: Manner) -> Prepared:
        key = look, manner
        try:
            made = self.ready(look) or prepare(look, manner)
            with self._lock:
                self._ready[key] = made
                while len(self._ready) > KEPT:
                    self._ready.popitem(last=False)
            return made
        finally:
            with self._lock:
                self._under_way.pop(key, None)
