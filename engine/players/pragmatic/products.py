"""Products, greatest values and soft maxima of arrays, without the threads of BLAS."""

from typing import Any

import numpy as np
from numpy.typing import NDArray

from engine.players.vectors.similarity import Floats

MOST_PRODUCTS = 1 << 18
"""The largest matrix product, in multiplications, that OpenBLAS computes without threads."""


BLOCK = 32
"""Number of values in a block of `find_greatest`."""


def multiply(rows: Floats, others: Floats) -> Floats:
    """Compute the dot product of each row with each of the others; shape (rows, others).

    BLAS would start threads, which is slower for so few numbers.
    """
    products: Floats = np.einsum("ij,kj->ik", rows, others)
    return products


def multiply_many[T: np.floating[Any]](rows: NDArray[T], others: NDArray[T]) -> NDArray[T]:
    """Do the same as `multiply` for many rows, by BLAS, in blocks too small for threads.

    The last digit of a product may depend on its place.
    """
    columns = np.ascontiguousarray(others.T)
    products = np.empty((len(rows), len(others)), rows.dtype)
    block = max(1, MOST_PRODUCTS // max(1, columns.size))
    for first in range(0, len(rows), block):
        np.matmul(rows[first : first + block], columns, out=products[first : first + block])
    return products


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


def soften(scores: Floats, sharpness: float) -> Floats:
    """Compute log-softmax(sharpness * scores) along the last axis."""
    scaled = sharpness * scores
    scaled = scaled - scaled.max(axis=-1, keepdims=True)
    logs: Floats = scaled - np.log(np.exp(scaled).sum(axis=-1, keepdims=True))
    return logs
