"""A recording as a player reads it, and what its viewer would see."""

import json
import re
from pathlib import Path
from typing import Any

from rich.cells import cell_len

NARROW = r"[ -~\u2500-\u259f\u2800-\u28ff]"
"""Letters, lines and the blocks of pictures: what takes one cell, and most of a frame."""
STEPS = re.compile(rf"\x1b\[([?\d;]*)([A-Za-z])|({NARROW}+)|([^\x1b])", re.DOTALL)


class Played:
    """A recording played to its end, strictly: whatever a player might stumble over raises."""

    def __init__(self, path: Path) -> None:
        first, *lines = path.read_text(encoding="utf-8").splitlines()
        self.header: dict[str, Any] = json.loads(first)
        assert self.header["version"] == 2
        self.events = [self.event(line) for line in lines]
        self.size = self.header["width"], self.header["height"]
        self.alternate = False
        """Whether the alternate screen shows."""
        self.cursor = True
        """Whether the cursor shows."""
        self.cells: list[list[str]] = []
        self.clear()
        self.frames: list[str] = []
        """What was to be seen in the alternate screen after each event."""
        before = 0.0
        for seconds, kind, data in self.events:
            assert seconds >= before
            before = seconds
            if kind == "r":
                columns, rows = map(int, data.split("x"))
                self.size = columns, rows
                self.clear()
            else:
                assert kind == "o"
                self.feed(data)
            if self.alternate:
                self.frames.append("\n".join(map("".join, self.cells)))

    def event(self, line: str) -> tuple[float, str, str]:
        """One line after the first."""
        seconds, kind, data = json.loads(line)
        return float(seconds), str(kind), str(data)

    def clear(self) -> None:
        """Nothing but blanks."""
        self.cells = [[" "] * self.size[0] for _ in range(self.size[1])]
        self.x = self.y = 0

    def feed(self, text: str) -> None:
        """Do what a terminal does with the few sequences that Textual draws by."""
        at = 0
        while at < len(text):
            step = STEPS.match(text, at)
            assert step, f"a player might not know {text[at : at + 20]!r}"
            at = step.end()
            values, command, plain, sign = step.groups()
            if plain is not None:
                self.cells[self.y][self.x : self.x + len(plain)] = plain
                self.x += len(plain)
            elif sign is not None:
                self.put(sign)
            elif command == "H":
                self.y, self.x = (int(n) - 1 for n in (values or "1;1").split(";"))
            elif command == "J":
                assert values == "2"
                self.clear()
            elif command in "hl":
                self.set_mode(values, on=command == "h")
            else:
                assert command == "m", f"a player might not know {step[0]!r}"

    def put(self, sign: str) -> None:
        """Write one character; a wide one takes two cells."""
        if sign == "\n":
            self.y += 1
            return
        assert sign.isprintable()
        width = cell_len(sign)
        if width == 0:
            self.cells[self.y][self.x - 1] += sign
            return
        self.cells[self.y][self.x : self.x + width] = [sign] + [""] * (width - 1)
        self.x += width

    def set_mode(self, name: str, *, on: bool) -> None:
        """A mode that changes what is seen; all others are for the app's own terminal."""
        assert name in {"?1049", "?25", "?7"}
        if name == "?1049":
            self.alternate = on
        elif name == "?25":
            self.cursor = on
