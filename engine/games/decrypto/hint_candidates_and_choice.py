"""Find words that can serve as hints in Decrypto, for baselines and for Parlour's own player.

A baseline draws each hint from the words nearest to its keyword, or from all words at random. The
encoder of Parlour's own player searches `Candidates`: words that are nearer to one keyword than to
the others in every space of word vectors, with their similarities. Everything that depends only on
the keywords is computed once per game.
"""

from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import lru_cache
from itertools import islice
from random import Random

import numpy as np
from numpy.typing import NDArray

from engine.games.baselines import RANKED_BEYOND, shuffle_items
from engine.games.decrypto.view_and_moves import Hints, Keywords, View
from engine.text import fold_words
from engine.word_forms import find_free, match_word
from engine.word_similarity_and_unknown_words import Floats, WordVectors
from engine.word_vector_listeners import Listeners, find_greatest, rate_plainness

SPARE = 24
"""Number of extra words to rank, as some are forms of their keyword."""
LEAST_ROOT = 4
"""Minimum length of the common beginning of two words that seem to share a root."""
ASSOCIATED = 1.0
"""Naturalness bonus, in standard deviations, for words that people associate with the keyword."""
DEVIATION_MARGIN = 0.25
"""A hint must be nearer to its keyword than to the others by this many standard deviations."""

COSINE_MARGIN = 1e-6
"""Minimum difference of cosines by which a hint is nearer to its keyword than to any other; well
above `engine.word_similarity_and_unknown_words.TIE`."""
MANY_TRIED = 200
"""After this many rejected candidates, all words nearer to another keyword are found at once."""

type Places = NDArray[np.intp]


def choose_near_hints(  # noqa: C901 - one search, step by step
    word_vectors: WordVectors, view: View, rng: Random, *, paper: bool = False
) -> Hints:
    """Choose for each digit of the code a hint near its keyword.

    A hint is legal, was not given before, and is nearer to its keyword than to the other
    three. It is drawn from the K corpus words nearest to the keyword; if none of them
    qualifies, it is the next nearest word that does. For a keyword that the space does
    not know, it is drawn from the whole corpus. If no word is nearer to this keyword than
    to the others, any legal word is given.

    Args:
        word_vectors: The space of word vectors.
        view: The encoder's view, in a round without hints.
        rng: Draws from the K.
        paper: Whether to accept any of the K, even if it is nearer to another keyword.
    """
    assert view.keywords is not None
    k, corpus = view.options.k, word_vectors.corpus
    keywords = word_vectors.get_vectors(view.keywords)

    def rank_near(keyword: str) -> Iterator[int]:
        ranking = word_vectors.rank(keyword, 2 * k + RANKED_BEYOND)
        if ranking is None:
            yield from shuffle_items(range(len(corpus)), rng)
            return
        yield from shuffle_items(ranking[:k], rng)
        yield from ranking[k:]
        yield from (word_vectors.rank(keyword, len(corpus)) or [])[len(ranking) :]

    def list_hopeless(number: int) -> frozenset[int]:
        """List the words clearly nearer to another keyword; the others are compared exactly."""
        assert view.keywords is not None
        nearness = np.array(
            [word_vectors.compute_similarities(keyword) for keyword in view.keywords]
        )
        leads = nearness[number] - np.delete(nearness, number, 0).max(0)
        # Half the margin: the two ways to compute a cosine differ by far less.
        return frozenset(np.flatnonzero((leads < COSINE_MARGIN / 2) & nearness.any(0)).tolist())

    def rank_candidates(number: int) -> Iterator[str]:
        assert view.keywords is not None
        hopeless: frozenset[int] = frozenset()
        for tried, index in enumerate(rank_near(view.keywords[number])):
            if tried == MANY_TRIED:
                hopeless = list_hopeless(number)
            if index in hopeless:
                continue
            similarities = (
                keywords @ word_vectors.get_vectors(corpus[index : index + 1])[0]
            ).tolist()
            own = similarities.pop(number)
            if own - max(similarities) > COSINE_MARGIN:
                yield corpus[index]
        yield from shuffle_items(corpus, rng)

    def rank_by_paper(number: int) -> Iterator[str]:
        assert view.keywords is not None
        ranking = word_vectors.rank(view.keywords[number], k) or []
        drawn = [corpus[index] for index in shuffle_items(ranking, rng)]
        near = keywords @ word_vectors.get_vectors(drawn).T if drawn else np.zeros((4, 0))
        own = near[number] > np.delete(near, number, axis=0).max(axis=0) + COSINE_MARGIN
        yield from (word for word, good in zip(drawn, own.tolist(), strict=True) if good)
        yield from drawn
        yield from shuffle_items(corpus, rng)

    if paper:
        return _choose_hints(view, rank_by_paper)
    return _choose_hints(view, rank_candidates)


