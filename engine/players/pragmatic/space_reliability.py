"""Rate how well a space of word vectors knows what people associate.

Spaces differ: one trained on much text tells more than one trained on little, and one of chance
numbers tells nothing. So a space of one's own counts as much as it explains the lists of
associations, against the built-in spaces that were not trained on them.

The similarity z of a keyword and a response of its list is compared with that of the same response
and another keyword. If both are normal with a common variance, the log-odds that a response belongs
to a keyword grow with z by (difference of the means) / variance: the slope of Fisher's linear
discriminant.
"""

from functools import cache, lru_cache

import numpy as np
from numpy.typing import NDArray

from engine.players.pragmatic.embedded_texts import EmbeddedTexts, Yardstick
from engine.players.vectors.word_vectors import Floats, WordVectors, load_word_vectors
from words.game_words import read_hint_corpus, read_keywords
from words.knowledge import read_word_associations
from words.space.names import BUILTIN_SPACES, EMBEDDED_SPACES

LEAST, MOST = 0.0, 4.0
"""Similarities, in standard deviations, are clipped to this range."""
STEP = 4
"""Of the pairs of a keyword and a response, every fourth is compared."""
SHIFT = 101
"""The other keyword of a response stands so many places later in the deck."""
MOST_WEIGHT = 3.0
"""Greatest weight of a space, against 1 for a built-in one: the lists are not what is played."""


def weigh_space(word_vectors: WordVectors) -> float:
    """Weigh a space: 1 if it is built in, else in proportion to its reliability, 0 or more."""
    if word_vectors.space.name in EMBEDDED_SPACES:
        return 1.0
    usual = np.mean([rate_reliability(load_word_vectors(name)) for name in BUILTIN_SPACES])
    return float(np.clip(rate_reliability(word_vectors) / usual, 0, MOST_WEIGHT).round(3))


@lru_cache(maxsize=16)
def rate_reliability(word_vectors: WordVectors) -> float:
    """Compute the log-odds that a response belongs to a keyword, by standard deviation.

    Pairs of which the space lacks a word count: their similarity is 0, as a player hears it.
    """
    rows = word_vectors.corpus_vectors
    yardstick = Yardstick.of(rows)
    deck = yardstick.measure(word_vectors.get_vectors(read_keywords()))
    keywords, responses = _list_pairs()
    heard = yardstick.measure(rows[responses])
    own = _compare_pairs(heard, deck.take(keywords))
    other = _compare_pairs(heard, deck.take((keywords + SHIFT) % len(read_keywords())))
    variance = (own.var() + other.var()) / 2
    return float((own.mean() - other.mean()) / max(variance, 1e-9))


@cache
def _list_pairs() -> tuple[NDArray[np.intp], NDArray[np.intp]]:
    """List keywords, by place in the deck, and responses of their lists, by place in the corpus."""
    places = {word: place for place, word in enumerate(read_hint_corpus())}
    lists = read_word_associations()
    pairs = [
        (place, places[response])
        for place, keyword in enumerate(read_keywords())
        for response in lists.get(keyword, ())
        if response in places and response != keyword
    ]
    keywords, responses = np.array(pairs[::STEP], np.intp).T
    return keywords, responses


def _compare_pairs(one: EmbeddedTexts, other: EmbeddedTexts) -> Floats:
    """Standardise the cosine of each text with the one at the same place; shape (texts,)."""
    cosines = np.einsum("ij,ij->i", one.rows, other.rows)
    near = (cosines - (one.usual + other.usual) / 2) / np.sqrt(one.spread * other.spread)
    compared: Floats = near.clip(LEAST, MOST)
    return compared
