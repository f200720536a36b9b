"""Pictures made of block characters, for terminals without a graphics protocol.

A cell has two colours. Half-blocks turn a cell into two pixels; quadrants turn it into four,
in the two colours that come closest.
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
"""Block characters, indexed by the sum of the `BITS` of the quadrants in the foreground colour."""
BITS = (8, 4, 2, 1)
"""Bits of the upper left, upper right, lower left and lower right quadrant."""
UPPER = "▀"


def draw_quadrants(image: "Image") -> tuple[Strip, ...]:
    """Draw an RGB image with quadrants: 2 x 2 pixels to a cell.

    For each cell, try the 8 ways to split four pixels into two sets, and take the one with the
    smallest sum of squared distances to the means of the sets.

    Returns:
        One strip for each row of cells.
    """
    rows, columns = image.height // 2, image.width // 2
    pixels = np.asarray(image, np.float32).reshape(rows, 2, columns, 2, 3)
    pixels = pixels.transpose(0, 2, 1, 3, 4).reshape(rows, columns, 4, 3)
    least = np.full((rows, columns), np.inf, np.float32)
    pattern = np.zeros((rows, columns), np.intp)
    front = np.zeros((rows, columns, 3), np.float32)
    back = np.zeros_like(front)
    for number in range(8):  # the other 8 are the same with the colours swapped
        lit = np.array([bool(number & bit) for bit in BITS])
        one = pixels[:, :, lit].mean(2) if lit.any() else pixels.mean(2)
        other = pixels[:, :, ~lit].mean(2)
        error = ((pixels[:, :, lit] - one[:, :, None]) ** 2).sum((2, 3))
        error += ((pixels[:, :, ~lit] - other[:, :, None]) ** 2).sum((2, 3))
        better = error < least
        least[better], pattern[better] = error[better], number
        front[better], back[better] = one[better], other[better]
    return _build_strips([[QUADRANTS[n] for n in row] for row in pattern.tolist()], front, back)


def draw_half_blocks(image: "Image") -> tuple[Strip, ...]:
    """Draw an RGB image with half-blocks: two pixels to a cell, one above the other."""
    pixels = np.asarray(image, np.float32)
    characters = [[UPPER] * image.width] * (image.height // 2)
    return _build_strips(characters, pixels[0::2], pixels[1::2])


def _build_strips(
    characters: list[list[str]], front: "np.ndarray", back: "np.ndarray"
) -> tuple[Strip, ...]:
    fronts = front.round().astype(int).tolist()
    backs = back.round().astype(int).tolist()
    return tuple(
        Strip(
            [Segment(c, _style(tuple(f), tuple(b))) for c, f, b in zip(*row, strict=True)],
            len(row[0]),
        )
        for row in zip(characters, fronts, backs, strict=True)
    )


def _style(front: tuple[int, ...], back: tuple[int, ...]) -> Style:
    return Style.from_color(Color.from_rgb(*front), Color.from_rgb(*back))
