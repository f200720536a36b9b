"""Forms of words, as the scripts that made the spaces fold them."""

import pytest

from tools.lists.morphology import american, bases, lemma

KNOWN = frozenset({"city", "dish", "leaf", "make", "man", "mouse", "run", "swim", "walk", "box"})
IRREGULAR = {"mice": ["mouse"], "ran": ["run"], "leaves": ["leave", "leaf"]}


@pytest.mark.parametrize(
    ("form", "word"),
    [
        ("mouse", "mouse"),
        ("mice", "mouse"),
        ("ran", "run"),
        ("leaves", "leaf"),
        ("cities", "city"),
        ("dishes", "dish"),
        ("boxes", "box"),
        ("making", "make"),
        ("walked", "walk"),
        ("swimming", "swim"),
        ("men", None),
        ("houses", None),
    ],
)
def test_a_form_is_folded_to_a_known_word(form: str, word: str | None) -> None:
    assert lemma(form, KNOWN, IRREGULAR) == word


def test_bases_are_what_a_word_could_be_a_form_of() -> None:
    assert ("walk", "v") in bases("walking", {})
    assert ("walke", "v") in bases("walking", {})
    assert ("swim", "v") in bases("swimming", {})
    assert ("city", "n") in bases("cities", {})
    assert ("leaf", "") in bases("leaves", IRREGULAR)


def test_american_spellings_are_found() -> None:
    assert "color" in american("colour")
    assert "center" in american("centre")
    assert "organize" in american("organise")
    assert "theater" in american("theatre")
    assert list(american("dog")) == []
