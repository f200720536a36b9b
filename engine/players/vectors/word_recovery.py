"""Replace words that a space of word vectors does not know by known ones."""

import re
from collections.abc import Iterable, Sequence

from engine.forms.folding import find_lemma, fold_words, stem
from engine.players.vectors.word_vectors import WordVectors
from words.forms import read_compounds, read_spellings

LEAST_PART = 3
"""Minimum length of the words that an unknown word is split into."""


LEAST_SLIP = 4
"""Minimum length of a word that is corrected by one letter."""


LETTERS = "abcdefghijklmnopqrstuvwxyz"


ENDINGS = ("ness", "less", "like", "ship", "ing", "ish", "ful", "ist", "ers", "er", "ly", "ed", "y")
"""Endings that are removed from an unknown word to find the word it derives from."""


BEGINNINGS = ("non", "pre", "un", "re")


SOUND_ALIKES = (
    *(("f", "ph"), ("k", "c"), ("ck", "k"), ("s", "c"), ("z", "s"), ("y", "i"), ("ie", "ei")),
    *(("ant", "ent"), ("ance", "ence"), ("able", "ible"), ("ee", "ea"), ("oo", "u"), ("x", "cks")),
    *((2 * letter, letter) for letter in "bcdfglmnprst"),
)
"""Letters that sound alike and are often confused in spelling."""


def recover_words(space: WordVectors, text: str) -> str:
    """Replace each word that a space does not know by known words.

    Tried in this order: another spelling, the parts of a compound, the word without a prefix or
    suffix, a word that differs by one letter. Words that are still unknown are left out.
    """
    found: list[str] = []
    for word in fold_words(text):
        found += [word] if knows_word(space, word) else _recover_word(space, word)
    return " ".join(found)


def knows_word(space: WordVectors, word: str) -> bool:
    if word in space.space:
        return True
    lemma = find_lemma(word)
    return lemma != word and lemma in space.space


def _recover_word(space: WordVectors, word: str) -> Sequence[str]:
    other = read_spellings().get(word, word)
    if other != word and knows_word(space, other):
        return (other,)
    if word in read_compounds():
        return tuple(part.replace("-", "") for part in read_compounds()[word])
    if len(word) < LEAST_SLIP:
        return ()
    for candidates in (_strip_affixes(word), _list_sound_alikes(word), _list_single_edits(word)):
        for other in candidates:
            if knows_word(space, other):
                return (other,)
    splits = ((word[:i], word[i:]) for i in range(len(word) - LEAST_PART, LEAST_PART - 1, -1))
    return next((pair for pair in splits if all(knows_word(space, part) for part in pair)), ())


def _strip_affixes(word: str) -> Iterable[str]:
    yield stem(word)
    for ending in ENDINGS:
        base = word.removesuffix(ending)
        if base != word and len(base) >= LEAST_PART:
            yield from (base, base + "e", base[:-1] if base[-1:] == base[-2:-1] else base + "y")
            if base.endswith("i"):
                yield base[:-1] + "y"
            yield from _strip_affixes(base)
    for beginning in BEGINNINGS:
        base = word.removeprefix(beginning)
        if base != word and len(base) >= LEAST_SLIP:
            yield base


def _list_sound_alikes(word: str) -> Iterable[str]:
    for one, other in SOUND_ALIKES:
        for written, meant in ((one, other), (other, one)):
            for found in re.finditer(written, word):
                yield word[: found.start()] + meant + word[found.end() :]


def _list_single_edits(word: str) -> Iterable[str]:
    """Yield words with two letters swapped, one deleted, one inserted or one replaced, in order.

    The first letter is kept, because people rarely mistype it.
    """
    pairs = [(word[:i], word[i:]) for i in range(1, len(word) + 1)]
    yield from (a + b[1] + b[0] + b[2:] for a, b in pairs if len(b) > 1)
    yield from (a + b[1:] for a, b in pairs if b)
    yield from (a + letter + b for a, b in pairs for letter in LETTERS)
    yield from (a + letter + b[1:] for a, b in pairs if b for letter in LETTERS)
