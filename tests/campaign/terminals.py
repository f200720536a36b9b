"""A program in a pseudo-terminal, and the modes that it has left the terminal in."""

import os
import re
import select
import signal
import struct
import subprocess
import termios
import time
from collections.abc import Mapping, Sequence
from contextlib import suppress
from fcntl import ioctl
from pathlib import Path

from tests.campaign.case import Failed

MODES = re.compile(rb"\x1b\[\?([\d;]+)([hl])")
KEYBOARD = re.compile(rb"\x1b\[([<>])\d*u")
FINAL = {
    1049: False,
    25: True,
    7: True,
    2004: False,
    1004: False,
    2026: False,
    2048: False,
    **dict.fromkeys((1000, 1002, 1003, 1006, 1015, 1016), False),
}
"""The private modes of a terminal as a program has to leave them, unless it never set them."""
IDLE = 0.1
"""The part of the time that a program may work while it counts as settled."""
LOADED = 40.0
"""How long a program may take to show something on a busy machine."""


class PtySession:
    """A program in a terminal of its own, which is read only while something is awaited."""

    def __init__(
        self, command: Sequence[str], environment: Mapping[str, str], folder: Path
    ) -> None:
        work = folder / "work"
        work.mkdir(exist_ok=True)
        self.file, slave = os.openpty()
        self.resize(100, 30)
        self.process = subprocess.Popen(
            ["setsid", "--ctty", *command],  # noqa: S607
            env={**environment, "TERM": "xterm-256color"},
            cwd=work,
            stdin=slave,
            stdout=slave,
            stderr=slave,
        )
        os.close(slave)
        self.pid = self.process.pid
        self.written = b""
        """Everything that it has written."""

    def __enter__(self) -> "PtySession":
        return self

    def __exit__(self, *_: object) -> None:
        if self.process.poll() is None:
            with suppress(ProcessLookupError):
                self.process.kill()
            self.process.wait()
        self.close_terminal()

    def expect(self, text: str, seconds: float = LOADED, after: int = 0) -> None:
        """Wait until a text has been written, after so many bytes."""
        until = time.monotonic() + seconds
        while text.encode() not in self.written[after:]:
            if not self._read(until - time.monotonic()):
                tail = self.written[-300:].decode("utf-8", "backslashreplace")
                raise Failed(f"did not show {text!r}: {tail!a}")

    def settle(self, quiet: float = 0.5, most: float = 8.0) -> None:
        """Read until it has written nothing, and hardly worked, for some time."""
        until = time.monotonic() + most
        while time.monotonic() < until:
            before = self._processor_seconds()
            if not self._read(quiet) and self._processor_seconds() < before + IDLE * quiet:
                return

    def press(self, keys: str) -> None:
        with suppress(OSError):
            os.write(self.file, keys.encode())

    def resize(self, columns: int, lines: int) -> None:
        ioctl(self.file, termios.TIOCSWINSZ, struct.pack("HHHH", lines, columns, 0, 0))

    def send(self, number: int) -> None:
        with suppress(ProcessLookupError):
            os.kill(self.pid, number)

    def close_terminal(self) -> None:
        """Close the terminal, as a window that is closed."""
        if self.file >= 0:
            os.close(self.file)
            self.file = -1

    def wait(self, seconds: float) -> tuple[int | None, float, float]:
        """Wait until it has ended, and read meanwhile.

        Returns:
            Its exit code, how long that took, and how much of it a processor worked on it.
        """
        began, used, total = time.monotonic(), self._processor_seconds(), 0.0
        while self.process.returncode is None and time.monotonic() < began + seconds:
            pid, status, usage = os.wait4(self.pid, os.WNOHANG)
            if pid:
                self.process.returncode = os.waitstatus_to_exitcode(status)
                total = usage.ru_utime + usage.ru_stime
            elif self.file < 0 or not self._read(0.01):
                time.sleep(0.005)
        taken = time.monotonic() - began
        while self.file >= 0 and self._read(0):
            pass
        return self.process.returncode, taken, total - used

    def _processor_seconds(self) -> float:
        """How long processors have worked on it, and on those of its children that have ended."""
        fields = Path(f"/proc/{self.pid}/stat").read_bytes().rpartition(b")")[2].split()
        return sum(map(int, fields[11:15])) / os.sysconf("SC_CLK_TCK")

    def wait_for_stop(self, seconds: float = LOADED) -> None:
        """Wait until a signal has stopped it."""
        until = time.monotonic() + seconds
        while time.monotonic() < until:
            self._read(0.02)
            with suppress(OSError):
                fields = Path(f"/proc/{self.pid}/stat").read_bytes().rpartition(b")")[2].split()
                if fields[0] == b"T":
                    self._read(0.05)
                    return
        raise Failed("it has not stopped")

    def _read(self, seconds: float) -> bool:
        if not select.select([self.file], [], [], max(0.0, seconds))[0]:
            return False
        try:
            data = os.read(self.file, 65536)
        except OSError:  # nobody is at the other end any more
            return False
        self.written += data
        return bool(data)


def find_wrong_modes(written: bytes) -> list[str]:
    """Find what a program has left in another state than it has to."""
    modes: dict[int, bool] = {}
    for numbers, state in MODES.findall(written):
        for number in numbers.split(b";"):
            modes[int(number)] = state == b"h"
    wrong = [
        f"mode {number} is {'on' if state else 'off'}"
        for number, state in modes.items()
        if number in FINAL and state != FINAL[number]
    ]
    depth = 0
    for sign in KEYBOARD.findall(written):
        depth = depth + 1 if sign == b">" else max(0, depth - 1)
    if depth:
        wrong.append("the keyboard protocol is on")
    return wrong


def find_shown(written: bytes, secrets: Sequence[str]) -> list[str]:
    """Find secrets that stand on the screen that a program has left."""
    cleared = max(written.rfind(b"\x1b[2J"), written.rfind(b"\x1b[?1049l"))
    if b"\x1b[?1049l" in written[: cleared + 20] and b"\x1b[2J" not in written:
        return ["the alternate screen was not cleared"]
    return [secret for secret in secrets if secret.encode() in written[max(0, cleared) :]]


def allowed_seconds() -> float:
    """How long an end within a second may take: a second, and one for each process ahead of it.

    A second of a processor's time takes longer while others wait for it; the load says how many.
    """
    return 1.0 + os.getloadavg()[0] / (os.cpu_count() or 1)


def storm(session: PtySession, times: int = 150) -> None:
    """Change the size of the terminal again and again, also to next to nothing."""
    sizes = ((80, 24), (20, 5), (200, 60), (1, 1), (120, 40), (24, 8), (0, 0), (300, 10))
    for number in range(times):
        session.resize(*sizes[number % len(sizes)])
        session.send(signal.SIGWINCH)
        if number % 10 == 0:
            session.settle(0.01, 0.05)
    session.resize(100, 30)
