"""Encode pictures as PNG, as Sixel, or as block characters of 2, 4, 6 or 8 pixels.

The module also reduces pictures to a palette, and finds the colour among the 256 of a terminal that
looks nearest.
"""

import re
from collections.abc import Iterable
from dataclasses import dataclass
from heapq import heappush, heapreplace
from io import BytesIO
from itertools import product
from typing import TYPE_CHECKING

import numpy as np
from PIL import Image, ImageFilter
from rich.color import Color, ColorType
from rich.color_triplet import ColorTriplet
from rich.segment import Segment
from rich.style import Style
from textual.strip import Strip

from screens.pictures.protocols_and_scaling import (
    PictureRequest,
    flatten,
    open_picture,
    scale_picture,
)

if TYPE_CHECKING:
    from numpy.typing import NDArray
    from textual.geometry import Region

CLEAR = 255
"""The palette index of pixels that are not painted."""
MAX_PALETTE = CLEAR - 1
"""The most colours in a palette: one index is left for what is around the picture."""
MIN_ALPHA = 8
"""Pixels with less alpha than this are not painted."""


@dataclass(frozen=True, slots=True)
class IndexedPicture:
    """A picture with a palette."""

    pixels: "NDArray[np.uint8]"
    """Height x width, palette indices; `CLEAR` is not painted."""
    palette: "NDArray[np.uint8]"
    """Colours x 3: red, green, blue."""

    def crop(self, x: int, y: int, width: int, height: int) -> "IndexedPicture":
        """Return a rectangle of the picture, given in pixels."""
        return IndexedPicture(self.pixels[y : y + height, x : x + width], self.palette)

    def fill_background(self, background: tuple[int, int, int]) -> "IndexedPicture":
        """Return the picture with its `CLEAR` pixels in the background colour."""
        pixels = self.pixels.copy()
        pixels[pixels == CLEAR] = len(self.palette)
        return IndexedPicture(pixels, np.vstack((self.palette, np.array([background], np.uint8))))


def index_picture(request: PictureRequest, cell: tuple[int, int], colours: int) -> IndexedPicture:
    """Scale a picture and reduce it to at most `colours` and at most `MAX_PALETTE` colours.

    Raises:
        PictureError: If the file is not a picture.
    """
    grid = request.columns * cell[0], request.rows * cell[1]
    image = scale_picture(open_picture(request.path), request, cell, grid)
    flat = flatten(image, request.background)
    quantized = flat.quantize(min(colours, MAX_PALETTE), Image.Quantize.FASTOCTREE)
    pixels = np.array(quantized)
    pixels[np.asarray(image.getchannel("A")) < MIN_ALPHA] = CLEAR
    palette = np.array(quantized.getpalette("RGB"), np.uint8).reshape(-1, 3)[:MAX_PALETTE]
    return IndexedPicture(pixels, palette)


def encode_png(image: IndexedPicture) -> bytes:
    """Encode as a PNG with a palette, transparent where pixels are `CLEAR`."""
    quantized = Image.fromarray(image.pixels)
    whole = np.zeros((256, 3), np.uint8)
    whole[: len(image.palette)] = image.palette
    quantized.putpalette(whole.tobytes())
    file = BytesIO()
    quantized.save(file, "PNG", transparency=CLEAR)
    return file.getvalue()


def encode_true_colour(
    request: PictureRequest, cell: tuple[int, int], part: "Region | None" = None
) -> bytes:
    """Encode as a PNG with all colours and smooth edges, or a `part` of it in cells.

    Raises:
        PictureError: If the file is not a picture.
    """
    width, height = cell
    grid = request.columns * width, request.rows * height
    image = scale_picture(open_picture(request.path), request, cell, grid)
    if part is not None:
        image = image.crop(
            (part.x * width, part.y * height, part.right * width, part.bottom * height)
        )
    file = BytesIO()
    image.save(file, "PNG", compress_level=1)
    return file.getvalue()


BAND_ROWS = 6
"""Rows of pixels that Sixel paints together."""
LONG_RUN = re.compile(rb"(.)\1{3,}", re.DOTALL)
"""Repetitions that are shorter when written as a count and a character."""
ZERO = 63
"""The character for no pixel; add one bit for each of six pixels, the top one lowest."""
SELECT_COLOUR = tuple(b"#%d" % number for number in range(256))
"""Sequences that select a colour."""


