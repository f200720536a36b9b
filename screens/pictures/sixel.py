"""Sixel: bands of six rows, painted in one colour after another.

The format is DEC's: STD 070, chapter 9.
"""

import re
from typing import TYPE_CHECKING

import numpy as np

from screens.pictures.indexed import CLEAR, Indexed

if TYPE_CHECKING:
    from numpy.typing import NDArray

BAND = 6
"""Rows of pixels that are painted together."""
RUN = re.compile(rb"(.)\1{3,}", re.DOTALL)
"""Repetitions that are shorter as a count and a character."""
SIGNS = bytes(range(63, 127)) + bytes(192)
"""The characters for 0 to 63, a bit for each of the six pixels, the upper one lowest."""


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
    first = there.argmax(1)
    end = rows.shape[1] - there[:, ::-1].argmax(1)
    spans = sorted(zip(first.tolist(), end.tolist(), range(len(numbers)), strict=True))
    while spans:
        at, later = 0, []
        for span in spans:
            left, right, row = span
            if left < at:
                later.append(span)
                continue
            out.append(b"#%d" % numbers[row])
            if left > at:
                out.append(_repeated(left - at, b"?"))
            out.append(RUN.sub(_shortened, rows[row, left:right].tobytes().translate(SIGNS)))
            at = right
        spans = later
        if spans:
            out.append(b"$")
    out.append(b"-")


def _repeated(count: int, sign: bytes) -> bytes:
    return sign * count if count < 4 else b"!%d%b" % (count, sign)


def _shortened(run: re.Match[bytes]) -> bytes:
    return _repeated(run.end() - run.start(), run[1])
