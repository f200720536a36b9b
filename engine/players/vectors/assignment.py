"""Find the best assignments in a matrix of similarities."""

from collections.abc import Collection
from functools import lru_cache
from itertools import permutations

import numpy as np
from numpy.typing import NDArray

TIE = 1e-9
"""Sums this close count as equal, so that the order of additions does not decide."""


type Assignment = tuple[int, ...]
"""For each row its column; no column comes twice."""


def find_best_assignments(
    similarities: NDArray[np.float64], barred: Collection[Assignment] = ()
) -> tuple[Assignment, ...]:
    """Find the assignments with the greatest sum of similarities, by trying them all.

    Args:
        similarities: Shape (rows, columns), small, with at most as many rows as columns.
        barred: Assignments to exclude, unless this excludes all of them.

    Returns:
        All best assignments in lexical order; more than one if they tie.
    """
    every, places = _list_assignments(*similarities.shape)
    totals = similarities.ravel().take(places).sum(axis=1).tolist()
    rated = list(zip(totals, every, strict=True))
    allowed = [(total, one) for total, one in rated if one not in barred] or rated
    best = max(total for total, _ in allowed)
    return tuple(one for total, one in allowed if total >= best - TIE)


@lru_cache
def _list_assignments(rows: int, columns: int) -> tuple[tuple[Assignment, ...], NDArray[np.intp]]:
    """List every assignment, and the indices of its similarities in the flattened array."""
    every = tuple(permutations(range(columns), rows))
    return every, np.arange(rows) * columns + np.array(every, np.intp)
