"""Relay between a program and its terminal that times pictures.

`python -m benchmarks.relay REPORT COMMAND ...` runs a command of `benchmarks.card_apps` in a
pseudo-terminal and passes everything on. After each Sixel picture it asks the terminal for its
status: the answer shows that the terminal has processed the picture.
"""

import json
import os
import pty
import select
import sys
import termios
import tty
from contextlib import suppress
from fcntl import ioctl
from pathlib import Path
from time import monotonic

from benchmarks.card_apps import READY

END, QUESTION, ANSWER = b"\x1b\\", b"\x1b[5n", b"\x1b[0n"
PICTURE = b"\x1bP"
QUIET = 0.4
"""Seconds without a byte after which nothing more is expected."""
LIMIT = 20.0
"""Seconds for one opening."""
TIMES = 8
"""How often the pictures are opened; the first time is the first paint."""


class Relay:
    """Hands bytes on in both directions, and counts them."""

    def __init__(self, command: list[str]) -> None:
        size = ioctl(0, termios.TIOCGWINSZ, bytes(8))
        self.pid, self.program = pty.fork()
        if self.pid == 0:
            os.execvp(command[0], command)
        ioctl(self.program, termios.TIOCSWINSZ, size)
        self.seen = b""
        self.written = 0
        self.answered = 0.0
        self.open = 0
        """Questions that the terminal has not answered yet."""

    def run(self, keys: bytes = b"", until: bytes = b"") -> float:
        """Type `keys`, hand on what follows until all is quiet, and `until` was among it.

        Returns:
            Seconds from the keys to the terminal's last answer.
        """
        self.seen, self.written, began = b"", 0, monotonic()
        self.answered = began
        os.write(self.program, keys)
        last = began
        while monotonic() - began < LIMIT:
            ready, _, _ = select.select([0, self.program], [], [], 0.05)
            if self.program in ready:
                self.hand_on(os.read(self.program, 1 << 16))
                last = monotonic()
            elif 0 in ready:  # else it may have been read while the program's bytes were written
                self.hand_back(os.read(0, 1 << 16))
            if monotonic() - last > QUIET and not self.open and until in self.seen:
                return self.answered - began
        raise TimeoutError(f"no {until!r} within {LIMIT} s")

    def hand_on(self, data: bytes) -> None:
        """From the program to the terminal."""
        # A picture's end may be cut in two.
        split = self.seen.endswith(b"\x1b") and data.startswith(b"\\")
        self.seen += data
        self.written += len(data)
        ends = self.seen.count(PICTURE)
        pieces = data.split(END)
        out = pieces[0]
        for piece in pieces[1:]:
            out += END + (QUESTION if ends else b"") + piece
            self.open += bool(ends)
        if split and ends:
            out = b"\\" + QUESTION + out[1:]
            self.open += 1
        until = monotonic() + LIMIT
        while out:
            if monotonic() > until:
                raise TimeoutError("the terminal takes nothing more")
            ready, room, _ = select.select([0], [1], [], 0.05)
            if ready:
                self.hand_back(os.read(0, 1 << 16))
            if room:
                with suppress(BlockingIOError):
                    out = out[os.write(1, out[:4096]) :]

    def hand_back(self, data: bytes) -> None:
        """From the terminal to the program, less the answers to our own questions."""
        answers = data.count(ANSWER)
        if answers:
            self.answered = monotonic()
            self.open -= answers
        if rest := data.replace(ANSWER, b""):
            os.write(self.program, rest)


def main(report: Path, command: list[str]) -> None:
    """Open and leave the pictures, and report seconds and bytes of each time."""
    before = termios.tcgetattr(0)
    tty.setraw(0)
    os.set_blocking(1, False)
    try:
        relay = Relay(command)
        found: list[tuple[float, int]] = []
        relay.run(until=READY.encode())
        for _ in range(TIMES):
            seconds = relay.run(b"l", PICTURE)
            found.append((seconds, relay.written))
            relay.run(b"b", READY.encode())
    finally:
        os.set_blocking(1, True)
        termios.tcsetattr(0, termios.TCSANOW, before)
    report.write_text(json.dumps(found))
    os.kill(relay.pid, 9)


if __name__ == "__main__":
    main(Path(sys.argv[1]), sys.argv[2:])
