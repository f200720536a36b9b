"""The hints of past rounds by keyword number, and similarities to them."""

from collections.abc import Sequence
from functools import lru_cache
from itertools import accumulate

import numpy as np

from engine.games.decrypto.view import Round
from engine.players.vectors.word_vectors import Floats

NEAREST_WEIGHT = 0.5
"""An interceptor's weight of the nearest past hint; the mean of all has the rest of 1."""
type PastHints = tuple[tuple[str, ...], ...]
"""The past hints of each keyword number, oldest first."""


def sort_hints(rounds: Sequence[Round]) -> PastHints:
    """Sort the hints of these rounds by keyword number."""
    return tuple(
        tuple(done.hints[done.code.index(number)] for done in rounds if number in done.code)
        for number in range(1, 5)
    )


def weigh_history(near: Floats, past: PastHints) -> Floats:
    """Score words by their similarity to the past hints of each number: their mean and the nearest.

    Args:
        near: The similarity of each word to each past hint; shape (words, past hints).
        past: The past hints of each number.

    Returns:
        Shape (words, 4).
    """
    seen, starts, counts = _find_starts(past)
    found = np.zeros((len(near), 4))
    if seen:
        mean = np.add.reduceat(near, starts, axis=1) / counts
        nearest = np.maximum.reduceat(near, starts, axis=1)
        found[:, seen] = (1 - NEAREST_WEIGHT) * mean + NEAREST_WEIGHT * nearest
    return fill_unhinted(found, past)


@lru_cache(maxsize=64)
def _find_starts(past: PastHints) -> tuple[list[int], list[int], list[int]]:
    """Find the numbers with hints, the index of the first hint of each, and how many it has."""
    counts = [len(hints) for hints in past]
    starts = [end - count for end, count in zip(accumulate(counts), counts, strict=True)]
    seen = [number for number, count in enumerate(counts) if count]
    return seen, [starts[number] for number in seen], [counts[number] for number in seen]


def average_hints(rows: Floats, past: PastHints) -> Floats:
    """Compute the normalised mean of each number's past hints, or zeros; shape (4, width).

    Args:
        rows: The vectors of all past hints; shape (past hints, width).
        past: The past hints of each number.
    """
    seen, starts, _ = _find_starts(past)
    sums = np.zeros((4, rows.shape[1]))
    if seen:
        sums[seen] = np.add.reduceat(rows, starts, axis=0)
    lengths = np.linalg.norm(sums, axis=1, keepdims=True)
    return sums / np.where(lengths > 0, lengths, 1)


def find_nearest(near: Floats, past: PastHints) -> Floats:
    """Find the greatest similarity of words to a past hint of each number; 0 without past hints.

    Args:
        near: The similarity of each word to each past hint; shape (words, past hints).
        past: The past hints of each number.

    Returns:
        Shape (words, 4).
    """
    seen, starts, _ = _find_starts(past)
    found = np.zeros((len(near), 4))
    if seen:
        found[:, seen] = np.maximum.reduceat(near, starts, axis=1)
    return found


def fill_unhinted(scores: Floats, past: PastHints) -> Floats:
    """Fill the columns of numbers without hints with the mean of the others."""
    if all(past) or not any(past):
        return scores
    seen = np.array([bool(hints) for hints in past])
    return np.where(seen, scores, scores[:, seen].mean())
