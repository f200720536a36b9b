"""Infer the keywords from past hints, as an interceptor who knows the deck can.

The deck is public, so a number's past hints make some of its words likelier than others:

    P(keyword | past hints) ~ product over hints(P(hint | keyword))
    P(hint | number)        = sum over keywords(P(hint | keyword) * P(keyword | past hints))
    P(hint | keyword)       = softmax over the hint corpus of similarity(hint, keyword)

Similarities are cosines in standard deviations above the usual cosine of the keyword with the hint
corpus, so that no keyword explains everything.
"""

from collections.abc import Sequence
from functools import lru_cache

import numpy as np

from engine.games.decrypto.view import View
from engine.players.pragmatic.products import multiply, multiply_many
from engine.players.pragmatic.softmax import soften
from engine.players.vectors.word_vectors import Floats, WordVectors
from words.game_words import read_keywords

LEAST, MOST = -2.0, 6.0
"""Similarities, in standard deviations, are clipped to this range."""


class Deck:
    """The words of the built-in deck in one space, and what hints they explain."""

    def __init__(self, word_vectors: WordVectors) -> None:
        """Compare the deck with the hint corpus; words that the space lacks are left out."""
        known = [word for word in read_keywords() if word_vectors.get_vector(word) is not None]
        self.words = tuple(known)
        self._word_vectors = word_vectors
        self.rows = word_vectors.get_vectors(known).reshape(len(known), -1)
        corpus = word_vectors.corpus_vectors
        cosines = multiply_many(self.rows, corpus[corpus.any(axis=1)])
        self._usual = cosines.mean(axis=1)
        self._spread = np.maximum(cosines.std(axis=1), 1e-9)
        near = (cosines - self._usual[:, None]) / self._spread[:, None]
        self._total = np.log(np.exp(near.clip(LEAST, MOST)).mean(axis=1))

    def explain(self, hints: Sequence[str]) -> Floats:
        """Compute log P(hint | keyword), but for a constant; shape (hints, words).

        A hint that the space does not know speaks for no keyword: 0 throughout.
        """
        rows = self._word_vectors.get_vectors(hints)
        near = (multiply(rows, self.rows) - self._usual) / self._spread
        logs = near.clip(LEAST, MOST) - self._total
        return np.where(rows.any(axis=1)[:, None], logs, 0.0)


@lru_cache(maxsize=4)
def load_deck(word_vectors: WordVectors) -> Deck:
    """Compare the deck with the corpus in a space; cached, as it takes a tenth of a second."""
    return Deck(word_vectors)


def infer_keywords(word_vectors: WordVectors, hints: Sequence[str], count: int) -> list[str]:
    """Infer the `count` likeliest keywords of a number from its past hints, likeliest first."""
    deck = load_deck(word_vectors)
    order = np.argsort(-deck.explain(hints).sum(axis=0), kind="stable")[:count]
    return [deck.words[place] for place in order]


def rank_deck(word_vectors: WordVectors, vector: Floats, count: int) -> list[str]:
    """List the `count` words of the deck that are nearest to a vector; none for a zero vector."""
    if not vector.any():
        return []
    deck = load_deck(word_vectors)
    order = np.argsort(-multiply(vector[None, :], deck.rows)[0], kind="stable")[:count]
    return [deck.words[place] for place in order]


def score_numbers(word_vectors: WordVectors, view: View) -> Floats:
    """Compute log P(hint | number) for the current hints, but for a constant; shape (3, 4)."""
    assert view.hints is not None
    deck = load_deck(word_vectors)
    logs = deck.explain(view.hints)
    scores = np.zeros((len(view.hints), 4))
    for number in range(4):
        past = view.list_hints(number + 1)
        weights = deck.explain(past).sum(axis=0) if past else np.zeros(len(deck.words))
        scores[:, number] = np.log(np.exp(logs) @ np.exp(soften(weights, 1.0)) + 1e-12)
    return scores.round(9)
