"""Products of arrays, without the threads of BLAS."""

from typing import Any

import numpy as np
from numpy.typing import NDArray

from engine.players.vectors.word_vectors import Floats

MOST_PRODUCTS = 1 << 18
"""The largest matrix product, in multiplications, that OpenBLAS computes without threads."""


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