type ColumnSpan = tuple[int, int, int]
"""The first column of a colour in a band, the column after its last, and its row in the band."""


def encode_sixel(image: IndexedPicture) -> bytes:
    """Encode as the Sixel sequence that paints the picture to the right of the cursor and below.

    `CLEAR` pixels are not painted. A last band that the picture does not fill is left out: some
    terminals would paint the rest of it over what is below.
    """
    width = image.pixels.shape[1]
    height = image.pixels.shape[0] // BAND_ROWS * BAND_ROWS
    pixels = image.pixels[:height]
    out = [b'\x1bP0;1;0q"1;1;%d;%d' % (width, height)]
    used = np.flatnonzero(np.bincount(pixels.ravel(), minlength=256)[:CLEAR]).tolist()
    for number in used:
        red, green, blue = (round(part * 100 / 255) for part in image.palette[number].tolist())
        out.append(b"#%d;2;%d;%d;%d" % (number, red, green, blue))
    columns = np.arange(width)
    bits = np.zeros((256, width), np.uint8)
    for top in range(0, height, BAND_ROWS):
        band = pixels[top : top + BAND_ROWS]
        for row in range(BAND_ROWS):  # a row has one colour in each column
            bits[band[row], columns] |= 1 << row
        _encode_band(bits, np.unique(band), out)
        bits[:] = 0
    out.append(b"\x1b\\")
    return b"".join(out)


def _encode_band(bits: "NDArray[np.uint8]", numbers: "NDArray[np.uint8]", out: list[bytes]) -> None:
    """Append one band to `out`; each pass paints as many colours as do not overlap."""
    numbers = numbers[numbers != CLEAR]
    rows = bits[numbers]
    there = rows > 0
    width = rows.shape[1]
    first = there.argmax(1)
    end = width - there[:, ::-1].argmax(1)
    characters = (rows + ZERO).tobytes()
    spans = sorted(zip(first.tolist(), end.tolist(), range(len(numbers)), strict=True))
    for number, passed in enumerate(_group_into_passes(spans)):
        at = 0
        if number:
            out.append(b"$")
        for left, right, row in passed:
            out.append(SELECT_COLOUR[numbers[row]])
            if left > at:
                out.append(_repeat(left - at, b"?"))
            start = row * width
            out.append(LONG_RUN.sub(_shorten_run, characters[start + left : start + right]))
            at = right
    out.append(b"-")


def _group_into_passes(spans: Iterable[ColumnSpan]) -> list[list[ColumnSpan]]:
    """Group colours into the fewest passes in which no two of them overlap."""
    passes: list[list[ColumnSpan]] = []
    ends: list[tuple[int, int]] = []
    """A heap of the end column of each pass, and its number."""
    for span in spans:
        left, right, _ = span
        if ends and ends[0][0] <= left:
            number = ends[0][1]
            heapreplace(ends, (right, number))
            passes[number].append(span)
        else:
            heappush(ends, (right, len(passes)))
            passes.append([span])
    return passes


def _repeat(count: int, character: bytes) -> bytes:
    return character * count if count < 4 else b"!%d%b" % (count, character)


def _shorten_run(run: re.Match[bytes]) -> bytes:
    return _repeat(run.end() - run.start(), run[1])


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
    prepare = _round_colours if true_colour else _find_nearest_colours
    fronts, backs = prepare(front).tolist(), prepare(back).tolist()
    build_colour = _build_true_colour if true_colour else _build_palette_colour
    return tuple(
        Strip(
            [
                Segment(c, Style.from_color(build_colour(f), build_colour(b)))
                for c, f, b in zip(*row, strict=True)
            ],
            len(row[0]),
        )
        for row in zip(characters, fronts, backs, strict=True)
    )


def _round_colours(colours: "np.ndarray") -> "np.ndarray":
    return colours.round().astype(int)


def _build_true_colour(colour: list[int]) -> Color:
    return Color.from_rgb(*colour)


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


def _find_nearest_colours(colours: "np.ndarray") -> "np.ndarray":
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


def _build_palette_colour(row: int) -> Color:
    number, *rgb = FIXED_COLOURS[row].tolist()
    return Color(f"color({number})", ColorType.EIGHT_BIT, number, ColorTriplet(*rgb))
