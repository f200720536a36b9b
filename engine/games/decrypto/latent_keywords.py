"""Infer which words may be the keywords from the hints of past rounds."""

from collections.abc import Callable
from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

from engine.games.decrypto.past_hint_scores import PastHints, fill_unhinted
from engine.players.pragmatic.greatest import find_greatest
from engine.players.pragmatic.listeners import Listeners
from engine.players.vectors.word_vectors import Floats
from words.game_words import read_keywords

LATENT_SHARPNESS = 1.0
"""Inverse temperature of a hint given its keyword: log-likelihood per standard deviation."""
LATENT_CEILING = 6.0
"""Cap on the similarity of a hint and a guessed keyword: beyond it they may be forms of one
word."""
DECK_PRIOR = 2.5
"""Prior log-odds of a keyword from the built-in deck against any other word of the corpus."""
LATENT_WORDS = 24
"""Number of guessed keywords that are kept for each number."""
NO_PLACES = np.zeros(0, np.intp)
"""The guessed keywords if there are no past hints."""


@lru_cache(maxsize=2)
def mark_deck(corpus: tuple[str, ...]) -> NDArray[np.float32]:
    """Mark the words of the corpus that are in the built-in deck, 1 or 0; shape (corpus,)."""
    deck = frozenset(read_keywords())
    return np.array([word in deck for word in corpus], np.float32)


@lru_cache(maxsize=1024)
def guess_keyword(
    listeners: Listeners, hints: tuple[str, ...], space: int | None = None
) -> tuple[NDArray[np.intp], Floats]:
    """Infer the keyword of one number from its hints.

    Any word of the corpus may be the keyword. Its log-probability grows with its similarity to each
    hint, and is greater for words of the built-in deck, which is no secret.

    Args:
        listeners: The listeners.
        hints: The hints.
        space: The only space to use, without associations; `None` for all spaces and associations.

    Returns:
        Indices of the most likely words in the corpus, and their probabilities.
    """
    logs = _add_hints(listeners, hints, space).astype(np.float64)
    for hint in hints:
        if (place := listeners.place.get(hint)) is not None:
            logs[place] = -99.0
    likeliest = find_greatest(logs, LATENT_WORDS)
    weights = np.exp(logs[likeliest] - logs[likeliest[0]])
    return likeliest, weights / weights.sum()


@lru_cache(maxsize=128)
def _add_hints(
    listeners: Listeners, hints: tuple[str, ...], space: int | None
) -> NDArray[np.float32]:
    """Compute the unnormalised log-probability of each word of the corpus; do not modify it."""
    if not hints:
        return np.float32(DECK_PRIOR) * mark_deck(listeners.corpus)
    *before, last = hints
    compared = listeners.compare_with_corpus(last)
    if space is None:
        known = listeners.know((last,)) & listeners.knows_corpus
        near = listeners.average(compared, known) + listeners.associate_with_corpus(last)
    else:
        near = compared[space]
    sums = _add_hints(listeners, tuple(before), space) + LATENT_SHARPNESS * near
    return sums.astype(np.float32)


def compare_latent(
    listeners: Listeners,
    past: PastHints,
    compare: Callable[[NDArray[np.intp]], Floats],
    space: int | None = None,
) -> Floats:
    """Score words by their fit to the keywords that each number's past hints suggest.

    Args:
        listeners: The listeners.
        past: The past hints of each number.
        compare: Compares the words with these words of the corpus; shape (words, places).
        space: The only space to use, as in `guess_keyword`.

    Returns:
        Shape (words, 4).
    """
    listeners.compare_all_with_corpus([hint for hints in past for hint in hints])
    guessed = {n: guess_keyword(listeners, hints, space) for n, hints in enumerate(past) if hints}
    near = compare(np.concatenate([places for places, _ in guessed.values()] or [NO_PLACES]))
    likely = np.exp(LATENT_SHARPNESS * np.minimum(near, LATENT_CEILING))
    found = np.zeros((len(near), 4))
    end = 0
    for number, (own, weights) in guessed.items():
        start, end = end, end + len(own)
        found[:, number] = np.log(likely[:, start:end] @ weights) / LATENT_SHARPNESS
    return fill_unhinted(found, past)
