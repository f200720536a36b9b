"""Pictures made of block characters, for terminals that know nothing better.

A cell has two colours. Half-blocks make two pixels of it, quadrants four pixels in the two
colours that come nearest to them.
"""

from typing import TYPE_CHECKING

import numpy as np
from rich.color import Color
from rich.segment import Segment
from rich.style import Style
from textual.strip import Strip

if TYPE_CHECKING:
    from PIL.Image import Image

QUADRANTS = " ▗▖▄▝▐▞▟▘▚▌▙▀▜▛█"
"""By which quadrants have the foreground, as a sum of `BITS`."""
BITS = (8, 4, 2, 1)
"""Upper left, upper right, lower left, lower right."""
UPPER = "▀"


def quad(image: "Image") -> tuple[Strip, ...]:
    """Rows of cells, each of 2 x 2 pixels of an RGB image.

    For each cell the 8 ways to part four pixels in two sets are tried; that with the least sum of
    squared distances to the sets' means is taken.
    """
    rows, columns = image.height // 2, image.width // 2
    pixels = np.asarray(image, np.float32).reshape(rows, 2, columns, 2, 3)
    pixels = pixels.transpose(0, 2, 1, 3, 4).reshape(rows, columns, 4, 3)
    least = np.full((rows, columns), np.inf, np.float32)
    pattern = np.zeros((rows, columns), np.intp)
    front = np.zeros((rows, columns, 3), np.float32)
    back = np.zeros_like(front)
    for number in range(8):  # the other 8 are these with the colours changed over
        lit = np.array([bool(number & bit) for bit in BITS])
        one = pixels[:, :, lit].mean(2) if lit.any() else pixels.mean(2)
        other = pixels[:, :, ~lit].mean(2)
        error = ((pixels[:, :, lit] - one[:, :, None]) ** 2).sum((2, 3))
        error += ((pixels[:, :, ~lit] - other[:, :, None]) ** 2).sum((2, 3))
        better = error < least
        least[better], pattern[better] = error[better], number
        front[better], back[better] = one[better], other[better]
    return _strips([[QUADRANTS[n] for n in row] for row in pattern.tolist()], front, back)


def half(image: "Image") -> tuple[Strip, ...]:
    """Rows of cells, each of two pixels of an RGB image, one above the other."""
    pixels = np.asarray(image, np.float32)
    signs = [[UPPER] * image.width] * (image.height // 2)
    return _strips(signs, pixels[0::2], pixels[1::2])


def _strips(signs: list[list[str]], front: "np.ndarray", back: "np.ndarray") -> tuple[Strip, ...]:
    fronts = front.round().astype(int).tolist()
    backs = back.round().astype(int).tolist()
    return tuple(
        Strip(
            [Segment(s, _style(tuple(f), tuple(b))) for s, f, b in zip(*row, strict=True)],
            len(row[0]),
        )
        for row in zip(signs, fronts, backs, strict=True)
    )


def _style(front: tuple[int, ...], back: tuple[int, ...]) -> Style:
    return Style.from_color(Color.from_rgb(*front), Color.from_rgb(*back))
