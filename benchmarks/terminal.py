"""Run a program in a pseudo-terminal and time what a person would see."""

import os
import pty
import select
import signal
import struct
import sys
import termios
from collections.abc import Mapping, Sequence
from fcntl import ioctl
from pathlib import Path
from time import monotonic
from typing import Self


class Terminal:
    """Runs `command` in a pseudo-terminal of `columns` x `lines` cells."""

    def __init__(
        self,
        command: Sequence[str],
        env: Mapping[str, str] | None = None,
        columns: int = 120,
        lines: int = 40,
    ) -> None:
        self.started = monotonic()
        self.pid, self.file = pty.fork()
        if self.pid == 0:  # it is of its size before the program can ask
            ioctl(0, termios.TIOCSWINSZ, struct.pack("HHHH", lines, columns, 0, 0))
            known = {**os.environ, "TERM": "xterm-256color", **(env or {})}
            for name in ("COLUMNS", "LINES"):  # of another terminal
                known.pop(name, None)
            os.execvpe(command[0], list(command), known)
        self.seen = b""
        """Everything written since what was last expected or let settle."""
        self.code: int | None = None
        """How the program has ended: its exit code, or minus the number of a signal."""

    @property
    def processor_time(self) -> float:
        """Seconds of processor time that the program has used, by all its threads."""
        threads = Path(f"/proc/{self.pid}/task").glob("*/schedstat")
        return sum(int(thread.read_text().split()[0]) for thread in threads) / 1e9

    def expect(self, text: str, seconds: float = 60) -> float:
        """Wait until `text` has been written.

        Returns:
            The seconds since the program started.

        Raises:
            TimeoutError: If it does not come.
        """
        return self.expect_any((text,), seconds)[1]

    def expect_any(self, texts: Sequence[str], seconds: float = 60) -> tuple[str, float]:
        """Wait until one of these texts has been written.

        Returns:
            The text, and the seconds since the program started.

        Raises:
            TimeoutError: If none comes.
        """
        until = monotonic() + seconds
        while not (found := [text for text in texts if text.encode() in self.seen]):
            if not self._ready(until - monotonic()):
                raise TimeoutError(f"no {texts} in {seconds} s; seen: {self.seen[-500:]!r}")
            try:
                self.seen += os.read(self.file, 65536)
            except OSError:
                raise TimeoutError(f"ended without {texts}; seen: {self.seen[-500:]!r}") from None
        now = monotonic()
        self.seen = self.seen.partition(found[0].encode())[2]
        return found[0], now - self.started

    def settle(self, seconds: float) -> None:
        """Let `seconds` pass, and forget what was written till then."""
        until = monotonic() + seconds
        while self._ready(until - monotonic()):
            os.read(self.file, 65536)
        self.seen = b""

    def press(self, keys: str) -> float:
        """Type `keys`.

        Returns:
            The seconds since the program started.
        """
        now = monotonic()
        os.write(self.file, keys.encode())
        return now - self.started

    def ended(self, seconds: float = 60) -> int:
        """Wait until the program has ended; what it writes till then is seen.

        Returns:
            Its exit code, or minus the number of the signal that ended it.

        Raises:
            TimeoutError: If it goes on.
        """
        until = monotonic() + seconds
        while self._ready(until - monotonic()):
            try:
                self.seen += os.read(self.file, 65536)
            except OSError:  # nobody is at the other end any more
                self.code = os.waitstatus_to_exitcode(os.waitpid(self.pid, 0)[1])
                return self.code
        raise TimeoutError(f"still there after {seconds} s; seen: {self.seen[-500:]!r}")

    def _ready(self, seconds: float) -> bool:
        return bool(select.select([self.file], [], [], max(0.0, seconds))[0])

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        if self.code is None:
            os.kill(self.pid, signal.SIGKILL)
            os.waitpid(self.pid, 0)
        os.close(self.file)


PYTHON = sys.executable
