"""Draw a picture as block characters of 2, 4, 6 or 8 pixels."""

from functools import cache

import numpy as np
from PIL import Image, ImageFilter
from rich.color import Color
from rich.segment import Segment
from rich.style import Style
from textual.strip import Strip

from screens.pictures.block_colours import (
    build_palette_colour,
    build_true_colour,
    find_nearest_colours,
    round_colours,
)

QUADRANTS = " ▘▝▀▖▌▞▛▗▚▐▜▄▙▟█"
"""Block characters of 2 x 2 pixels, by number: the pixels in the foreground colour, added up as
1, 2, 4 and 8, from left to right and from top to bottom."""


SEXTANTS = "".join(
    {0: " ", 21: "▌", 42: "▐", 63: "█"}.get(n, chr(0x1FAFF + n - (n > 21) - (n > 42)))
    for n in range(64)
)
"""Block characters of 2 x 3 pixels, in the same order."""


OLDER_OCTANTS = {
    **{
        sum((5, 10, 80, 160)[bit] for bit in range(4) if n >> bit & 1): QUADRANTS[n]
        for n in range(16)
    },
    3: "\U0001fb82",
    63: "\U0001fb85",
    192: "▂",
    252: "▆",
    1: "\U0001cea8",
    2: "\U0001ceab",
    64: "\U0001cea3",
    128: "\U0001cea0",
    20: "\U0001fbe6",
    40: "\U0001fbe7",
}
"""Patterns of 2 x 4 pixels that are characters outside the block of octants."""


def _list_octants() -> str:
    others = map(chr, range(0x1CD00, 0x1CDE6))
    return "".join(OLDER_OCTANTS.get(n) or next(others) for n in range(256))


OCTANTS = _list_octants()
"""Block characters of 2 x 4 pixels, in the same order."""


UNDRAWN = (1, 2, 20, 40, 64, 128)
"""Octants that kitty 0.41 and foot 1.21 do not draw; their opposites are used instead."""


MOSAICS = {2: QUADRANTS, 3: SEXTANTS, 4: OCTANTS}
"""Block characters by the pixels down in a cell; each has two across."""


UPPER = "▀"


def draw_mosaic(
    image: Image.Image, characters: str, *, true_colour: bool = True
) -> tuple[Strip, ...]:
    """Draw an RGB image with quadrants, sextants or octants; one strip to a row of cells.

    For each cell, try all ways to split its pixels into two sets, and take the one with the
    smallest sum of squared distances to the means of the sets. That is the one whose means lie
    farthest from the mean of the cell, each weighted by the size of its set.
    """
    count = len(characters).bit_length() - 1
    high = count // 2
    rows, columns = image.height // high, image.width // 2
    pixels = np.asarray(image, np.float32).reshape(rows, high, columns, 2, 3)
    pixels = pixels.transpose(0, 2, 1, 3, 4).reshape(rows * columns, count, 3)
    mean = pixels.mean(1)
    numbers = np.arange(2 ** (count - 1))  # the others are the same with the colours swapped
    masks = (numbers[:, None] >> np.arange(count) & 1).astype(np.float32)
    sums = np.matmul(masks, pixels - mean[:, None])
    lit = masks.sum(1)
    weights = 1 / np.maximum(lit, 1) + 1 / (count - lit)
    best = ((sums * sums).sum(2) * weights).argmax(1)
    shift, lit = sums[np.arange(len(best)), best], lit[best, None]
    front = mean + np.where(lit > 0, shift / np.maximum(lit, 1), 0)
    back = mean - shift / (count - lit)
    if characters is OCTANTS:
        opposite = np.isin(best, UNDRAWN)
        best = np.where(opposite, len(characters) - 1 - best, best)
        front, back = (
            np.where(opposite[:, None], one, other) for one, other in ((back, front), (front, back))
        )
    drawn = [[characters[n] for n in row] for row in best.reshape(rows, columns).tolist()]
    shape = rows, columns, 3
    return _build_strips(drawn, front.reshape(shape), back.reshape(shape), true_colour)


def draw_stencil(
    mask: Image.Image, characters: str, ink: Color, ground: Color
) -> tuple[Strip, ...]:
    """Draw a mask of 0 and 255 in two colours; one strip to a row of cells.

    The ink is the foreground: a font's blocks may end a little before the edge of the cell, and
    where they drew the ground, a thin line of ink would shine through beside the ink.
    """
    count = len(characters).bit_length() - 1
    high = count // 2
    rows, columns = mask.height // high, mask.width // 2
    bits = np.asarray(mask).reshape(rows, high, columns, 2).transpose(0, 2, 1, 3) > 0
    numbers = bits.reshape(rows, columns, count) @ (1 << np.arange(count))
    full = len(characters) - 1
    usual, swapped = Style.from_color(ink, ground), Style.from_color(ground, ink)
    if ground.is_default:  # the terminal's own, which is another colour for characters
        swapped = usual + Style(reverse=True)
    drawn = {0: Segment(" ", Style.from_color(ground, ground))}
    drawn[full] = Segment(" ", Style.from_color(ink, ink))
    undrawn = UNDRAWN if characters is OCTANTS else ()
    for number in range(1, full):
        opposite = number in undrawn
        shown = characters[full - number if opposite else number]
        drawn[number] = Segment(shown, swapped if opposite else usual)
    return tuple(Strip([drawn[n] for n in row], len(row)) for row in numbers.tolist())


def sharpen(image: Image.Image) -> Image.Image:
    """Strengthen edges, which few colours blur."""
    return image.filter(ImageFilter.UnsharpMask(radius=1, percent=50, threshold=0))


def draw_half_blocks(image: Image.Image, *, true_colour: bool = True) -> tuple[Strip, ...]:
    """Draw an RGB image with half-blocks: two pixels to a cell, one above the other."""
    pixels = np.asarray(image, np.float32)
    characters = [[UPPER] * image.width] * (image.height // 2)
    return _build_strips(characters, pixels[0::2], pixels[1::2], true_colour)


def _build_strips(
    characters: list[list[str]], front: "np.ndarray", back: "np.ndarray", true_colour: bool
) -> tuple[Strip, ...]:
    prepare = round_colours if true_colour else find_nearest_colours
    fronts, backs = prepare(front).tolist(), prepare(back).tolist()
    build_colour = build_true_colour if true_colour else build_palette_colour

    @cache  # letters have two colours, and neighbours in a picture often the same ones
    def build_style(front: int, back: int) -> Style:
        return Style.from_color(build_colour(front), build_colour(back))

    return tuple(
        Strip([Segment(c, build_style(f, b)) for c, f, b in zip(*row, strict=True)], len(row[0]))
        for row in zip(characters, fronts, backs, strict=True)
    )
