"""What a terminal says of itself."""

import re
from dataclasses import dataclass

NAMED = re.compile(rb"\x1bP>\|([^\x1b]*)\x1b\\")
MEASURED = re.compile(rb"\x1b\[6;(\d{1,4});(\d{1,4})t")
COLOURED = re.compile(rb"\x1b\[\?1;0;(\d{1,9})S")
ATTRIBUTED = re.compile(rb"\x1b\[\?([\d;]{1,99})c")


@dataclass(frozen=True, slots=True)
class Tmux:
    """What tmux says of itself and of the terminal around it."""

    version: str = ""
    outer: str = ""
    """That terminal's name and version."""
    features: tuple[str, ...] = ()
    """What tmux takes that terminal to be capable of: `RGB`, `sixel`."""
    passthrough: bool = False
    """It lets escape sequences through to that terminal."""


@dataclass(frozen=True, slots=True)
class Answers:
    """What is known of the terminal."""

    asked: bool = False
    """It was asked at all."""
    name: str = ""
    """Name and version, as it calls itself (XTVERSION). Outside text."""
    attributes: tuple[int, ...] = ()
    """What it can do, as numbers (DA1); 4 is Sixel. Empty if it did not answer."""
    cell: tuple[int, int] | None = None
    """Width and height of a cell in pixels."""
    colours: int | None = None
    """How many colours a Sixel picture may have (XTSMGRAPHICS)."""
    tmux: Tmux | None = None
    """What tmux says, if Parlour runs inside it."""
    seconds: float = 0.0
    """How long the answers took, or were waited for."""


def answered(said: bytes) -> bool:
    """Whether the terminal has come to the end of its answers: DA1, which is asked last."""
    return ATTRIBUTED.search(said) is not None


def read_answers(said: bytes) -> Answers:
    """What the answers mean; whatever is missing or makes no sense stays unknown."""
    name, cell, colours, attributes = (
        pattern.search(said) for pattern in (NAMED, MEASURED, COLOURED, ATTRIBUTED)
    )
    height, width = (int(cell[1]), int(cell[2])) if cell else (0, 0)
    return Answers(
        asked=True,
        name=name[1].decode("ascii", "replace")[:80] if name else "",
        attributes=tuple(map(int, filter(None, attributes[1].split(b";")))) if attributes else (),
        cell=(width, height) if width and height else None,
        colours=(int(colours[1]) or None) if colours else None,
    )


def read_tmux(said: str) -> Tmux:
    """What tmux's three lines and its option mean, as `tui.probe.TMUX` asks for them."""
    version, outer, features, passthrough = (*said.split("\n"), "", "", "", "")[:4]
    return Tmux(
        version[:20],
        outer[:80],
        tuple(filter(None, features.split(","))),
        passthrough.strip() in ("on", "all"),
    )
