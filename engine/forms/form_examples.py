"""Examples of the forms of a word, for a person who may not say one."""

from collections.abc import Iterator
from functools import cache

from engine.forms.dictionary import find_inflected, is_in_dictionary
from engine.forms.folding import fold_words
from words.forms import read_derivations, read_spellings

PLURALS = (("fe", "ves"), ("f", "ves"), ("y", "ies"), ("", "s"), ("", "es"))
"""Endings of words, and of their plurals."""
IRREGULAR = dict(
    zip(
        (
            "child",
            "die",
            "foot",
            "goose",
            "louse",
            "man",
            "mouse",
            "ox",
            "person",
            "tooth",
            "woman",
        ),
        (
            "children",
            "dice",
            "feet",
            "geese",
            "lice",
            "men",
            "mice",
            "oxen",
            "people",
            "teeth",
            "women",
        ),
        strict=True,
    )
) | {word: word for word in ("deer", "fish", "sheep")}
"""Plurals that no ending makes."""
MOST = 3
"""Number of examples."""


def list_examples(word: str) -> tuple[str, ...]:
    """List a few forms of a word: `whales`, `whaling` and `whaler` of `whale`."""
    folded = "".join(fold_words(word))
    plurals = [IRREGULAR[folded]] if folded in IRREGULAR else _list_plurals(folded)
    found = (*plurals, *_read_derived().get(folded, ()))
    return tuple(form for form in dict.fromkeys(found) if form != folded)[:MOST]


def _list_plurals(word: str) -> Iterator[str]:
    """Find the first of the endings with which a word is a known form of it."""
    for ending, plural in PLURALS:
        form = word.removesuffix(ending) + plural
        if word.endswith(ending) and is_in_dictionary(form) and word in find_inflected(form):
            yield form
            return


@cache
def _read_derived() -> dict[str, tuple[str, ...]]:
    """Read, by word, what derives from it, short words first and in one spelling."""
    found: dict[str, tuple[str, ...]] = {}
    for derived, bases in read_derivations().items():
        for base in bases if derived not in read_spellings() else ():
            found[base] = (*found.get(base, ()), derived)
    return {
        base: tuple(sorted(some, key=lambda word: (len(word), word)))
        for base, some in found.items()
    }
