"""Estimate the error of any figure by leaving out each cluster in turn."""

from collections.abc import Callable

import pandas as pd

from lab.statistics.clustered_error import ALIKE, TINY, find_interval
from lab.statistics.estimate import CONFIDENCE, NOTHING, SINGLE_DEAL, Estimate


def estimate_by_jackknife(
    table: pd.DataFrame,
    clusters: str,
    compute: Callable[[pd.DataFrame], float | None],
    *,
    least: float | None = None,
    most: float | None = None,
    confidence: float = CONFIDENCE,
) -> Estimate:
    """Estimate a figure that has no formula for its error, such as a calibration error.

    The variance is (K - 1) / K times the sum of the squared deviations of the figures without one
    of K clusters each from their mean (Tukey 1958; Efron and Tibshirani 1993, chapter 11), and the
    interval is Student's with K - 1 degrees of freedom, within what the figure can be, see
    `lab.statistics.clustered_error`. There is none if the figure is not defined without some
    cluster, is itself an end of what it can be, or does not change without any cluster: then the
    clusters do not show how far it may vary.

    Args:
        table: The rows from which the figure is computed.
        clusters: The column with the cluster of each row, such as its deal.
        compute: Computes the figure from such rows; `None` where it is not defined.
        least: The least that the figure can be, if that is known.
        most: The most that it can be, if that is known, too.
        confidence: The confidence level of the interval.
    """
    count = len(table)
    value = _know(compute(table)) if count else None
    if value is None:
        return Estimate(None, None, None, None, None, count, reason=NOTHING)
    codes, names = pd.factorize(table[clusters])
    without = [_know(compute(table[codes != number])) for number in range(len(names))]
    known = [one for one in without if one is not None]
    if len(names) < 2 or len(known) < len(names):
        why = SINGLE_DEAL if len(names) < 2 else UNDEFINED
        return Estimate(value, None, None, None, None, count, reason=why)
    middle = sum(known) / len(known)
    squares = sum((one - middle) ** 2 for one in known)
    error = ((len(known) - 1) / len(known) * squares) ** 0.5
    if error < TINY or value in (least, most):
        return Estimate(value, None, None, None, None, count, reason=ALIKE)
    low, high = find_interval(value, error, len(known), confidence, least, most)
    return Estimate(value, low, high, error, None, count)


UNDEFINED = "it is undefined without one of the deals"
"""Why a figure has no interval."""


def _know(value: float | None) -> float | None:
    return None if value is None or pd.isna(value) else float(value)
