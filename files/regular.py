"""Open and read the files that a user names, only if they are regular files."""

import os
import stat
from errno import EFBIG, EINVAL, EISDIR, ELOOP, ENXIO
from io import BufferedReader
from pathlib import Path

SAFE_FLAGS = (
    getattr(os, "O_NONBLOCK", 0)  # a pipe that nobody writes to would be waited for
    | getattr(os, "O_NOCTTY", 0)
    | getattr(os, "O_CLOEXEC", 0)
    | getattr(os, "O_BINARY", 0)
)
LINK = "it is a link to another file; name that file instead"
"""The reason for refusing a link."""


KINDS = (
    (stat.S_ISFIFO, "a pipe"),
    (stat.S_ISSOCK, "a socket"),
    (stat.S_ISCHR, "a device"),
    (stat.S_ISBLK, "a device"),
)


def open_regular(path: Path, flags: int = os.O_RDONLY, mode: int = 0o600) -> int:
    """Open a regular file; the type is checked on the open file, which cannot be replaced.

    Args:
        path: The file.
        flags: As for `os.open`.
        mode: The permissions of a file that is created.

    Returns:
        A file descriptor.

    Raises:
        OSError: If it cannot be opened, or is not a regular file; `strerror` gives the reason.
    """
    try:
        file = os.open(path, flags | SAFE_FLAGS, mode)
    except OSError as error:
        if error.errno == ENXIO:  # a socket, or a pipe that nobody reads
            raise build_not_regular_error(path, path.stat().st_mode) from None
        if error.errno == ELOOP and path.is_symlink():
            raise OSError(ELOOP, LINK, str(path)) from None
        raise
    try:
        kind = os.fstat(file).st_mode
        if not stat.S_ISREG(kind):
            raise build_not_regular_error(path, kind)
    except BaseException:
        os.close(file)
        raise
    return file


def open_binary(path: Path) -> BufferedReader:
    """Open a regular file for reading.

    Raises:
        OSError: If it cannot be opened, or is no regular file.
    """
    return open(open_regular(path), "rb")


PART_BYTES = 1_000_000
"""Number of bytes that are asked for at once, as Python allocates them before it reads."""


def read_bytes(path: Path, limit: int = -1) -> bytes:
    """Read a regular file.

    Args:
        path: The file.
        limit: The maximum number of bytes to read; all by default.

    Raises:
        OSError: If it cannot be read, or is no regular file.
    """
    with open_binary(path) as file:
        if limit < 0:
            return file.read()
        parts, left = [], limit
        while left > 0 and (part := file.read(min(left, PART_BYTES))):
            parts.append(part)
            left -= len(part)
        return b"".join(parts)


MOST_TEXT = 16_000_000
"""Maximum size of settings, word lists and the like, which are read as a whole."""


def read_limited(path: Path, limit: int = MOST_TEXT) -> bytes:
    """Read a regular file that is not too long.

    Raises:
        OSError: If it cannot be read, is not a regular file, or has more than `limit` bytes.
    """
    data = read_bytes(path, limit + 1)
    if len(data) > limit:
        raise OSError(EFBIG, f"it has more than {limit:,} bytes", str(path))
    return data


def read_text(path: Path, encoding: str = "utf-8") -> str:
    """Read a regular file of text; any line end becomes a newline.

    Raises:
        OSError: If it cannot be read, is not a regular file, or has more than `MOST_TEXT` bytes.
        UnicodeDecodeError: If it is not text in that encoding.
    """
    text = read_limited(path).decode(encoding)
    return text.replace("\r\n", "\n").replace("\r", "\n")


def build_not_regular_error(path: Path, kind: int) -> OSError:
    """Build the error for something that is no regular file.

    Args:
        path: Where it is.
        kind: Its `st_mode`.
    """
    if stat.S_ISDIR(kind):
        return IsADirectoryError(EISDIR, os.strerror(EISDIR), str(path))
    what = next((name for is_kind, name in KINDS if is_kind(kind)), "something else")
    return OSError(EINVAL, f"it is {what}, not a regular file", str(path))
