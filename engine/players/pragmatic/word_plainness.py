"""Rate how likely people are to use a word."""

from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

from engine.players.pragmatic.listeners import Listeners
from words.knowledge import read_word_traits


def rate_plainness(listeners: Listeners) -> NDArray[np.float32]:
    """Rate how likely people are to use each word of the corpus, about -1 to 1.

    Frequent words rate higher than rare ones, and concrete words higher than abstract ones.

    Returns:
        Shape (corpus,).
    """
    return _rate_plainness(listeners.corpus)


@lru_cache(maxsize=2)
def _rate_plainness(corpus: tuple[str, ...]) -> NDArray[np.float32]:
    traits = read_word_traits()
    common, concrete = np.array([traits.get(word, (3, 5)) for word in corpus], np.float32).T
    plainness: NDArray[np.float32] = np.minimum(common, 7) / 7 * 1.2 + concrete / 9 * 0.6 - 1
    return plainness
