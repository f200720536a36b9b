"""The colours of block characters: any, or the nearest of the 256 of a terminal."""

from itertools import product

import numpy as np
from rich.color import Color, ColorType
from rich.color_triplet import ColorTriplet


def round_colours(colours: "np.ndarray") -> "np.ndarray":
    """Round colours to whole numbers, and write each as one number: 0xRRGGBB."""
    packed: np.ndarray = colours.round().astype(int) @ (1 << 16, 1 << 8, 1)
    return packed


def build_true_colour(colour: int) -> Color:
    """Build a colour of the number that `round_colours` makes of it."""
    return Color.from_rgb(colour >> 16, colour >> 8 & 255, colour & 255)


FIXED_COLOURS = np.array(
    [
        [16 + 36 * r + 6 * g + b, *(55 + 40 * part if part else 0 for part in (r, g, b))]
        for r, g, b in product(range(6), repeat=3)
    ]
    + [[232 + step, *(8 + 10 * step,) * 3] for step in range(24)]
)
"""Of the 256 colours of a terminal those that no theme changes: number, red, green, blue."""


TO_CONES = np.array(
    (
        (0.4122214708, 0.5363325363, 0.0514459929),
        (0.2119034982, 0.6806995451, 0.1073969566),
        (0.0883024619, 0.2817188376, 0.6299787005),
    )
)


TO_OKLAB = np.array(
    (
        (0.2104542553, 0.7936177850, -0.0040720468),
        (1.9779984951, -2.4285922050, 0.4505937099),
        (0.0259040371, 0.7827717662, -0.8086757660),
    )
)


def find_nearest_colours(colours: "np.ndarray") -> "np.ndarray":
    """Find the fixed colour that looks nearest to each: its row in `FIXED_COLOURS`."""
    known = _convert_to_oklab(FIXED_COLOURS[:, 1:])
    distances = (known * known).sum(1) - 2 * _convert_to_oklab(colours) @ known.T
    nearest: np.ndarray = distances.argmin(-1)
    return nearest


def _convert_to_oklab(colours: "np.ndarray") -> "np.ndarray":
    """Convert sRGB, 0 to 255, to a space in which distances are differences that people see."""
    part = colours.clip(0, 255) / 255
    linear = np.where(part <= 0.04045, part / 12.92, ((part + 0.055) / 1.055) ** 2.4)
    converted: np.ndarray = np.cbrt(linear @ TO_CONES.T) @ TO_OKLAB.T
    return converted


def build_palette_colour(row: int) -> Color:
    number, *rgb = FIXED_COLOURS[row].tolist()
    return Color(f"color({number})", ColorType.EIGHT_BIT, number, ColorTriplet(*rgb))
