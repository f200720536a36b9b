"""Encode pictures in a background thread, and cache them in memory and on disk."""

import hmac
import os
import re
from collections import OrderedDict
from collections.abc import Iterable
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import suppress
from dataclasses import replace
from hashlib import sha256
from pathlib import Path
from secrets import token_bytes
from tempfile import NamedTemporaryFile
from threading import Lock

from platformdirs import user_cache_path
from textual.geometry import Region

from screens.pictures.encoding import (
    EncodedPicture,
    GraphicsMode,
    build_cache_key,
    encode_pixels,
    measure_bytes,
    render_blocks,
)
from screens.pictures.picture_scaling import PictureRequest
from screens.pictures.protocols import AUTO, BLOCK_PIXELS, MOSAICS, Protocol
from words.file_access import PRIVATE_FOLDER, make_private_folder, read_bytes

DISK_BYTES = 64_000_000
"""The size limit of the folder, in bytes; least recently used files are deleted first."""
KEY_FILE = "key"
"""The file with the random bytes that the names of the other files are keyed with."""
SECRET_BYTES = 32
OLD_NAME = re.compile(r"[0-9a-f]{64}|new-.{1,20}")
"""The names of cached files in earlier versions."""
CHECKSUM_BYTES = sha256().digest_size


class DiskCache:
    """A folder of files with checksums, by key; only their owner can enter it.

    The files' names do not tell which cards they show: they are keyed with random bytes, which lie
    beside them. Files that cannot be read count as missing; errors on writing are ignored.
    """

    def __init__(self, folder: Path | None = None, max_bytes: int = DISK_BYTES) -> None:
        """Keep at most `max_bytes` in `folder`, by default in the user's cache folder."""
        self._old = None if folder else user_cache_path("parlour") / "pictures"
        self.folder = folder or user_cache_path("parlour") / "cards"
        self.max_bytes = max_bytes
        self._secret = b""

    def get(self, key: str) -> bytes | None:
        """Return the bytes stored under `key`, or `None` if they are missing or damaged."""
        try:
            file = self._find_file(key)
            content = read_bytes(file)
            os.utime(file)  # mark it as used
        except OSError:
            return None
        value = content[CHECKSUM_BYTES:]
        return value if sha256(value).digest() == content[:CHECKSUM_BYTES] else None

    def put(self, key: str, value: bytes) -> None:
        """Store `value` under `key`."""
        with suppress(OSError):
            file_path = self._find_file(key)
            with NamedTemporaryFile(dir=self.folder, prefix="new-", delete=False) as file:
                try:
                    file.write(sha256(value).digest() + value)
                    Path(file.name).replace(file_path)
                except OSError:
                    Path(file.name).unlink(missing_ok=True)
                    raise
            self._evict_oldest()

    def _find_file(self, key: str) -> Path:
        """The file of a key.

        Raises:
            OSError: If the folder cannot be used.
        """
        if not self._secret:
            make_private_folder(self.folder)
            self.folder.chmod(PRIVATE_FOLDER)
            self._secret = load_secret(self.folder / KEY_FILE)
            self._delete_old_cache()
        return self.folder / hmac.digest(self._secret, key.encode(), "sha256").hex()

    def _delete_old_cache(self) -> None:
        """Delete the cache of earlier versions: its names tell which cards have been seen."""
        if self._old is None or not self._old.is_dir():
            return
        with suppress(OSError):
            for file in self._old.iterdir():
                if OLD_NAME.fullmatch(file.name):
                    file.unlink(missing_ok=True)
            self._old.rmdir()

    def _evict_oldest(self) -> None:
        """Delete the least recently used files until the rest is within the limit."""
        kept = []
        for file in self.folder.iterdir():
            if file.name == KEY_FILE:
                continue
            with suppress(FileNotFoundError):  # deleted by another Parlour meanwhile
                status = file.stat()
                kept.append((status.st_mtime_ns, status.st_size, file))
        over = sum(size for _, size, _ in kept) - self.max_bytes
        for _, size, file in sorted(kept):
            if over <= 0:
                return
            file.unlink(missing_ok=True)
            over -= size


def load_secret(path: Path) -> bytes:
    """Load random bytes from a file; a new one is made if it is missing or damaged.

    Raises:
        OSError: If it can be neither read nor made.
    """
    with suppress(FileNotFoundError):
        secret = read_bytes(path, SECRET_BYTES + 1)
        if len(secret) == SECRET_BYTES:
            return secret
        path.unlink()
    with NamedTemporaryFile(dir=path.parent, prefix="new-") as file:  # its mode is 0600
        file.write(token_bytes(SECRET_BYTES))
        file.flush()
        with suppress(FileExistsError):  # another Parlour was first
            os.link(file.name, path)
    return read_bytes(path, SECRET_BYTES)


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
        self._store = store or DiskCache()
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

    def encode_part(self, request: PictureRequest, mode: GraphicsMode, region: Region) -> bytes:
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
