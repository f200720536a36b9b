"""Pictures as PNG, Sixel, and block characters."""

import re
from collections.abc import Iterable
from dataclasses import dataclass
from heapq import heappush, heapreplace
from io import BytesIO
from typing import TYPE_CHECKING

import numpy as np
from PIL import Image
from rich.color import Color
from rich.segment import Segment
from rich.style import Style
from textual.strip import Strip

from screens.pictures.picture_scaling import PictureRequest, flatten, open_picture, scale_picture

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


QUADRANTS = " ▗▖▄▝▐▞▟▘▚▌▙▀▜▛█"
"""Block characters, indexed by the sum of the `BITS` of the quadrants in the foreground colour."""
BITS = (8, 4, 2, 1)
"""Bits of the upper left, upper right, lower left and lower right quadrant."""
UPPER = "▀"


def draw_quadrants(image: Image.Image) -> tuple[Strip, ...]:
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


def draw_half_blocks(image: Image.Image) -> tuple[Strip, ...]:
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
