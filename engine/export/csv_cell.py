"""Clean the cells of CSV files, which are opened in spreadsheets and printed in terminals."""

import re
from typing import Any

from engine.text import clean_lines

FORMULA = re.compile(r"\s*[=+\-@\uff1d\uff0b\uff0d\uff20]")
"""Matches the beginning of text that a spreadsheet may evaluate, also in full-width characters."""
NUMBER = re.compile(r"[+-]?(\d+\.?\d*|\.\d+)(e[+-]?\d+)?", re.ASCII | re.IGNORECASE)
QUOTE = "'"
"""The sign before text that a spreadsheet must not evaluate."""


def clean_cell(value: Any) -> Any:  # noqa: ANN401 - a cell may hold any value
    """Remove controls from text, and quote what a spreadsheet would evaluate as a formula."""
    if not isinstance(value, str):
        return value
    plain = value.isascii() and value.isprintable()
    text = value if plain else clean_lines(value, 4 * len(value))  # a tab becomes four blanks
    if FORMULA.match(text) and not NUMBER.fullmatch(text):
        return f"{QUOTE}{text}"
    return text


def restore_cell(text: str) -> str:
    """Remove the quote that `clean_cell` puts before a formula."""
    return text[1:] if text.startswith(QUOTE) and FORMULA.match(text[1:]) else text
