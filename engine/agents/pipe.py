"""A program of somebody else's, and two pipes: lines go in, lines come out."""

import asyncio
import os
import signal
from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path
from subprocess import DEVNULL, PIPE, Popen, TimeoutExpired
from threading import Thread

LONGEST = 1_000_000
"""The most bytes of one line that are read."""
GRACE = 1.0
"""Seconds that a program has to end by itself once nothing more will be asked."""


class Ended(Exception):
    """The program ended, or let go of its output, before it answered."""

    def __init__(self, code: int | None) -> None:
        super().__init__(code)
        self.code = code
        """Its exit code, the negative number of a signal, or `None` if it still runs."""


class TooLong(Exception):
    """A line of more than `LONGEST` bytes."""


class Pipe:
    """A running program. Its pipes never block, so that many of them can be waited for at once."""

    def __init__(self, words: Sequence[str], errors: Path | None) -> None:
        """Start it, in a process group of its own.

        Args:
            words: The program and its arguments.
            errors: The file to which what it writes to stderr is added, mode 0600; `None`
                keeps nothing of it.

        Raises:
            OSError: If there is no such program, or the file cannot be written.
        """
        kept, self._errors = DEVNULL, errors
        if errors is not None:
            errors.parent.mkdir(parents=True, exist_ok=True)
            kept = os.open(errors, os.O_WRONLY | os.O_APPEND | os.O_CREAT, 0o600)
        try:
            self._process = Popen(  # noqa: S603 - to run what one is told to is what this is for
                words, stdin=PIPE, stdout=PIPE, stderr=kept, bufsize=0, start_new_session=True
            )
        finally:
            if kept != DEVNULL:
                os.close(kept)
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        self._in = self._process.stdin.fileno()
        self._out = self._process.stdout.fileno()
        os.set_blocking(self._in, False)
        os.set_blocking(self._out, False)
        self._rest = b""
        self._asked = False

    async def ask(self, line: str) -> str:
        """Write one line, and read the next that comes.

        What was written without being asked is passed over: it answers nothing.

        Raises:
            Ended: If the program is no more.
            TooLong: If its answer is longer than can be meant.
        """
        if self._asked:
            self._forget()
        self._asked = True
        rest = memoryview(f"{line}\n".encode())
        while rest:
            try:
                rest = rest[os.write(self._in, rest) :]
            except BlockingIOError:
                await _ready(self._in, writing=True)
            except BrokenPipeError:  # it may have answered without reading
                break
        return await self._line()

    def stop(self, *, at_once: bool = False) -> None:
        """Ask nothing more: the program reads the end of its input, and has `GRACE` to end."""
        if self._process.stdin is not None and not self._process.stdin.closed:
            self._process.stdin.close()
            Thread(target=self._reap, args=(0.0,) if at_once else (GRACE, self._errors)).start()

    def _reap(self, grace: float, errors: Path | None = None) -> None:
        with suppress(TimeoutExpired):
            self._process.wait(grace)
        with suppress(ProcessLookupError, PermissionError):  # nobody of the group is left
            os.killpg(self._process.pid, signal.SIGKILL)
        self._process.wait()
        assert self._process.stdout is not None
        self._process.stdout.close()
        with suppress(OSError):  # the folder went with the game
            if errors is not None and not errors.stat().st_size:
                errors.unlink()

    async def _line(self) -> str:
        while b"\n" not in self._rest:
            if len(self._rest) > LONGEST:
                raise TooLong
            try:
                more = os.read(self._out, 65536)
            except BlockingIOError:
                await _ready(self._out, writing=False)
                continue
            if not more and not self._rest.strip():
                raise Ended(self._code())
            self._rest += more or b"\n"  # a last line need not end
        line, _, self._rest = self._rest.partition(b"\n")
        return line.decode(errors="replace")

    def _forget(self) -> None:
        self._rest = b""
        with suppress(BlockingIOError):
            while os.read(self._out, 65536):
                pass

    def _code(self) -> int | None:
        with suppress(TimeoutExpired):  # it closes its pipes a moment before it is gone
            return self._process.wait(0.05)
        return None


async def _ready(file: int, *, writing: bool) -> None:
    """Wait until a pipe takes more, or has more to give."""
    loop = asyncio.get_running_loop()
    ready = loop.create_future()
    add, remove = (
        (loop.add_writer, loop.remove_writer) if writing else (loop.add_reader, loop.remove_reader)
    )

    def set_ready() -> None:
        if not ready.done():
            ready.set_result(None)

    add(file, set_ready)
    try:
        await ready
    finally:
        remove(file)