def choose_random_hints(corpus: Sequence[str], view: View, rng: Random) -> Hints:
    """Choose three legal words of the corpus, none of them given before."""
    return _choose_hints(view, lambda _: shuffle_items(corpus, rng))


def _choose_hints(view: View, rank_candidates: Callable[[int], Iterable[str]]) -> Hints:
    """Choose for each digit the first candidate that is legal and new.

    Args:
        view: The encoder's view.
        rank_candidates: Lists candidates for a keyword, by its index from 0, best first.
    """
    assert view.keywords is not None
    assert view.code is not None
    given = {fold_words(hint) for done in view.rounds for hint in done.hints}
    hints = []
    for digit in view.code:
        hint = next(
            word
            for word in rank_candidates(digit - 1)
            if fold_words(word) not in given and _is_legal(word, view.keywords, view.word_rules)
        )
        given.add(fold_words(hint))
        hints.append(hint)
    a, b, c = hints
    return a, b, c


def _is_legal(word: str, keywords: Keywords, rules: int) -> bool:
    return not any(match_word(word, keyword, rules) for keyword in keywords)


class Candidates:
    """The candidates for the four keywords, in one sequence."""

    def __init__(self, listeners: Listeners, keywords: Keywords, count: int, rules: int) -> None:
        """Find the candidates with `list_candidates`, and compare them in every space."""
        listeners.compare_all_with_corpus(keywords)
        found = [list_candidates(listeners, keywords, n, count, rules) for n in range(4)]
        self.places = np.concatenate([np.array(places, np.intp) for places, _ in found])
        self.natural = np.concatenate([rates for _, rates in found])
        """Naturalness of each candidate as a hint; shape (candidates,)."""
        self.words = tuple(listeners.corpus[place] for place in self.places.tolist())
        self._ends = np.cumsum([0, *(len(places) for places, _ in found)]).tolist()
        self._listeners = listeners
        known = listeners.associations
        self._lists = None if known is None else known.rate_texts(self.words)
        self.associated = self.associate(keywords)
        """Association of each candidate with each keyword; shape (candidates, 4)."""
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


@lru_cache(maxsize=8)
def load_candidates(listeners: Listeners, keywords: Keywords, count: int, rules: int) -> Candidates:
    """Find the candidates of a game; cached for its later moves."""
    return Candidates(listeners, keywords, count, rules)


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
    listeners: Listeners, keywords: Keywords, number: int, count: int, rules: int
) -> tuple[list[int], Floats]:
    """List the words that are nearer to a keyword than to the others in every space.

    Args:
        listeners: The listeners.
        keywords: The four keywords.
        number: The index of the keyword, from 0.
        count: The number of candidates.
        rules: The version of the rule on forms of words.

    Returns:
        Their indices in the corpus, most natural first, and the naturalness of each as a hint.
    """
    near = listeners.compare_all_with_corpus(keywords)
    own = near.pop(number)
    known = own.any(axis=1)
    gaps = np.where(known[:, None], own - np.maximum.reduce(near), 9.0).min(axis=0)
    natural = own[known].mean(axis=0) if known.any() else np.zeros(len(listeners.corpus))
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
    free = islice(find_free(strange, keywords[number], rules), count)
    found = [listeners.place[word] for word in free]
    return found, natural[found].astype(np.float64)
