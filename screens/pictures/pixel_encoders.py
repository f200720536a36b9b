"""Pictures of at most 254 colours, encoded as Sixel or PNG.

The format of Sixel is DEC's: STD 070, chapter 9.
"""

import re
from collections.abc import Iterable
from dataclasses import dataclass
from heapq import heappush, heapreplace
from io import BytesIO
from typing import TYPE_CHECKING

import numpy as np
from PIL import Image

from screens.pictures.canvas import Look, canvas, grounded, opened

if TYPE_CHECKING:
    from numpy.typing import NDArray

CLEAR = 255
"""The number of the pixels that are not painted."""
MOST = CLEAR - 1
"""The most colours of a picture: one number is left for what is around it."""
FAINT = 8
"""Pixels of less alpha than this are not painted."""


@dataclass(frozen=True, slots=True)
class Indexed:
    """Pixels as numbers of colours."""

    pixels: "NDArray[np.uint8]"
    """Height x width; `CLEAR` is not painted."""
    palette: "NDArray[np.uint8]"
    """Colours x 3: red, green, blue."""

    def cut(self, x: int, y: int, width: int, height: int) -> "Indexed":
        """A rectangle of the picture, in pixels."""
        return Indexed(self.pixels[y : y + height, x : x + width], self.palette)

    def upon(self, ground: tuple[int, int, int]) -> "Indexed":
        """The picture with its `CLEAR` pixels painted too."""
        pixels = self.pixels.copy()
        pixels[pixels == CLEAR] = len(self.palette)
        return Indexed(pixels, np.vstack((self.palette, np.array([ground], np.uint8))))


def indexed(look: Look, cell: tuple[int, int], colours: int) -> Indexed:
    """A picture in its place, in at most `colours` colours, `MOST` if there are more.

    Raises:
        PictureError: If the file holds no picture.
    """
    grid = look.columns * cell[0], look.rows * cell[1]
    image = canvas(opened(look.path), look, cell, grid)
    flat = grounded(image, look.ground)
    numbered = flat.quantize(min(colours, MOST), Image.Quantize.FASTOCTREE)
    pixels = np.array(numbered)
    pixels[np.asarray(image.getchannel("A")) < FAINT] = CLEAR
    palette = np.array(numbered.getpalette("RGB"), np.uint8).reshape(-1, 3)[:MOST]
    return Indexed(pixels, palette)


def png(image: Indexed) -> bytes:
    """The picture as a PNG with a palette, transparent where it is `CLEAR`."""
    numbered = Image.fromarray(image.pixels)
    whole = np.zeros((256, 3), np.uint8)
    whole[: len(image.palette)] = image.palette
    numbered.putpalette(whole.tobytes())
    file = BytesIO()
    numbered.save(file, "PNG", transparency=CLEAR)
    return file.getvalue()


BAND = 6
"""Rows of pixels that are painted together."""
RUN = re.compile(rb"(.)\1{3,}", re.DOTALL)
"""Repetitions that are shorter as a count and a character."""
ZERO = 63
"""The character for no pixel; a bit for each of six pixels is added, the upper one lowest."""
SELECT = tuple(b"#%d" % number for number in range(256))
"""Chooses a colour."""


type Span = tuple[int, int, int]
"""The columns from which and up to which a colour occurs in a band, and its row there."""


def sixel(image: Indexed) -> bytes:
    """The escape sequence that paints a picture from the cursor to the right and down.

    Pixels that are `CLEAR` stay as they are. No band is begun that the picture does not fill:
    some terminals would paint its rest over what stands below.
    """
    width = image.pixels.shape[1]
    height = image.pixels.shape[0] // BAND * BAND
    pixels = image.pixels[:height]
    out = [b'\x1bP0;1;0q"1;1;%d;%d' % (width, height)]
    used = np.flatnonzero(np.bincount(pixels.ravel(), minlength=256)[:CLEAR]).tolist()
    for number in used:
        red, green, blue = (round(part * 100 / 255) for part in image.palette[number].tolist())
        out.append(b"#%d;2;%d;%d;%d" % (number, red, green, blue))
    columns = np.arange(width)
    bits = np.zeros((256, width), np.uint8)
    for top in range(0, height, BAND):
        band = pixels[top : top + BAND]
        for row in range(BAND):  # a row has one colour in each column
            bits[band[row], columns] |= 1 << row
        _paint(bits, np.unique(band), out)
        bits[:] = 0
    out.append(b"\x1b\\")
    return b"".join(out)


def _paint(bits: "NDArray[np.uint8]", numbers: "NDArray[np.uint8]", out: list[bytes]) -> None:
    """Write one band: in each pass from left to right as many colours as do not overlap."""
    numbers = numbers[numbers != CLEAR]
    rows = bits[numbers]
    there = rows > 0
    width = rows.shape[1]
    first = there.argmax(1)
    end = width - there[:, ::-1].argmax(1)
    signs = (rows + ZERO).tobytes()
    spans = sorted(zip(first.tolist(), end.tolist(), range(len(numbers)), strict=True))
    for number, passed in enumerate(_passes(spans)):
        at = 0
        if number:
            out.append(b"$")
        for left, right, row in passed:
            out.append(SELECT[numbers[row]])
            if left > at:
                out.append(_repeated(left - at, b"?"))
            start = row * width
            out.append(RUN.sub(_shortened, signs[start + left : start + right]))
            at = right
    out.append(b"-")


def _passes(spans: Iterable[Span]) -> list[list[Span]]:
    """The fewest passes from left to right in which no two colours overlap."""
    passes: list[list[Span]] = []
    ends: list[tuple[int, int]] = []
    """Where each pass has come to, and its number; a heap."""
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


def _repeated(count: int, sign: bytes) -> bytes:
    return sign * count if count < 4 else b"!%d%b" % (count, sign)


def _shortened(run: re.Match[bytes]) -> bytes:
    return _repeated(run.end() - run.start(), run[1])
