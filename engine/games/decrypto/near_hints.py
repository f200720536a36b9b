"""How the word-vector baseline chooses hints near the keywords."""

from collections.abc import Iterator
from random import Random

import numpy as np

from engine.games.decrypto.hint_candidates import COSINE_MARGIN, MANY_TRIED
from engine.games.decrypto.hint_choice import choose_hints
from engine.games.decrypto.moves import Hints
from engine.games.decrypto.view import View
from engine.games.nearest_words import RANKED_BEYOND
from engine.players.vectors.word_vectors import WordVectors
from engine.shuffle import shuffle_items


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
        return choose_hints(view, rank_by_paper)
    return choose_hints(view, rank_candidates)
