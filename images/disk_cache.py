"""A disk cache of encoded pictures, for the terminal and for models with vision.

The names of its files do not reveal which cards were seen.
"""

import os
from contextlib import suppress
from hashlib import sha256
from hmac import digest
from pathlib import Path

from files.private import PRIVATE_FILE, PRIVATE_FOLDER, make_private_folder
from files.regular import read_bytes
from files.removal import delete_file
from files.replacement import create_file, replace_private_file

DISK_BYTES = 64_000_000
"""The size limit of the folder, in bytes; least recently used files are deleted first."""
KEY_FILE = "key"
"""The file with the random bytes that the names of the other files are keyed with."""
SECRET_BYTES = 32
CHECKSUM_BYTES = sha256().digest_size


class DiskCache:
    """A folder of files with checksums, by key; only their owner can enter it.

    The files' names do not reveal which cards they show: they are keyed with random bytes, stored
    beside them. Files that cannot be read count as missing; errors on writing are ignored.
    """

    def __init__(self, folder: Path, max_bytes: int = DISK_BYTES) -> None:
        """Keep at most `max_bytes` in `folder`."""
        self.folder = folder
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
            replace_private_file(file_path, sha256(value).digest() + value, durable=False)
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
        return self.folder / digest(self._secret, key.encode(), "sha256").hex()

    def _evict_oldest(self) -> None:
        """Delete the least recently used files until the rest is within the limit."""
        kept = []
        for file in self.folder.iterdir():
            if file.name == KEY_FILE:
                continue
            with suppress(FileNotFoundError):  # deleted by another process meanwhile
                status = file.stat()
                kept.append((status.st_mtime_ns, status.st_size, file))
        over = sum(size for _, size, _ in kept) - self.max_bytes
        for _, size, file in sorted(kept):
            if over <= 0:
                return
            delete_file(file)
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
        delete_file(path)
    with suppress(FileExistsError):  # another process was first
        create_file(path, os.urandom(SECRET_BYTES), PRIVATE_FILE)
    return read_bytes(path, SECRET_BYTES)
