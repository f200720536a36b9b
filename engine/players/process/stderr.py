"""Keep the first and the last bytes that a program writes to stderr in a file."""

import fcntl
import os
import re
import select
from contextlib import suppress
from pathlib import Path
from threading import Lock, Thread
from time import monotonic, sleep
from typing import IO, ClassVar, Self

from files.private import make_private_folder, restrict_mode
from files.regular import open_regular
from files.removal import delete_file

HEAD_BYTES = TAIL_BYTES = 500_000
"""Bytes of stderr that are kept from the beginning, and from the end."""


OPEN = os.O_RDWR | os.O_CREAT | os.O_NOFOLLOW
"""Flags for opening the file; symbolic links are refused, as they could redirect the output."""


CHUNK_BYTES = 1_048_576
"""Bytes read at a time, and the size of the pipe if the system allows it, so that a program that
writes much can still answer in time."""


WRITE_SECONDS = 0.5
"""Interval in which the end is written while the program keeps writing."""


PAUSE_SECONDS = 0.005
"""Pause after each chunk beyond the head, so that a flood of output does not slow the game."""


MARK = re.compile(rb"\n\[\.\.\. ([\d,]{1,30}) bytes left out \.\.\.\]\n")


class StderrFile:
    """Keeps the first and last bytes of stderr; a restarted program continues the same file."""

    _open: ClassVar[dict[Path, "StderrFile"]] = {}
    _open_lock = Lock()

    def __init__(self, path: Path, file: int) -> None:
        """Use `StderrFile.open` instead."""
        self.path = path
        self._file = file
        self._users = 0
        self._lock = Lock()
        self._written = 0.0  # the time when the end was last written
        self._unwritten = False
        self._load()

    @classmethod
    def open(cls, path: Path) -> Self:
        """Open the file, mode 0600, or return it if it is already open.

        Raises:
            OSError: If it cannot be written, or is not a regular file.
        """
        with cls._open_lock:
            found = cls._open.get(path)
            if found is None or not found._is_in_place():
                make_private_folder(path.parent)
                file = open_regular(path, OPEN)
                restrict_mode(file)
                found = cls._open[path] = cls(path, file)
            found._users += 1
            assert isinstance(found, cls)
            return found

    def keep(self, stream: IO[bytes]) -> Thread:
        """Start a thread that keeps the bytes of a stream until it ends."""
        thread = Thread(target=self._keep, args=(stream,), daemon=True)
        thread.start()
        return thread

    def close(self, *, delete_empty: bool = False) -> None:
        """Write the rest and close the file, once nobody else uses it."""
        with self._open_lock:
            self._users -= 1
            if self._users:
                return
            if self._open.get(self.path) is self:
                del self._open[self.path]
        with self._lock:
            self._write_end()
            is_useless = self._is_in_place() and not os.fstat(self._file).st_size
            file, self._file = self._file, -1
            os.close(file)
        if delete_empty and is_useless:
            with suppress(OSError):  # the folder is gone
                delete_file(self.path)

    def _is_in_place(self) -> bool:
        """Whether the path still leads to the open file: somebody may have deleted it."""
        try:
            return os.path.samestat(self.path.stat(), os.fstat(self._file))
        except OSError:
            return False

    def _load(self) -> None:
        """Load the content of the file."""
        size = os.fstat(self._file).st_size
        self._head = min(size, HEAD_BYTES)
        start = HEAD_BYTES
        self._left_out = 0
        if size > HEAD_BYTES and (mark := MARK.match(os.pread(self._file, 100, HEAD_BYTES))):
            self._left_out = int(mark[1].replace(b",", b""))
            start += mark.end()
        begin = max(start, size - TAIL_BYTES)
        self._left_out += max(0, begin - start)
        self._tail = bytearray(os.pread(self._file, TAIL_BYTES, begin))

    def _keep(self, stream: IO[bytes]) -> None:
        pipe = stream.fileno()
        poll = select.poll()
        poll.register(pipe, select.POLLIN)
        with suppress(OSError, AttributeError):  # not every system can resize pipes
            fcntl.fcntl(pipe, fcntl.F_SETPIPE_SZ, CHUNK_BYTES)
        with suppress(OSError, ValueError), stream:
            while self._file >= 0:
                if not poll.poll(1000 * WRITE_SECONDS):
                    with self._lock:
                        self._write_end()
                    continue
                if not (data := os.read(pipe, CHUNK_BYTES)):
                    break
                with self._lock:
                    self._add(data)
                if self._tail:
                    sleep(PAUSE_SECONDS)
        with self._lock:
            self._write_end()

    def _add(self, data: bytes) -> None:
        if self._file < 0:
            return
        room = HEAD_BYTES - self._head
        if room and (first := data[:room]):
            self._write(first, self._head)
            self._head += len(first)
        if rest := data[room:]:
            self._tail += rest
            if (excess := len(self._tail) - TAIL_BYTES) > 0:
                self._left_out += excess
                del self._tail[:excess]
            self._unwritten = True
            if monotonic() - self._written >= WRITE_SECONDS:
                self._write_end()

    def _write_end(self) -> None:
        if self._file < 0 or not self._unwritten:
            return
        mark = f"\n[... {self._left_out:,} bytes left out ...]\n" if self._left_out else ""
        end = mark.encode() + self._tail
        self._write(end, HEAD_BYTES)
        with suppress(OSError):
            os.ftruncate(self._file, HEAD_BYTES + len(end))
        self._written = monotonic()
        self._unwritten = False

    def _write(self, data: bytes, offset: int) -> None:
        with suppress(OSError):  # a full disk must not stop the program
            os.pwrite(self._file, data, offset)
