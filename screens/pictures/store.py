"""Prepared pictures on disk, so that they are made once and not in every game."""

import os
from contextlib import suppress
from hashlib import sha256
from pathlib import Path
from tempfile import NamedTemporaryFile

from platformdirs import user_cache_path

BOUND = 64_000_000
"""Bytes that the folder may hold; the pictures used longest ago go first."""
SUM = sha256().digest_size


class Store:
    """Bytes by key in a folder, whole or not at all.

    It is a cache: whatever cannot be read is as if it were not there, and what cannot be written
    is made again the next time.
    """

    def __init__(self, folder: Path | None = None, bound: int = BOUND) -> None:
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
