"""What the baselines of several games share: their chance, and which words they try first."""

from collections.abc import Iterable, Iterator
from random import Random

from engine.vectors.chance import shuffled
from engine.vectors.nearness import Nearness
from engine.vectors.talk import forms

RANKED_BEYOND = 64
"""How many words are ranked beyond twice K; the whole corpus is needed only after these."""


def seat_random(seed: str, *decision: object) -> Random:
    """Create the chance of one decision, so that the same view always gets the same answer.

    Args:
        seed: The seed of the match.
        decision: The name of the seat, the round, and what else tells its decisions apart.
    """
    return Random("/".join((seed, *map(str, decision))))


def rank_near_words(nearness: Nearness, word: str, k: int, rng: Random) -> Iterator[str]:
    """List the K corpus words nearest to `word` in random order; then all others.

    After the K come the next nearest ones in order, and then the whole corpus in random
    order, which alone is listed if the space does not know the word.
    """
    corpus = nearness.corpus
    ranking = nearness.ranking(word, 2 * k + RANKED_BEYOND) or []
    yield from (corpus[index] for index in shuffled(ranking[:k], rng))
    yield from (corpus[index] for index in ranking[k:])
    yield from shuffled(corpus, rng)


def skip_said_words(words: Iterable[str], lines: Iterable[str]) -> Iterator[str]:
    """Leave out the words that occur in these lines in any form."""
    said = forms(lines)
    return (word for word in words if said.isdisjoint(forms((word,))))
