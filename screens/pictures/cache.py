"""Keep encoded pictures in memory and on disk; a background thread encodes them."""

from collections import OrderedDict
from collections.abc import Iterable
from concurrent.futures import Future, ThreadPoolExecutor
from dataclasses import replace
from hashlib import sha256
from pathlib import Path
from threading import Lock
from typing import TYPE_CHECKING

from engine.config.paths import get_cache_folder
from files.regular import read_bytes
from images.disk_cache import DiskCache
from screens.pictures.errors import PictureError
from screens.pictures.graphics_mode import GraphicsMode
from screens.pictures.picture_request import PictureRequest
from screens.pictures.protocol import AUTO, BLOCK_PIXELS, MOSAICS, Protocol

if TYPE_CHECKING:
    from textual.geometry import Region, Size
    from textual.strip import Strip


type EncodedPicture = "tuple[Strip, ...] | bytes"
"""Rows of block characters, or the bytes of a PNG or of a Sixel escape sequence."""


VERSION = 1
"""Increase it whenever the same request is encoded to different bytes than before."""


BLOCK_CELL_BYTES = 500
"""Approximate memory of one cell of block characters, in bytes."""


def measure_bytes(prepared: EncodedPicture) -> int:
    """Estimate the memory of an encoded picture, in bytes."""
    if isinstance(prepared, bytes):
        return len(prepared)
    return BLOCK_CELL_BYTES * sum(strip.cell_length for strip in prepared)


def build_cache_key(request: PictureRequest, mode: GraphicsMode) -> str:
    """Build the key of an encoded picture in the disk cache, from all that its bytes depend on.

    Raises:
        PictureError: If the file cannot be read.
    """
    try:
        content = sha256(read_bytes(request.path)).hexdigest()
    except OSError as error:
        raise PictureError(f"{request.path}: {error.strerror}.") from None
    if mode.protocol is Protocol.SIXEL:
        form = "sixel"
    else:
        form = "png in true colour" if mode.is_fine else "png"
    size = (
        f"Look(path={Path()!r}, columns={request.columns}, rows={request.rows}, "
        f"ground={request.background}, dim={request.dim})"
    )
    parts = (VERSION, content, size, form, mode.cell, mode.colours, mode.opaque)
    return sha256(" ".join(map(str, parts)).encode()).hexdigest()


MEMORY_BYTES = 24_000_000
"""The size limit of encoded pictures in memory, in bytes."""


type CacheKey = tuple[PictureRequest, GraphicsMode, Region | None]
"""A picture, how it is encoded, and which part of it (`None`: all of it)."""


