"""Encode a picture as Sixel."""

import re
from collections.abc import Iterable
from heapq import heappush, heapreplace
from typing import TYPE_CHECKING

import numpy as np

from screens.pictures.colour_reduction import CLEAR, IndexedPicture

if TYPE_CHECKING:
    from numpy.typing import NDArray


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
