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
    every, places = _assignments(*similarities.shape)
    totals = similarities.ravel().take(places).sum(axis=1).tolist()
    rated = list(zip(totals, every, strict=True))
    allowed = [(total, one) for total, one in rated if one not in barred] or rated
    best = max(total for total, _ in allowed)
    return tuple(one for total, one in allowed if total >= best - TIE)


@lru_cache
def _assignments(rows: int, columns: int) -> tuple[tuple[Assignment, ...], NDArray[np.intp]]:
    """Every assignment, and where its similarities lie in the flattened array."""
    every = tuple(permutations(range(columns), rows))
    return every, np.arange(rows) * columns + np.array(every, np.intp)
