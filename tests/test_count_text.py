"""Counts in sentences."""

import pytest

from engine.count_text import format_count


@pytest.mark.parametrize(
    ("count", "noun", "text"),
    [
        (1, "guess", "1 guess"),
        (2, "guess", "2 guesses"),
        (0, "box", "0 boxes"),
        (3, "match", "3 matches"),
        (2, "wish", "2 wishes"),
        (1, "round", "1 round"),
        (8, "round", "8 rounds"),
        (2, "earlier record", "2 earlier records"),
    ],
)
def test_a_noun_has_its_plural(count: int, noun: str, text: str) -> None:
    assert format_count(count, noun) == text
