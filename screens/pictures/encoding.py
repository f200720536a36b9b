"""Making a picture ready for the terminal: the work that is done once per size and protocol."""

from dataclasses import dataclass, replace
from hashlib import sha256
from pathlib import Path
from typing import TYPE_CHECKING

from screens.pictures.canvas import Look, PictureError, canvas, grounded, opened
from screens.pictures.protocols import Protocol

if TYPE_CHECKING:
    from textual.geometry import Region
    from textual.strip import Strip

    from screens.pictures.pixel_encoders import Indexed

VERSION = 1
"""Goes up whenever the same picture would be prepared to other bytes than before."""
CELL = 500
"""Bytes that a cell of block characters takes in memory, about."""
USUAL_CELL = (10, 20)
"""The size of a cell in pixels where the terminal does not tell."""
MOST_COLOURS = 256
TALLEST = 900
"""Pixels of the tallest Sixel picture: xterm takes 1000 at most."""


@dataclass(frozen=True, slots=True)
class Manner:
    """How this terminal is shown pictures."""

    protocol: Protocol
    cell: tuple[int, int] = USUAL_CELL
    """Width and height of a cell in pixels."""
    colours: int = MOST_COLOURS
    """The most colours of one Sixel picture."""
    backed: bool = False
    """Pixels that a Sixel picture leaves out would not stay as they are: it leaves out none."""
    tmux: bool = False
    """Between Parlour and the terminal stands tmux."""


type Prepared = "tuple[Strip, ...] | bytes"
"""Rows of block characters, or a picture's file or escape sequence, as the protocol has it."""


def weight(prepared: Prepared) -> int:
    """Bytes that a prepared picture takes in memory, about."""
    if isinstance(prepared, bytes):
        return len(prepared)
    return CELL * sum(strip.cell_length for strip in prepared)


def key_of(look: Look, manner: Manner) -> str:
    """What a prepared picture is kept by: all that its bytes depend on.

    Raises:
        PictureError: If the file cannot be read.
    """
    try:
        content = sha256(look.path.read_bytes()).hexdigest()
    except OSError as error:
        raise PictureError(f"{look.path}: {error.strerror}.") from None
    form = "sixel" if manner.protocol is Protocol.SIXEL else "png"
    seen = replace(look, path=Path())
    said = f"{VERSION} {content} {seen} {form} {manner.cell} {manner.colours} {manner.backed}"
    return sha256(said.encode()).hexdigest()


def blocks(look: Look, manner: Manner) -> "tuple[Strip, ...]":
    """A picture in block characters.

    Raises:
        PictureError: If the file holds no picture.
    """
    from screens.pictures.blocks import half, quad

    quadrants = manner.protocol is Protocol.QUAD
    grid = look.columns * (2 if quadrants else 1), look.rows * 2
    image = grounded(canvas(opened(look.path), look, manner.cell, grid), look.ground)
    return quad(image) if quadrants else half(image)


def encoded(look: Look, manner: Manner, part: "Region | None" = None) -> bytes:
    """A picture as a terminal takes it, in Sixel or else as a PNG; or a `part` of it, in cells.

    Raises:
        PictureError: If the file holds no picture.
    """
    from screens.pictures.pixel_encoders import indexed, png

    image = indexed(look, manner.cell, manner.colours)
    if part is not None:
        width, height = manner.cell
        image = image.cut(part.x * width, part.y * height, part.width * width, part.height * height)
    if manner.backed:
        image = image.upon(look.ground)
    return _sixels(image, manner.cell[1]) if manner.protocol is Protocol.SIXEL else png(image)


def _sixels(image: "Indexed", row: int) -> bytes:
    """A picture as one Sixel picture, or as several that meet where rows of cells do."""
    from screens.pictures.pixel_encoders import BAND, sixel

    rows = TALLEST // row // BAND * BAND
    if image.pixels.shape[0] <= TALLEST or not rows:
        return sixel(image)
    height, width = image.pixels.shape
    pieces = (sixel(image.cut(0, top, width, rows * row)) for top in range(0, height, rows * row))
    return (b"\x1b8\x1b[%dB\x1b7" % rows).join(pieces).join((b"\x1b7", b"\x1b8"))
