"""Hints that a player might give for a keyword, ranked."""

from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

from engine.games.decrypto.clear_hints import list_clear_hints
from engine.games.decrypto.kin import are_kin
from engine.games.decrypto.plain_hints import list_plain_hints
from engine.games.decrypto.pragmatic_beliefs import suggest
from engine.games.decrypto.view import Keywords
from engine.players.pragmatic.listeners import Listeners

COSINE_MARGIN = 1e-6
"""Minimum difference of cosines by which a hint is nearer to its keyword than to any other; well
above `engine.players.vectors.assignment.TIE`."""
MANY_TRIED = 200
"""After this many rejected candidates, all words nearer to another keyword are found at once."""

type Places = NDArray[np.intp]


class Candidates:
    """The candidates for the four keywords, in one sequence."""

    def __init__(
        self, listeners: Listeners, keywords: Keywords, count: int, *, plain: bool
    ) -> None:
        """Find the candidates, and compare them in every space.

        Args:
            listeners: The listeners.
            keywords: The four keywords.
            count: The number of candidates for each.
            plain: Whether they are what people think of (`list_plain_hints`), or words of the
                corpus that every space hears right (`list_clear_hints`).
        """
        self.plain = plain
        listeners.compare_all_with_corpus(keywords)
        find = list_plain_hints if plain else list_clear_hints
        found = [find(listeners, keywords, n, count) for n in range(4)]
        self.natural = np.concatenate([rates for _, rates in found])
        """Naturalness of each candidate as a hint; shape (candidates,)."""
        self.words = tuple(word for words, _ in found for word in words)
        self.heard = listeners.measure(self.words)
        """The candidates in each space."""
        self._ends = np.cumsum([0, *(len(words) for words, _ in found)]).tolist()
        self.suggested = suggest(listeners, self.words, keywords)
        """What speaks for each keyword beside spaces, as log-odds; shape (candidates, 4)."""
        self._initials: dict[str, list[int]] = {}
        for at, text in enumerate(self.words):
            for word in text.split():
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
        return frozenset(
            at for at in alike if any(are_kin(word, past) for word in self.words[at].split())
        )


@lru_cache(maxsize=4)
def load_candidates(
    listeners: Listeners, keywords: Keywords, count: int, *, plain: bool = False
) -> Candidates:
    """Find the candidates of a game; cached for its later moves."""
    return Candidates(listeners, keywords, count, plain=plain)
