"""Rate how strongly the form of a text is evidence for a word, in units of log-likelihood.

A likeness counts log(P(likeness | meant) / P(likeness by chance)), as learnt on the lists of
associations (`reliability.py`). Some texts speak of the form: `rhymes with X`, `X backwards`,
`starts with B`, `five letters`. Then likenesses count more, and words that do not fit count less.
"""

import re
from collections.abc import Callable, Sequence
from functools import lru_cache, partial
from math import log

import numpy as np

from engine.forms.folding import fold_words
from engine.players.pragmatic.form.likeness import list_likenesses
from engine.players.pragmatic.form.phonemes import VOWELS, pronounce
from engine.players.pragmatic.reliability import read_reliabilities
from engine.players.vectors.word_vectors import Floats
from words.game_words import read_keywords

SPOKEN_OF = 5.0
"""What a likeness counts more if a text says that it is about form: it then occurs in nine of ten
texts instead of one in a hundred."""
HINTED_AT = 2.0
"""The same if a text may say so: `rain inside` does, `love letter` does not."""
FITS = 0.9
"""How often what a text says of a word's letters is true of the word that is meant."""
SAYS_SO = re.compile(
    r"\b(rhym\w*|sounds? like|homo(phone|nym)s?|anagrams?|scrambled?|jumbled?|spel\w+"
    r"|back(wards?|to front)|reversed?)\b"
)
MAY_SAY_SO = re.compile(
    r"\b(pun|minus|plus|without|initials|acronym|letters?|hidden|hiding|inside|missing)\b"
)
NUMBERS = (
    *("one", "two", "three", "four", "five", "six", "seven"),
    *("eight", "nine", "ten", "eleven", "twelve"),
)
START = re.compile(
    r"\b(?:starts?|begins?|beginning|starting|first letter)(?: with| is)?(?: an?)? (\w{1,3})$"
)
END = re.compile(r"\b(?:ends?|ending|last letter)(?: with| in| is)?(?: an?)? (\w{1,3})$")
DOUBLE = re.compile(r"\b(?:double|two) (\w)(?:s|'s)?$")
LENGTH = re.compile(r"\b(\w+)[ -](letters?|syllables?)\b")

DESCRIPTIONS: Sequence[tuple[re.Pattern[str], Callable[[str, str], bool]]] = (
    (START, lambda letters, word: word.startswith(letters)),
    (END, lambda letters, word: word.endswith(letters)),
    (DOUBLE, lambda letter, word: 2 * letter in word),
)
"""What a text may say of letters, and whether it is true of a word."""

type Fits = Callable[[str], bool]
"""Whether what a text says of letters is true of a word."""


def rate_form(texts: Sequence[str], words: Sequence[str]) -> Floats:
    """Compute the evidence of the form of each text for each word; shape (texts, words)."""
    found = [[_rate_pair(text, word) for word in words] for text in texts]
    return np.array(found, np.float64).reshape(len(texts), len(words))


@lru_cache(maxsize=32_768)
def _rate_pair(text: str, word: str) -> float:
    said = " ".join(fold_words(text))
    if (fits := find_description(said)) is not None:
        share = (sum(map(fits, read_keywords())) + 1) / (len(read_keywords()) + 2)
        return log(FITS / share) if fits(word) else log((1 - FITS) / (1 - share))
    likenesses = list_likenesses(text, word)
    if not likenesses:
        return 0.0
    strengths = read_reliabilities().likenesses
    found = max(strengths[name] for name in likenesses)
    if SAYS_SO.search(said):
        return found + SPOKEN_OF
    return found + HINTED_AT * bool(MAY_SAY_SO.search(said))


@lru_cache(maxsize=512)
def find_description(said: str) -> Fits | None:
    """Find what a text says of the letters of a word; `None` if it says nothing of them.

    Args:
        said: The text, as folded words.
    """
    for kind, fits in DESCRIPTIONS:
        if found := kind.search(said):
            return partial(fits, found[1])
    found = LENGTH.search(said)
    number = 0 if found is None else _read_number(found[1])
    if found is None or not number:
        return None
    if found[2].startswith("letter"):
        return lambda word: len(word) == number
    return lambda word: sum(one in VOWELS for one in pronounce(word)) == number


def _read_number(text: str) -> int:
    if text in NUMBERS:
        return NUMBERS.index(text) + 1
    return int(text) if text.isdecimal() else 0
