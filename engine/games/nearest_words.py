"""The corpus words that are nearest to a word."""

from collections.abc import Iterator
from random import Random

from engine.players.vectors.word_vectors import WordVectors
from engine.shuffle import shuffle_items

USUAL_K = 20
"""Default of K: a seat chooses among the K nearest words."""


RANKED_BEYOND = 64
"""Number of words ranked beyond twice K; the rest of the corpus is ranked only if needed."""


def rank_near_words(
    word_vectors: WordVectors, word: str, k: int | None, rng: Random
) -> Iterator[str]:
    """Yield the K nearest corpus words in random order, then the next nearest in order, then all.

    For a word without a vector, only the whole corpus is yielded, in random order.

    Args:
        word_vectors: The vectors.
        word: The word whose neighbours are ranked.
        k: The number K; `None` for `USUAL_K`.
        rng: Draws the random orders.
    """
    k = USUAL_K if k is None else k
    corpus = word_vectors.corpus
    ranking = word_vectors.rank(word, 2 * k + RANKED_BEYOND) or []
    yield from (corpus[index] for index in shuffle_items(ranking[:k], rng))
    yield from (corpus[index] for index in ranking[k:])
    yield from shuffle_items(corpus, rng)


def find_near_words(word_vectors: WordVectors, word: str, k: int) -> list[str]:
    """Find the `k` corpus words nearest to `word`; none if it has no vector."""
    return [word_vectors.corpus[index] for index in word_vectors.rank(word, k) or ()]