class PictureCache:
    """The chosen protocol, and the pictures encoded for it; encoding runs in one thread."""

    def __init__(
        self, best: GraphicsMode | None = None, reason: str = "", store: DiskCache | None = None
    ) -> None:
        """Start with the best mode of the terminal.

        Args:
            best: The best mode that the terminal supports; quadrants by default.
            reason: Why it is the best, as a sentence. Outside text: it names the terminal.
            store: The cache on disk; by default in the user's cache folder.
        """
        self.mode = best or GraphicsMode(Protocol.QUAD)
        self.best = self.mode.protocol
        self.best_reason = reason
        self.chosen: str = AUTO
        """The user's choice: the name of a protocol, or `auto`."""
        self.choices: tuple[Protocol, ...] = tuple(Protocol)
        """The protocols to choose from."""
        self.background = (0x14, 0x16, 0x1A)
        """The background colour of pictures that are encoded ahead of time."""
        self.usual_sizes: dict[int, Size] = {}
        """By number of cards on a form: how large they were the last time."""
        self._store = store or DiskCache(get_cache_folder("cards"))
        self._cached: OrderedDict[CacheKey, EncodedPicture] = OrderedDict()
        self._bytes = 0
        self._pending: dict[CacheKey, Future[EncodedPicture]] = {}
        self._lock = Lock()
        self._thread = ThreadPoolExecutor(1, "pictures")

    @property
    def protocol(self) -> Protocol:
        return self.mode.protocol

    @property
    def reason(self) -> str:
        """Why this protocol is in use, as a sentence. Outside text."""
        return self.best_reason if self.chosen == AUTO else "It was asked for."

    def choose(self, name: str) -> None:
        """Use the protocol of that name from now on; `auto` and unavailable ones mean the best."""
        self.chosen = name if name in self.choices else AUTO
        protocol = self.best if self.chosen == AUTO else Protocol(name)
        self.mode = replace(self.mode, protocol=protocol)

    @property
    def pixel_rows(self) -> int:
        """Pixels down in a cell of the blocks that were chosen, or of the finest drawn here."""
        chosen = self.protocol if self.protocol in MOSAICS else self.mode.finest
        return BLOCK_PIXELS[chosen][1]

    def restrict_to_256_colours(self) -> None:
        """Draw blocks in the colours of a terminal that does not show all."""
        self.mode = replace(self.mode, true_colour=False)

    def restrict_to_blocks(self) -> None:
        """Offer only block characters from now on: recordings cannot hold pixels."""
        self.mode = replace(self.mode, finest=Protocol.QUAD)
        self.choices = tuple(one for one in Protocol if not one.pixels)
        finer = self.best in (Protocol.OCTANT, Protocol.SEXTANT)  # which fonts of players lack
        if self.best.pixels or finer:
            self.best = Protocol.QUAD
            self.best_reason = "A recording holds pictures as blocks."
        self.choose(self.chosen)

    @property
    def enabled(self) -> bool:
        """Whether pictures are shown, rather than their alt text."""
        return self.protocol is not Protocol.NONE

    def prepare(self, paths: Iterable[Path], columns: int, rows: int, *, dim: bool = False) -> None:
        """Encode pictures ahead of time in the background, for places of columns x rows cells."""
        if self.enabled:
            for path in paths:
                self.submit(PictureRequest(path, columns, rows, self.background, dim))

    def find_encoded(self, request: PictureRequest) -> EncodedPicture | None:
        """Return the encoded picture if it is in memory."""
        return self._get_cached((request, self.mode, None))

    def submit(self, request: PictureRequest) -> Future[EncodedPicture]:
        """Encode a picture in the background; requests for the same one share a future."""
        key = request, self.mode, None
        with self._lock:
            pending = self._pending.get(key)
            if pending is None:
                pending = self._pending[key] = self._thread.submit(self._encode_request, key)
            return pending

    def encode_part(self, request: PictureRequest, mode: GraphicsMode, region: "Region") -> bytes:
        """Encode a part of a picture in pixels, in the calling thread.

        Args:
            request: The whole picture.
            mode: How to encode it.
            region: The part, in cells from the upper left.

        Raises:
            PictureError: If the file is no longer a picture.
        """
        key = request, mode, region
        encoded = self._get_cached(key)
        if not isinstance(encoded, bytes):
            from screens.pictures.encoding import encode_pixels  # noqa: PLC0415 - numpy and Pillow: not before a picture is shown

            encoded = encode_pixels(request, mode, region)
            self._put_cached(key, encoded)
        return encoded

    def close(self) -> None:
        """Cancel what has not begun, and accept no more requests."""
        self._thread.shutdown(wait=False, cancel_futures=True)

    def _encode_request(self, key: CacheKey) -> EncodedPicture:
        request, mode, _ = key
        try:
            encoded = self._get_cached(key) or self._load_or_encode(request, mode)
            self._put_cached(key, encoded)
            return encoded
        finally:
            with self._lock:
                self._pending.pop(key, None)

    def _load_or_encode(self, request: PictureRequest, mode: GraphicsMode) -> EncodedPicture:
        from screens.pictures.encoding import (  # noqa: PLC0415 - numpy and Pillow, in the thread
            encode_pixels,
            render_blocks,
        )

        if mode.protocol.blocks:
            return render_blocks(request, mode)
        key = build_cache_key(request, mode)
        encoded = self._store.get(key)
        if encoded is None:
            encoded = encode_pixels(request, mode)
            self._store.put(key, encoded)
        return encoded

    def _get_cached(self, key: CacheKey) -> EncodedPicture | None:
        with self._lock:
            if key in self._cached:
                self._cached.move_to_end(key)
            return self._cached.get(key)

    def _put_cached(self, key: CacheKey, encoded: EncodedPicture) -> None:
        with self._lock:
            if key not in self._cached:
                self._cached[key] = encoded
                self._bytes += measure_bytes(encoded)
            while self._bytes > MEMORY_BYTES and len(self._cached) > 1:
                _, dropped = self._cached.popitem(last=False)
                self._bytes -= measure_bytes(dropped)
