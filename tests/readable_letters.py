"""Large letters that tests can read: each line is written in the first of its rows."""

import pytest
from rich.segment import Segment
from textual.color import Color
from textual.strip import Strip

from screens.widgets.letters import measure_width


def make_letters_readable(monkeypatch: pytest.MonkeyPatch) -> None:
    """Write the text of large letters in place of blocks; they take the same cells."""
    for module in ("large_text", "large_name"):
        monkeypatch.setattr(f"screens.widgets.{module}.render_letters", write_letters)


def write_letters(
    line: str,
    size: int,
    background: Color,
    colour: Color,
    high: int = 2,
    *,
    words: bool = False,
    narrow: bool = False,
) -> tuple[Strip, ...]:
    """Return as many rows as `render_letters`, and as wide, with the text in the first."""
    del background, colour, high
    width = measure_width(line, size, words=words, narrow=narrow)
    return tuple(Strip([Segment(text.ljust(width)[:width])]) for text in (line, *[""] * (size - 1)))
