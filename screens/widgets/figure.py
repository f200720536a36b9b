"""Numbers in large digits, made of lines."""

from textual.content import Content
from textual.renderables.digits import DIGITS, DIGITS3X3_BOLD

ROWS = 3
"""Rows of a large digit, which is as many cells wide."""


def list_digit_rows(digit: int) -> list[str]:
    """List the rows of a large digit."""
    first = ROWS * DIGITS.index(str(digit))
    return [row.ljust(ROWS) for row in DIGITS3X3_BOLD[first : first + ROWS]]


def draw_figure(number: int, style: str) -> list[Content]:
    """Draw a number in large digits."""
    rows = zip(*(list_digit_rows(int(digit)) for digit in f"{number}"), strict=True)
    return [Content.styled(" ".join(row), style) for row in rows]
