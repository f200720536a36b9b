"""Encodes pictures in the background and caches them, in memory and on disk."""

import os
from collections import OrderedDict
from collections.abc import Callable, Iterable
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import suppress
from dataclasses import replace
from hashlib import sha256
from pathlib import Path
from tempfile import NamedTemporaryFile
from threading import Lock

from platformdirs import user_cache_path
from textual.geometry import Region

from screens.pictures.canvas import Look
from screens.pictures.encoding import Manner, Prepared, blocks, encoded, key_of, weight
from screens.pictures.protocols import AUTO, Protocol

DISK_BYTES = 64_000_000
"""Bytes that the folder may hold; the pictures used longest ago go first."""
SUM = sha256().digest_size


class Store:
    """Bytes by key in a folder, whole or not at all.

    It is a cache: whatever cannot be read is as if it were not there, and what cannot be written
    is made again the next time.
    """

    def __init__(self, folder: Path | None = None, bound: int = DISK_BYTES) -> None:
        """Keep at most `bound` bytes in `folder`, or else in the person's cache."""
        self.folder = folder or user_cache_path("parlour") / "pictures"
        self.bound = bound

    def get(self, key: str) -> bytes | None:
        """The bytes kept as `key`, if they are there and undamaged."""
        file = self.folder / key
        try:
            content = file.read_bytes()
            os.utime(file)  # used just now
        except OSError:
            return None
        value = content[SUM:]
        return value if sha256(value).digest() == content[:SUM] else None

    def put(self, key: str, value: bytes) -> None:
        """Keep `value` as `key`."""
        with suppress(OSError):
            self.folder.mkdir(parents=True, exist_ok=True)
            with NamedTemporaryFile(dir=self.folder, prefix="new-", delete=False) as file:
                try:
                    file.write(sha256(value).digest() + value)
                    Path(file.name).replace(self.folder / key)
                except OSError:
                    Path(file.name).unlink(missing_ok=True)
                    raise
            self._tidy()

    def _tidy(self) -> None:
        """Delete what was used longest ago until the rest is within the bound."""
        kept = []
        for file in self.folder.iterdir():
            with suppress(FileNotFoundError):  # another Parlour tidies up as well
                status = file.stat()
                kept.append((status.st_mtime_ns, status.st_size, file))
        over = sum(size for _, size, _ in kept) - self.bound
        for _, size, file in sorted(kept):
            if over <= 0:
                return
            file.unlink(missing_ok=True)
            over -= size


MEMORY_BYTES = 24_000_000
"""Bytes of prepared pictures that stay in memory."""

type Wanted = tuple[Look, Manner, Region | None]
"""A picture, how it is shown, and which part of it if not the whole."""


class Pictures:
    """Prepares pictures in a thread of its own, and keeps those used last."""

    def __init__(
        self, best: Manner | None = None, why: str = "", store: Store | None = None
    ) -> None:
        """Show pictures in the `best` manner, as blocks if none is named.

        Args:
            best: The best that this terminal knows.
            why: Why that is the best, as a sentence. Outside text: it names the terminal.
            store: Where prepared pictures are kept, if not in the person's cache.
        """
        self.manner = best or Manner(Protocol.QUAD)
        self.best = self.manner.protocol
        self.best_why = why
        self.chosen: str = AUTO
        """What was chosen: the name of a protocol, or `auto`."""
        self.ways: tuple[Protocol, ...] = tuple(Protocol)
        """What can be chosen."""
        self.ground = (0x14, 0x16, 0x1A)
        """The colour upon which pictures are prepared ahead."""
        self.forgotten: Callable[[], None] = lambda: None
        """Makes the terminal forget its pictures; the app sets it."""
        self._store = store or Store()
        self._ready: OrderedDict[Wanted, Prepared] = OrderedDict()
        self._weight = 0
        self._under_way: dict[Wanted, Future[Prepared]] = {}
        self._lock = Lock()
        self._thread = ThreadPoolExecutor(1, "pictures")

    @property
    def protocol(self) -> Protocol:
        """How pictures are shown."""
        return self.manner.protocol

    @property
    def why(self) -> str:
        """Why pictures are shown as they are, as a sentence. Outside text."""
        return self.best_why if self.chosen == AUTO else "It was asked for."

    def choose(self, name: str) -> None:
        """Show pictures by the protocol of that name from now on, or by the best with `auto`.

        A way that cannot be chosen is taken for `auto`.
        """
        self.chosen = name if name in self.ways else AUTO
        protocol = self.best if self.chosen == AUTO else Protocol(name)
        self.manner = replace(self.manner, protocol=protocol)

    def record(self) -> None:
        """Show pictures as blocks from now on: recordings hold no others."""
        self.ways = tuple(way for way in Protocol if not way.pixels)
        if self.best.pixels:
            self.best = Protocol.QUAD
            self.best_why = "A recording holds pictures as blocks."
        self.choose(self.chosen)

    @property
    def shows(self) -> bool:
        """Whether pictures are shown at all."""
        return self.protocol is not Protocol.NONE

    def prepare(self, paths: Iterable[Path], columns: int, rows: int, *, dim: bool = False) -> None:
        """Make pictures ready in the background, for places of `columns` x `rows` cells."""
        if self.shows:
            for path in paths:
                self.order(Look(path, columns, rows, self.ground, dim))

    def purge(self) -> None:
        """Let the terminal forget every picture, on the screen and in its memory."""
        self.forgotten()

    def ready(self, look: Look) -> Prepared | None:
        """What to show for a picture, if it has been prepared."""
        return self._kept((look, self.manner, None))

    def order(self, look: Look) -> Future[Prepared]:
        """Have a picture prepared; the same one is not prepared twice at a time."""
        wanted = look, self.manner, None
        with self._lock:
            under_way = self._under_way.get(wanted)
            if under_way is None:
                under_way = self._under_way[wanted] = self._thread.submit(self._work, wanted)
            return under_way

    def part(self, look: Look, manner: Manner, region: Region) -> bytes:
        """A part of a picture in pixels, at once.

        Args:
            look: The whole picture.
            manner: How it is shown.
            region: The part, in cells from the upper left.

        Raises:
            PictureError: If the file holds no picture any more.
        """
        wanted = look, manner, region
        made = self._kept(wanted)
        if not isinstance(made, bytes):
            made = encoded(look, manner, region)
            self._keep(wanted, made)
        return made

    def close(self) -> None:
        """Begin nothing more."""
        self._thread.shutdown(wait=False, cancel_futures=True)

    def _work(self, wanted: Wanted) -> Prepared:
        look, manner, _ = wanted
        try:
            made = self._kept(wanted) or self._made(look, manner)
            self._keep(wanted, made)
            return made
        finally:
            with self._lock:
                self._under_way.pop(wanted, None)

    def _made(self, look: Look, manner: Manner) -> Prepared:
        if manner.protocol.blocks:
            return blocks(look, manner)
        key = key_of(look, manner)
        made = self._store.get(key)
        if made is None:
            made = encoded(look, manner)
            self._store.put(key, made)
        return made

    def _kept(self, wanted: Wanted) -> Prepared | None:
        with self._lock:
            if wanted in self._ready:
                self._ready.move_to_end(wanted)
            return self._ready.get(wanted)

    def _keep(self, wanted: Wanted, made: Prepared) -> None:
        with self._lock:
            if wanted not in self._ready:
                self._ready[wanted] = made
                self._weight += weight(made)
            while self._weight > MEMORY_BYTES and len(self._ready) > 1:
                _, dropped = self._ready.popitem(last=False)
                self._weight -= weight(dropped)
