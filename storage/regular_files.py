"""Open the files that a user names, if they are regular: a pipe or a device might never end."""

import os
import stat
from errno import EINVAL, EISDIR, ENXIO
from io import BufferedReader
from pathlib import Path

SAFE_FLAGS = (
    getattr(os, "O_NONBLOCK", 0)  # a pipe that nobody writes to would be waited for
    | getattr(os, "O_NOCTTY", 0)
    | getattr(os, "O_CLOEXEC", 0)
    | getattr(os, "O_BINARY", 0)
)
KINDS = (
    (stat.S_ISFIFO, "a pipe"),
    (stat.S_ISSOCK, "a socket"),
    (stat.S_ISCHR, "a device"),
    (stat.S_ISBLK, "a device"),
)


def open_regular(path: Path, flags: int = os.O_RDONLY, mode: int = 0o600) -> int:
    """Open a regular file; what it is is judged by the open file, which nobody can exchange.

    Args:
        path: The file.
        flags: As for `os.open`.
        mode: The permissions of a file that is created.

    Returns:
        A file descriptor.

    Raises:
        OSError: If it cannot be opened, or is no regular file; its `strerror` says why.
    """
    try:
        file = os.open(path, flags | SAFE_FLAGS, mode)
    except OSError as error:
        if error.errno == ENXIO:  # a socket, or a pipe that nobody reads
            raise _not_regular(path, path.stat().st_mode) from None
        raise
    try:
        kind = os.fstat(file).st_mode
        if not stat.S_ISREG(kind):
            raise _not_regular(path, kind)
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


def read_bytes(path: Path, limit: int = -1) -> bytes:
    """Read a regular file.

    Args:
        path: The file.
        limit: The most bytes to read; all by default.

    Raises:
        OSError: If it cannot be read, or is no regular file.
    """
    with open_binary(path) as file:
        return file.read(limit)


def read_text(path: Path, encoding: str = "utf-8") -> str:
    """Read a regular file of text; any line end becomes a newline.

    Raises:
        OSError: If it cannot be read, or is no regular file.
        UnicodeDecodeError: If it is not text in that encoding.
    """
    text = read_bytes(path).decode(encoding)
    return text.replace("\r\n", "\n").replace("\r", "\n")


def _not_regular(path: Path, kind: int) -> OSError:
    if stat.S_ISDIR(kind):
        return IsADirectoryError(EISDIR, os.strerror(EISDIR), str(path))
    what = next((name for is_kind, name in KINDS if is_kind(kind)), "something else")
    return OSError(EINVAL, f"it is {what}, not a regular file", str(path))
