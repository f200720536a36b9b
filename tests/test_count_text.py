"""Counts in sentences."""

import pytest

from engine.count_text import format_count, format_counted


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


@pytest.mark.parametrize(
    ("count", "plural", "text"),
    [
        (1, "pairs of raters", "1 pair of raters"),
        (3, "pairs of raters", "3 pairs of raters"),
        (1, "guesses", "1 guess"),
        (1, "cases", "1 case"),
        (1, "matches", "1 match"),
        (0, "clues", "0 clues"),
        (1200, "answers with all scores", "1,200 answers with all scores"),
    ],
)
def test_one_of_a_plural_is_singular(count: int, plural: str, text: str) -> None:
    assert format_counted(count, plural) == text
