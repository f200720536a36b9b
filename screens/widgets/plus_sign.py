"""Draw a large plus between names: the font's own loses its bar in few pixels."""

from functools import lru_cache
from typing import TYPE_CHECKING

from screens.widgets.letters import LETTER_SHAPES

if TYPE_CHECKING:
    from PIL.Image import Image

SMALL = 6
"""Rows of the letters beside which the sign is still small."""


def measure_plus(size: int) -> int:
    """Measure the sign beside letters of `size` rows, in cells."""
    return 3 if size <= SMALL else 5


@lru_cache(maxsize=16)
def draw_plus(size: int, high: int = 2) -> "Image":
    """Draw the sign as coverage, in the middle of an x, like a line of letters: see `draw_ink`."""
    from PIL import Image  # noqa: PLC0415 - Pillow, once it draws

    low, above, _ = (pixels * high // 2 for pixels in LETTER_SHAPES[size])
    wide, bar = measure_plus(size), high // 2  # a cell is half as wide as high
    side = wide * bar
    ink = Image.new("L", (wide * 2, size * high))
    top = above - low + (low - side + 1) // 2
    ink.paste(255, (wide - 1, top, wide + 1, top + side))
    middle = top + (side - bar) // 2
    ink.paste(255, (0, middle, wide * 2, middle + bar))
    return ink
