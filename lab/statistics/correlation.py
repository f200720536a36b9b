"""Estimate correlations."""

from collections.abc import Iterable
from itertools import permutations
from math import sqrt
from typing import Any

import numpy as np
import pandas as pd
from scipy import stats

from lab.statistics.clustered_error import TINY
from lab.statistics.estimate import CONFIDENCE, Estimate, to_floats

FEW_PAIRS = 3
"""Up to so many pairs, a correlation has no interval."""
MOST_PERMUTED = 6
"""Up to so many pairs, all 720 orders are tried: the t test, which papers have, is too far off."""


def estimate_correlation(
    one: Iterable[Any], other: Iterable[Any], confidence: float = CONFIDENCE
) -> Estimate:
    """Estimate Pearson's r of pairs, with the interval by Fisher's z (scipy.stats.pearsonr).

    It is undefined for fewer than 3 pairs, or if one side does not vary. It has no interval for 3
    pairs, or if all pairs lie on one line.
    """
    pairs = pd.DataFrame({"one": to_floats(one), "other": to_floats(other)})
    known = pairs.dropna()
    unanswered = len(pairs) - len(known)
    if len(known) < FEW_PAIRS or (known.nunique() < 2).any():
        why = "one side does not vary" if len(known) > 2 else "a correlation needs 3 pairs"
        return Estimate(None, None, None, None, None, len(known), unanswered, why)
    found = stats.pearsonr(known["one"], known["other"])
    value = float(found.statistic)
    why = "Fisher's interval needs 4 pairs" if len(known) == FEW_PAIRS else ""
    if not why and abs(value) > 1 - TINY:
        why = "all pairs lie on one line"
    ends = None if why else found.confidence_interval(confidence)
    low, high = (None, None) if ends is None else map(float, ends)
    return Estimate(value, low, high, None, None, len(known), unanswered, why)


def measure_correlation_p(one: Iterable[Any], other: Iterable[Any]) -> float | None:
    """Measure the p-value of Pearson's r by its t test; `None` for pairs on one line."""
    found = stats.pearsonr(to_floats(one), to_floats(other))
    return None if abs(found.statistic) > 1 - TINY else float(found.pvalue)


def measure_rank_correlation(
    one: Iterable[Any], other: Iterable[Any]
) -> tuple[float | None, float | None]:
    """Measure Spearman's correlation of ranks (1904), and its p-value.

    Up to 6 pairs, p is exact: the share of all orders of one side whose correlation is at least as
    far from 0. With more it is that of the t test with n - 2 degrees of freedom.

    Returns:
        Both are `None` for fewer than 3 pairs, or if one side does not vary.
    """
    sides = [stats.rankdata(to_floats(side)) for side in (one, other)]
    count = len(sides[0])
    a, b = (side - side.mean() for side in sides)
    scale = sqrt(float((a**2).sum() * (b**2).sum()))
    if count < FEW_PAIRS or not scale:
        return None, None
    value = float(a @ b) / scale
    if count <= MOST_PERMUTED:
        every = np.array(list(permutations(b))) @ a / scale
        return value, float((np.abs(every) >= abs(value) - TINY).mean())
    if abs(value) > 1 - TINY:
        return value, None
    t = value * sqrt((count - 2) / (1 - value**2))
    return value, float(2 * stats.t.sf(abs(t), count - 2))
