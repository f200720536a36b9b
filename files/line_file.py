"""A file to which whole lines are only appended, on disk before the caller goes on."""

import os
from contextlib import suppress
from errno import ENOLCK, ENOTSUP
from fcntl import LOCK_EX, LOCK_NB, flock
from pathlib import Path
from typing import Self

from files.private import PRIVATE_FILE, make_private_folder
from files.regular import open_regular
from files.replacement import sync_folder

BLOCK = 65_536
"""Number of bytes that are read at once to find the end of the last line."""


class LineFile:
    """An open file of lines; a failed write leaves no part of a line."""

    def __init__(self, path: Path, file: int, *, durable: bool = True) -> None:
        """Take over an open file.

        Args:
            path: The path.
            file: The descriptor, opened with `O_APPEND`.
            durable: Whether to wait for the disk after each line. If not, a crash of the program
                loses nothing, but a crash of the machine may.
        """
        self.path = path
        self.file = file
        self.durable = durable
        self._size = os.fstat(file).st_size
        """The length of the complete lines in bytes; a failed write may leave more."""

    @classmethod
    def create(cls, path: Path, *, durable: bool = True) -> Self:
        """Create a file that only its owner can read, and missing folders.

        Its first lines are written by `append`; the folder is synced with them.

        Raises:
            FileExistsError: If anything is there already, also a link.
            OSError: If it cannot be created.
        """
        make_private_folder(path.parent)
        flags = os.O_RDWR | os.O_APPEND | os.O_CREAT | os.O_EXCL
        return cls(path, os.open(path, flags, PRIVATE_FILE), durable=durable)

    @classmethod
    def open(cls, path: Path, *, durable: bool = True, follow: bool = False) -> Self:
        """Open an existing file for more lines.

        Args:
            path: The file.
            durable: As for `LineFile`.
            follow: Whether `path` may be a link.

        Raises:
            OSError: If it cannot be opened, or is no regular file.
        """
        flags = os.O_RDWR | os.O_APPEND | (0 if follow else os.O_NOFOLLOW)
        return cls(path, open_regular(path, flags), durable=durable)

    def append(self, lines: bytes) -> None:
        """Append complete lines.

        Raises:
            OSError: If they could not be written; the file is as it was.
        """
        try:
            if os.fstat(self.file).st_size != self._size:  # left by a failed write
                os.ftruncate(self.file, self._size)
            rest = memoryview(lines)
            while rest:
                rest = rest[os.write(self.file, rest) :]
            if self.durable:
                os.fsync(self.file)
                if not self._size:  # a new file, whose name has to be on disk, too
                    sync_folder(self.path.parent)
        except OSError:
            with suppress(OSError):  # retried before the next line
                os.ftruncate(self.file, self._size)
            raise
        self._size += len(lines)

    def cut_after(self, size: int) -> None:
        """Cut off an incomplete last line.

        Args:
            size: The length of the complete lines in bytes, as they were read before.

        Raises:
            BlockingIOError: If another process has changed the file since it was read.
            OSError: If it cannot be cut.
        """
        present = os.lseek(self.file, 0, os.SEEK_END)
        os.lseek(self.file, size, os.SEEK_SET)
        if present < size or b"\n" in os.read(self.file, present - size):
            raise BlockingIOError
        os.ftruncate(self.file, size)
        self._size = size

    def cut_torn_line(self) -> None:
        """Cut off an incomplete last line that a killed process or a full disk has left.

        Raises:
            OSError: If it cannot be cut.
        """
        size = os.fstat(self.file).st_size
        end = size
        while end > 0:
            begin = max(0, end - BLOCK)
            found = os.pread(self.file, end - begin, begin).rfind(b"\n")
            if found >= 0:
                end = begin + found + 1
                break
            end = begin
        if end < size:
            os.ftruncate(self.file, end)
        self._size = end

    def lock(self, *, wait: bool) -> None:
        """Lock the file against other processes until it is closed, where the system can.

        Raises:
            BlockingIOError: If another process has locked it, and `wait` is false.
            OSError: If it cannot be locked.
        """
        try:
            flock(self.file, LOCK_EX if wait else LOCK_EX | LOCK_NB)
        except BlockingIOError:
            raise
        except OSError as error:
            if error.errno not in {ENOLCK, ENOTSUP}:  # a file system without locks
                raise

    def close(self) -> None:
        """Close the file."""
        if self.file >= 0:
            os.close(self.file)
            self.file = -1

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()
