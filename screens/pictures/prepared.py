"""Making a picture ready for the terminal: the work that is done once per size and protocol."""

from dataclasses import dataclass
from typing import TYPE_CHECKING

from screens.pictures.canvas import Look, canvas, grounded
from screens.pictures.protocols import Protocol

if TYPE_CHECKING:
    from textual.strip import Strip


@dataclass(frozen=True, slots=True)
class Manner:
    """How this terminal is shown pictures."""

    protocol: Protocol
    cell: tuple[int, int] = (10, 20)
    """Width and height of a cell in pixels."""
    colours: int = 256
    """The most colours of one Sixel picture."""


type Prepared = tuple[Strip, ...]
"""What is shown: rows of block characters."""


def prepare(look: Look, manner: Manner) -> Prepared:
    """What to show for a picture.

    Raises:
        PictureError: If the file holds no picture.
    """
    from screens.pictures.blocks import half, quad

    across = 2 if manner.protocol is Protocol.QUAD else 1
    grid = look.columns * across, look.rows * 2
    image = grounded(canvas(look, manner.cell, grid), look.ground)
    return quad(image) if manner.protocol is Protocol.QUAD else half(image)
