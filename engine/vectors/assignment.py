"""Assigning each row its own column, so that similarities add up to the most."""

from collections.abc import Collection
from functools import lru_cache
from itertools import permutations

import numpy as np
from numpy.typing import NDArray

TIE = 1e-9
"""Totals this close are equal: the order of additions must not decide."""

type Assignment = tuple[int, ...]
"""For each row the column it gets; no column comes twice."""


def best_assignments(
    similarities: NDArray[np.float64], barred: Collection[Assignment] = ()
) -> tuple[Assignment, ...]:
    """The assignments with the greatest sum of similarities, by trying them all.

    Args:
        similarities: Shape (rows, columns), few of both and no more rows than columns.
        barred: Assignments that are out of the question, unless all of them are.

    Returns:
        All the best in lexical order; more than one if they tie.
    """
    rows, columns = similarities.shape
    every, indices = _assignments(rows, columns)
    totals = similarities[np.arange(rows), indices].sum(axis=1)
    if barred:
        allowed = np.array([one not in barred for one in every])
        if allowed.any():
            totals[~allowed] = -np.inf
    return tuple(every[place] for place in np.flatnonzero(totals >= totals.max() - TIE))


@lru_cache
def _assignments(rows: int, columns: int) -> tuple[tuple[Assignment, ...], NDArray[np.intp]]:
    every = tuple(permutations(range(columns), rows))
    return every, np.array(every, np.intp)
