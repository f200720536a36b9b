"""The greatest values of an array."""

import numpy as np
from numpy.typing import NDArray

from engine.players.vectors.word_vectors import Floats

BLOCK = 32
"""Number of values in a block of `find_greatest`."""


def find_greatest(values: Floats, count: int) -> NDArray[np.intp]:
    """Find the indices of the `count` greatest values, greatest first, ties in order of index."""
    blocks = len(values) // BLOCK
    if count > blocks:
        return np.argsort(-values, kind="stable")[:count]
    # `count` blocks have a value of at least `least`, so none of the greatest values is below it
    most = values[: blocks * BLOCK].reshape(BLOCK, blocks).max(axis=0)
    least = np.partition(most, blocks - count)[blocks - count]
    places = np.flatnonzero(values >= least)
    return places[np.argsort(-values[places], kind="stable")[:count]]
