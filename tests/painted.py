"""What an app writes to its terminal, as a test sees it; pictures among it."""

import re
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from PIL import Image
from textual.drivers.headless_driver import HeadlessDriver

COLOURS = ("red", "green", "blue", "orange", "purple", "teal")
PAINTED = re.compile(r"\x1b_Ga=t|\x1bP0;1;0q|\x1b\]1337;File")
"""How a picture begins in each protocol."""
DELETED = re.compile(r"\x1b_Ga=d,d=I,i=(\d+)")
SENT = re.compile(r"\x1b_Ga=t,f=100,i=(\d+)")
ERASED = "\x1b[2J"


class Terminal:
    """Everything that was written."""

    def __init__(self) -> None:
        self.text = ""

    def take(self) -> str:
        """What was written since this was last asked."""
        taken, self.text = self.text, ""
        return taken


@contextmanager
def watched(monkeypatch: pytest.MonkeyPatch) -> Iterator[Terminal]:
    """Make apps in tests write as to a real terminal, and see what."""
    terminal = Terminal()

    def write(self: HeadlessDriver, data: str) -> None:  # noqa: ARG001
        terminal.text += data

    begin = HeadlessDriver.start_application_mode

    def start(self: HeadlessDriver) -> None:
        self._app.terminal = self  # type: ignore[attr-defined]
        begin(self)

    with monkeypatch.context() as patch:
        patch.setattr(HeadlessDriver, "is_headless", property(lambda _: False))
        patch.setattr(HeadlessDriver, "write", write)
        patch.setattr(HeadlessDriver, "flush", lambda _: None)
        patch.setattr(HeadlessDriver, "start_application_mode", start)
        yield terminal


def cards(folder: Path, count: int = 4) -> list[Path]:
    """Pictures of cards, each of one colour with a border."""
    paths = []
    for name in COLOURS[:count]:
        image = Image.new("RGB", (61, 92), "white")
        image.paste(name, (6, 6, 55, 86))
        image.save(folder / f"{name}.png")
        paths.append(folder / f"{name}.png")
    return paths
