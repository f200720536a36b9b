"""Hints that a player might give for a keyword, ranked."""

from collections.abc import Sequence
from functools import lru_cache
from itertools import islice

import numpy as np
from numpy.typing import NDArray

from engine.forms.folding import fold_words
from engine.forms.giveaway import find_free
from engine.games.decrypto.view import Keywords
from engine.players.pragmatic.greatest import find_greatest
from engine.players.pragmatic.listeners import Listeners
from engine.players.pragmatic.reliability import read_reliabilities
from engine.players.pragmatic.word_plainness import rate_plainness
from engine.players.vectors.word_vectors import Floats

SPARE = 24
"""Number of extra words to rank, as some are forms of their keyword."""
LEAST_ROOT = 4
"""Minimum length of the common beginning of two words that seem to share a root."""
ASSOCIATED = 3.0
"""Naturalness bonus, in standard deviations, for words that people associate with the keyword."""
DEVIATION_MARGIN = 0.25
"""A hint must be nearer to its keyword than to the others by this many standard deviations."""

COSINE_MARGIN = 1e-6
"""Minimum difference of cosines by which a hint is nearer to its keyword than to any other; well
above `engine.players.vectors.assignment.TIE`."""
MANY_TRIED = 200
"""After this many rejected candidates, all words nearer to another keyword are found at once."""

type Places = NDArray[np.intp]


class Candidates:
    """The candidates for the four keywords, in one sequence."""

    def __init__(self, listeners: Listeners, keywords: Keywords, count: int) -> None:
        """Find the candidates with `list_candidates`, and compare them in every space."""
        listeners.compare_all_with_corpus(keywords)
        found = [list_candidates(listeners, keywords, n, count) for n in range(4)]
        self.places = np.concatenate([np.array(places, np.intp) for places, _ in found])
        self.natural = np.concatenate([rates for _, rates in found])
        """Naturalness of each candidate as a hint; shape (candidates,)."""
        self.words = tuple(listeners.corpus[place] for place in self.places.tolist())
        self._ends = np.cumsum([0, *(len(places) for places, _ in found)]).tolist()
        self._listeners = listeners
        known = listeners.associations
        self._lists = None if known is None else known.rate_texts(self.words)
        self.suggested = read_reliabilities().kinds.weigh(
            associations=self.associate(keywords),
            thoughts=listeners.relate(self.words, keywords),
            form=listeners.rate_form(self.words, keywords),
        )
        """What speaks for each keyword beside spaces, as log-odds; shape (candidates, 4)."""
        self._initials: dict[str, list[int]] = {}
        for at, word in enumerate(self.words):
            self._initials.setdefault(word[:1], []).append(at)
        self._find_kin = lru_cache(maxsize=256)(self._list_kin)

    def list_fresh(self, number: int, given: frozenset[str], count: int) -> list[int]:
        """List the most natural candidates that share no root with past hints.

        Args:
            number: The index of the keyword, from 0.
            given: The words of past hints.
            count: The maximum number of candidates.
        """
        own = range(self._ends[number], self._ends[number + 1])
        kin = frozenset[int]().union(*map(self._find_kin, given))
        fresh = [at for at in own if at not in kin]
        return (fresh or [at for at in own if self.words[at] not in given])[:count]

    def _list_kin(self, past: str) -> frozenset[int]:
        alike = self._initials.get(past[:1], ())
        return frozenset(at for at in alike if are_kin(self.words[at], past))

    def compare(self, chosen: Places, places: Places) -> Floats:
        """Compare candidates with words of the corpus, associations included.

        Returns:
            Standard deviations; shape (chosen, places).
        """
        words = [self._listeners.corpus[place] for place in places.tolist()]
        near = self._listeners.compare_words(self.places[chosen], places)
        return near + self.associate(words)[chosen]

    def associate(self, words: Sequence[str]) -> Floats:
        """Apply `Listeners.associate` to all candidates; shape (candidates, words)."""
        known = self._listeners.associations
        if known is None or self._lists is None:
            return np.zeros((len(self.words), len(words)))
        return known.rate(self.words, words, self._lists)


@lru_cache(maxsize=4)
def load_candidates(listeners: Listeners, keywords: Keywords, count: int) -> Candidates:
    """Find the candidates of a game; cached for its later moves."""
    return Candidates(listeners, keywords, count)


def are_kin(word: str, other: str) -> bool:
    """Whether two words seem to share a root, such as hero and heroine, translator and translation.

    The rules allow such hints, but people take them for forms of the keyword. Two words share a
    root if they have a common beginning of two thirds of the shorter word, and of at least 4
    letters (or the whole shorter word).
    """
    shorter = min(len(word), len(other))
    root = max(min(shorter, LEAST_ROOT), (2 * shorter + 2) // 3)
    return word[:root] == other[:root]


@lru_cache(maxsize=64)
def list_candidates(
    listeners: Listeners, keywords: Keywords, number: int, count: int
) -> tuple[list[int], Floats]:
    """List the words that are nearer to a keyword than to the others in every trusted space.

    Args:
        listeners: The listeners.
        keywords: The four keywords.
        number: The index of the keyword, from 0.
        count: The number of candidates.

    Returns:
        Their indices in the corpus, most natural first, and the naturalness of each as a hint.
    """
    near = listeners.compare_all_with_corpus(keywords)
    own = near.pop(number)
    trusted = list(listeners.trusted)
    known = own.any(axis=1)
    gaps = np.where(known[:, None], own - np.maximum.reduce(near), 9.0)[trusted].min(axis=0)
    natural = listeners.average(own, known[:, None] & listeners.knows_corpus)
    associated = listeners.associate_with_corpus(keywords[number])
    natural = natural + rate_plainness(listeners) + ASSOCIATED * (associated > 0)
    order = find_greatest(np.where(gaps > DEVIATION_MARGIN, natural, natural - 99), count + SPARE)
    roots: dict[str, list[str]] = {}
    for keyword in keywords:
        for part in fold_words(keyword):
            roots.setdefault(part[0], []).append(part)
    words = (listeners.corpus[place] for place in order.tolist())
    strange = (
        word for word in words if not any(are_kin(word, part) for part in roots.get(word[0], ()))
    )
    free = islice(find_free(strange, keywords[number]), count)
    found = [listeners.place[word] for word in free]
    return found, natural[found].astype(np.float64)
