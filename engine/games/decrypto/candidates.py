"""The words among which Parlour's own encoder searches hints, and what each of them says.

What depends on the keywords alone is worked out once for a game.
"""

from collections.abc import Sequence
from functools import lru_cache
from itertools import islice

import numpy as np
from numpy.typing import NDArray

from engine.games.decrypto.view import Keywords
from engine.listeners import Listeners, find_greatest, rate_plainness
from engine.text import fold_words
from engine.word_forms import find_free
from engine.word_vectors import Floats

SPARE = 24
"""How many more candidates are looked at, as some are forms of their keyword."""
LEAST_ROOT = 4
"""How many letters words have in common at least that seem to have one root."""
ASSOCIATED = 1.0
"""How much more natural a hint is that people think of when they hear the keyword."""
MARGIN = 0.25
"""How many standard deviations nearer to its keyword than to the others a hint has to be."""

type Places = NDArray[np.intp]


class Candidates:
    """The candidates for each of four keywords, one after the other."""

    def __init__(self, listeners: Listeners, keywords: Keywords, count: int, rules: int) -> None:
        """Find them, as `list_candidates` does, and let every listener hear them."""
        listeners.compare_all_with_corpus(keywords)
        found = [list_candidates(listeners, keywords, n, count, rules) for n in range(4)]
        self.places = np.concatenate([np.array(places, np.intp) for places, _ in found])
        self.natural = np.concatenate([rates for _, rates in found])
        """How natural each is as a hint."""
        self.words = tuple(listeners.corpus[place] for place in self.places.tolist())
        self._ends = np.cumsum([0, *(len(places) for places, _ in found)]).tolist()
        self._listeners = listeners
        known = listeners.associations
        self._lists = None if known is None else known.hear(self.words)
        self.associated = self.associate(keywords)
        """How much each speaks for the keywords by association; shape (candidates, 4)."""
        self._initials: dict[str, list[int]] = {}
        for at, word in enumerate(self.words):
            self._initials.setdefault(word[:1], []).append(at)
        self._find_kin = lru_cache(maxsize=256)(self._list_kin)

    def list_fresh(self, number: int, given: frozenset[str], count: int) -> list[int]:
        """The most natural candidates that are no kin to past hints.

        Args:
            number: The keyword, from 0.
            given: The words of past hints.
            count: How many candidates are enough.
        """
        own = range(self._ends[number], self._ends[number + 1])
        kin = frozenset[int]().union(*map(self._find_kin, given))
        fresh = [at for at in own if at not in kin]
        return (fresh or [at for at in own if self.words[at] not in given])[:count]

    def _list_kin(self, past: str) -> frozenset[int]:
        alike = self._initials.get(past[:1], ())
        return frozenset(at for at in alike if are_kin(self.words[at], past))

    def compare(self, chosen: Places, places: Places) -> Floats:
        """How near candidates are to words of the corpus, with associations.

        Returns:
            Shape (chosen, places).
        """
        words = [self._listeners.corpus[place] for place in places.tolist()]
        near = self._listeners.compare_words(self.places[chosen], places)
        return near + self.associate(words)[chosen]

    def associate(self, words: Sequence[str]) -> Floats:
        """`Listeners.associate` with all candidates; shape (candidates, words)."""
        known = self._listeners.associations
        if known is None or self._lists is None:
            return np.zeros((len(self.words), len(words)))
        return known.rate(self.words, words, self._lists)


@lru_cache(maxsize=8)
def load_candidates(listeners: Listeners, keywords: Keywords, count: int, rules: int) -> Candidates:
    """The candidates of a game, kept for its next moves."""
    return Candidates(listeners, keywords, count, rules)


def are_kin(word: str, other: str) -> bool:
    """Whether two words seem to have one root, as hero and heroine, translator and translation.

    The rules allow such hints, but people take them for forms of the keyword. The words begin alike
    in two thirds of the shorter one, and in 4 letters if it has so many.
    """
    shorter = min(len(word), len(other))
    root = max(min(shorter, LEAST_ROOT), (2 * shorter + 2) // 3)
    return word[:root] == other[:root]


@lru_cache(maxsize=64)
def list_candidates(
    listeners: Listeners, keywords: Keywords, number: int, count: int, rules: int
) -> tuple[list[int], Floats]:
    """The words that every space hears nearer to a keyword than to the others, natural ones first.

    Args:
        listeners: The listeners.
        keywords: The four keywords.
        number: Which of them, from 0.
        count: How many candidates there have to be.
        rules: The version of the rule on forms of words.

    Returns:
        Places in the corpus, and how natural each word is as a hint.
    """
    near = listeners.compare_all_with_corpus(keywords)
    own = near.pop(number)
    known = own.any(axis=1)
    gaps = np.where(known[:, None], own - np.maximum.reduce(near), 9.0).min(axis=0)
    natural = own[known].mean(axis=0) if known.any() else np.zeros(len(listeners.corpus))
    associated = listeners.associate_with_corpus(keywords[number])
    natural = natural + rate_plainness(listeners) + ASSOCIATED * (associated > 0)
    order = find_greatest(np.where(gaps > MARGIN, natural, natural - 99), count + SPARE)
    roots: dict[str, list[str]] = {}
    for keyword in keywords:
        for part in fold_words(keyword):
            roots.setdefault(part[0], []).append(part)
    words = (listeners.corpus[place] for place in order.tolist())
    strange = (
        word for word in words if not any(are_kin(word, part) for part in roots.get(word[0], ()))
    )
    free = islice(find_free(strange, keywords[number], rules), count)
    found = [listeners.place[word] for word in free]
    return found, natural[found].astype(np.float64)
