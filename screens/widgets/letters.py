"""Letters drawn large, as pixels with more or less ink in them."""

from functools import lru_cache
from math import ceil
from string import ascii_letters, digits, punctuation
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from PIL.Image import Image
    from PIL.ImageFont import FreeTypeFont

MOST, LEAST = 8, 4
"""Rows of cells that a line takes with the largest letters, and with the smallest."""
KNOWN = frozenset(f"{ascii_letters}{digits}{punctuation} “”\u2018\u2019…«»°·±©™")
"""What is drawn of the font that comes with Pillow, a part of Aileron (CC0)."""
HANGING = frozenset("Q,;@$()[]{}|_/\\")
"""What reaches below the line beside small letters."""
LOW, CAPITAL = 0.53, 0.72
"""How tall letters like x are in that font, and capitals and figures, by its size."""
BODIES = {4: (5, 7, 1), 5: (5, 7, 1), 6: (6, 9, 1), 7: (7, 10, 2), 8: (8, 12, 2)}
"""For each number of rows: pixels that an x is tall, pixels above the line, what strokes gain.

An x as tall as whole pixels has sharp edges, and an e its three bars from five pixels on. Strokes
gain that many parts of a pixel on each side: thin ones fade from afar.
"""
FINER = 8
"""How many times finer than a pixel letters are drawn before they are scaled down."""


@lru_cache(maxsize=64)
def fitting(text: str, columns: int, rows: int) -> tuple[int, tuple[str, ...]] | None:
    """How large a text can be: the rows of cells that a line takes, and the lines.

    Args:
        text: One or several words.
        columns: Cells that a line may take.
        rows: Rows of cells that all lines together may take.

    Returns:
        The largest letters with which it fits; nothing if the smallest do not, or if the font
        lacks one of its letters.
    """
    words = text.split()
    if not words or not KNOWN.issuperset(text):
        return None
    for size in range(min(MOST, rows), LEAST - 1, -1):
        lines = _wrapped(words, columns, size)
        if lines and len(lines) * size <= rows:
            return size, lines
    return None


@lru_cache(maxsize=64)
def ink(line: str, size: int) -> "Image":
    """How much ink is where, from 0 to 255; four pixels to a cell, two by two.

    Args:
        line: One or several words of letters that are `KNOWN`.
        size: Rows of cells that it takes.
    """
    from PIL import Image, ImageDraw

    font, above, stroke = _font(size, words=_has_words(line))
    columns = width(line, size)
    whole = Image.new("L", (columns * FINER, 2 * size * FINER))
    feet = above * FINER - stroke
    ImageDraw.Draw(whole).text((stroke, feet), line, 255, font, anchor="ls", stroke_width=stroke)
    return whole.resize((columns * 2, size * 2), Image.Resampling.BOX)


def width(line: str, size: int) -> int:
    """Cells that a line takes in letters of `size` rows."""
    font, _, stroke = _font(size, words=_has_words(line))
    return ceil((font.getbbox(line, anchor="ls")[2] + 2 * stroke) / FINER)


def _wrapped(words: list[str], columns: int, size: int) -> tuple[str, ...] | None:
    lines: list[str] = []
    for word in words:
        longer = f"{lines[-1]} {word}" if lines else word
        if lines and width(longer, size) <= columns:
            lines[-1] = longer
        elif width(word, size) <= columns:
            lines.append(word)
        else:
            return None
    return tuple(lines)


def _has_words(line: str) -> bool:
    """Whether a line needs room below; figures and capitals alone are drawn larger."""
    return any(c.islower() or c in HANGING for c in line)


@lru_cache(maxsize=32)
def _font(size: int, *, words: bool) -> "tuple[FreeTypeFont, int, int]":
    """The font for lines of `size` rows, the pixels above the line, and what strokes gain."""
    from PIL import ImageFont

    low, above, stroke = BODIES[size]
    if words:
        points = low * FINER / LOW
    else:
        above = 2 * size
        points = (above * FINER - 2 * stroke) / CAPITAL
    font = ImageFont.load_default(points)
    assert isinstance(font, ImageFont.FreeTypeFont)
    return font, above, stroke
