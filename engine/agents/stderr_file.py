"""What a program writes to stderr, kept in a file that cannot grow without bound."""

import os
import re
import select
from contextlib import suppress
from pathlib import Path
from threading import Lock, Thread
from time import monotonic, sleep
from typing import IO, ClassVar, Self

from words.file_access import make_private_folder, narrow_mode, open_regular

HEAD_BYTES = TAIL_BYTES = 500_000
"""How much is kept from the beginning, and from the end."""
OPEN = os.O_RDWR | os.O_CREAT | os.O_NOFOLLOW
"""A symbolic link in a strange folder must not lead what a program writes to another file."""
CHUNK_BYTES = 65536
WRITE_SECONDS = 0.5
"""How often the end is written while the program goes on writing."""
PAUSE_SECONDS = 0.005
"""The pause after each chunk beyond the head, so that a flood takes no time from the game."""
MARK = re.compile(rb"\n\[\.\.\. ([\d,]{1,30}) bytes left out \.\.\.\]\n")


class StderrFile:
    """Keeps the first and last bytes; a program that is started again goes on in the same file."""

    _open: ClassVar[dict[Path, "StderrFile"]] = {}
    _open_lock = Lock()

    def __init__(self, path: Path, file: int) -> None:
        """Use `StderrFile.open` instead."""
        self.path = path
        self._file = file
        self._users = 0
        self._lock = Lock()
        self._written = 0.0  # when the end was last written
        self._unwritten = False
        self._load()

    @classmethod
    def open(cls, path: Path) -> Self:
        """Open the file, mode 0600, or the one that is open already.

        Raises:
            OSError: If it cannot be written, or is no regular file.
        """
        with cls._open_lock:
            found = cls._open.get(path)
            if found is None:
                make_private_folder(path.parent)
                file = open_regular(path, OPEN)
                narrow_mode(file)
                found = cls._open[path] = cls(path, file)
            found._users += 1
            assert isinstance(found, cls)
            return found

    def keep(self, stream: IO[bytes]) -> Thread:
        """Keep what comes from a stream until it ends, in the thread that is returned."""
        thread = Thread(target=self._keep, args=(stream,), daemon=True)
        thread.start()
        return thread

    def close(self, *, delete_empty: bool = False) -> None:
        """Write what is left and close the file, once nobody else uses it."""
        with self._open_lock:
            self._users -= 1
            if self._users:
                return
            self._open.pop(self.path, None)
        with self._lock:
            self._write_end()
            file, self._file = self._file, -1
            empty = not os.fstat(file).st_size
            os.close(file)
        if delete_empty and empty:
            with suppress(OSError):  # the folder is gone
                self.path.unlink()

    def _load(self) -> None:
        """Take over what the file holds."""
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
        with suppress(OSError):  # a full disk is no reason to stop the program
            os.pwrite(self._file, data, offset)
