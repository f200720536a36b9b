"""Fold, stem and lemmatise English words for comparison."""

import re
from functools import lru_cache
from typing import Protocol
from unicodedata import category, combining, normalize

from engine.text import drop_ignorable
from words.forms import read_listed_lemmas, read_listed_words


@lru_cache(maxsize=65536)
def fold_words(text: str) -> tuple[str, ...]:
    """Split text into words for comparison: NFKC, case-folded, without accents, digits separate.

    Characters without a glyph are dropped, as are circles and bars over letters.
    """
    wide = normalize("NFKD", normalize("NFKC", drop_ignorable(text)).casefold())
    seen = "".join(c for c in wide if not combining(c) and category(c) != "Me")
    bare = re.sub(r"['\u2019]s\b(?!['\u2019]\w)", "", seen)
    spaced = "".join(c if c.isalnum() or category(c).startswith("M") else " " for c in bare)
    words = re.sub(r"\d+", r" \g<0> ", spaced).split()
    return tuple(word for word in words if any(c.isalnum() for c in word))


@lru_cache(maxsize=65536)
def stem(word: str) -> str:
    """Compute the English stem of a folded word (Snowball)."""
    return _load_stemmer().stemWord(word)


@lru_cache(maxsize=65536)
def find_lemma(word: str) -> str:
    """Find the English dictionary form of a folded word (simplemma)."""
    return (
        read_listed_lemmas().get(word, word) if word in read_listed_words() else look_up_lemma(word)
    )


def look_up_lemma(word: str) -> str:
    """Look up a lemma in simplemma's own dictionary, which is slow to load."""
    from simplemma import lemmatize  # noqa: PLC0415 - 0.1 s, only for an unlisted word

    return lemmatize(word, lang="en").casefold()


class _Stemmer(Protocol):
    def stemWord(self, word: str) -> str: ...


@lru_cache(maxsize=1)
def _load_stemmer() -> _Stemmer:
    from snowballstemmer import stemmer  # noqa: PLC0415 - 40 ms, only for an unlisted word

    english: _Stemmer = stemmer("english")
    return english
