"""Placeholders: what stands in the form of an answer for the values that a model fills in."""

import re
from typing import Any

PLACEHOLDER = re.compile(r"\s*<[^<>]*>\s*|[\s._\u2026]*[._\u2026][\s._\u2026]*|\s*\^.*\$\s*")
"""Matches a text that stands for another one: in angle brackets, dots alone, or a pattern."""
OWN_THOUGHTS = "<your thoughts>"
"""The placeholder of the thoughts before a move."""


def find_placeholder(value: Any) -> str | None:  # noqa: ANN401
    """Find a placeholder among the texts of a value; `None` if there is none."""
    if isinstance(value, str):
        return value.strip() if PLACEHOLDER.fullmatch(value) else None
    if isinstance(value, dict):
        value = list(value.values())
    parts = value if isinstance(value, list | tuple) else ()
    return next(filter(None, map(find_placeholder, parts)), None)
