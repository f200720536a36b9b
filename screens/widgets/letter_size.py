"""Choose the largest letters in which a text fits."""

from collections.abc import Sequence
from functools import lru_cache
from typing import NamedTuple

from textual.geometry import Size

from screens.widgets.letters import FONT_CHARACTERS, measure_width

STEP = 4
"""Cells by which lines are made shorter as long as they stay as many."""
MAX_ROWS, MIN_ROWS = 12, 4
"""Rows of a line in the largest and in the smallest letters."""

HALL = Size(120, 40)
"""From this size on a screen has large type by itself: ordinary type is small on it."""


def is_hall(screen: Size) -> bool:
    """Whether a screen of this size has large type by itself."""
    return screen.width >= HALL.width and screen.height >= HALL.height


class Fit(NamedTuple):
    """How a text fits."""

    size: int
    """Rows of a line."""
    lines: tuple[str, ...]
    narrow: bool = False
    """Whether the letters are narrow."""


@lru_cache(maxsize=64)
def fit_letters(
    text: str, columns: int, rows: int, largest: int = MAX_ROWS, *, narrow: bool = False
) -> Fit | None:
    """Find the largest letters in which a text fits.

    Args:
        text: One or several words.
        columns: Width of a line, in cells.
        rows: Rows of all lines together.
        largest: The most rows of a line.
        narrow: Whether letters may be narrow where others do not fit.

    Returns:
        How it fits; `None` if the text does not fit in the smallest letters, or the font lacks
        one of its characters.
    """
    words = text.split()
    if not words or not FONT_CHARACTERS.issuperset(text):
        return None
    for is_narrow in (False, True)[: 1 + narrow]:
        for size in range(min(largest, rows), MIN_ROWS - 1, -1):
            lines = _wrap(words, columns, size, narrow=is_narrow)
            if lines and len(lines) * size <= rows:
                lines = _balance(words, columns, size, lines, narrow=is_narrow)
                return Fit(size, lines, is_narrow)
    return None


def fit_alike(texts: Sequence[str], columns: int, rows: int) -> Fit | None:
    """Find the largest letters in which each of several texts fits into a line of its own.

    Args:
        texts: What stands beside one another.
        columns: Width of a line, in cells.
        rows: The most rows of a line.

    Returns:
        How they fit, each as a line; `None` if one does not fit, or cannot be drawn.
    """
    if not all(text.strip() and FONT_CHARACTERS.issuperset(text) for text in texts):
        return None
    for size in range(min(rows, MAX_ROWS), MIN_ROWS - 1, -1):
        for narrow in (False, True):
            if all(measure_width(text, size, narrow=narrow) <= columns for text in texts):
                return Fit(size, tuple(texts), narrow)
    return None


def fit_paragraphs(
    texts: Sequence[str], columns: int, rows: int, largest: int = MAX_ROWS
) -> list[Fit]:
    """Find the largest letters of one size in which texts fit below one another.

    A blank row parts the lines of a text: tails of letters never touch the line below.

    Args:
        texts: Sentences; each wraps.
        columns: Width of a line, in cells.
        rows: Rows of all texts together, without what stands between them.
        largest: The most rows of a line.

    Returns:
        How they fit; nothing if they do not, or cannot be drawn.
    """
    if not all(text.strip() and FONT_CHARACTERS.issuperset(text) for text in texts):
        return []
    for size in range(min(rows, largest), MIN_ROWS - 1, -1):
        for narrow in (False, True):
            fits = []
            for text in texts:
                words = text.split()
                if lines := _wrap(words, columns, size, narrow=narrow):
                    lines = _balance(words, columns, size, lines, narrow=narrow)
                    fits.append(Fit(size, lines, narrow))
            if len(fits) == len(texts) and sum(map(count_rows, fits)) <= rows:
                return fits
    return []


def count_rows(fit: Fit) -> int:
    """Count the rows of a paragraph, with a blank row between two lines."""
    return len(fit.lines) * (fit.size + 1) - 1


def _balance(
    words: list[str], columns: int, size: int, lines: tuple[str, ...], *, narrow: bool
) -> tuple[str, ...]:
    """Wrap into as many lines, but about equally long ones, so that no word is left alone."""
    if len(lines) == 1:
        return lines
    for narrower in range(columns - STEP, columns // 2, -STEP):
        wrapped = _wrap(words, narrower, size, narrow=narrow)
        if wrapped is None or len(wrapped) > len(lines):
            break
        lines = wrapped
    return lines


def _wrap(words: list[str], columns: int, size: int, *, narrow: bool) -> tuple[str, ...] | None:
    lines: list[str] = []
    for word in words:
        longer = f"{lines[-1]} {word}" if lines else word
        if lines and measure_width(longer, size, narrow=narrow) <= columns:
            lines[-1] = longer
        elif measure_width(word, size, narrow=narrow) <= columns:
            lines.append(word)
        else:
            return None
    return tuple(lines)
