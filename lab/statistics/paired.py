"""Compare two line-ups on the same deals."""

from dataclasses import dataclass
from math import nan

import numpy as np
import pandas as pd
from numpy.typing import NDArray
from scipy import stats
from statsmodels.stats.contingency_tables import mcnemar

from lab.statistics.clustered_error import PAIRED_GRAIN, compute_error, find_interval, find_wilson
from lab.statistics.estimate import CONFIDENCE, compute_standard_error, to_floats
from lab.statistics.power import count_deals_for_difference

POINTS = 0.05
"""The difference of two shares for which the number of deals is planned: 5 percentage points."""

TINY = 1e-9
"""Differences of means are equal if they differ by less, which is the error of rounding."""


@dataclass(frozen=True, slots=True)
class Difference:
    """The first minus the second, on the deals that both have played."""

    value: float | None
    low: float | None
    high: float | None
    error: float | None
    p: float | None
    test: str
    """The test that gave `p`: `exact McNemar` or `paired t`."""
    count: int
    """Number of deals that both have played."""
    unpaired: int
    """Number of deals that only one has played, which are left out."""
    gain: float | None
    """The factor by which two independent samples would need more deals for this interval."""
    least: float | None = None
    """The difference without the deal that raises it most."""
    most: float | None = None
    """The difference without the deal that lowers it most."""
    needed: int | None = None
    """Number of deals to find a difference of `POINTS` between shares with a power of 80 %."""


def compare_paired(
    one: pd.Series, other: pd.Series, *, confidence: float = CONFIDENCE
) -> Difference:
    """Estimate the mean difference of two line-ups on the same deals.

    The interval is Student's for the differences of deals. If values are 0 or 1 and all deals
    differ alike, it reaches as far as Wilson's for a deal that differs otherwise. The p-value is
    that of McNemar's exact test if all values are 0 or 1 (McNemar 1947: binomial over the deals in
    which they differ), else that of the paired t test. Several values of a deal are averaged first.

    Args:
        one: Values, indexed by deal.
        other: Values to subtract, indexed by deal.
        confidence: The confidence level of the interval.
    """
    sides = [_average_by_deal(one), _average_by_deal(other)]
    both = pd.concat(sides, axis=1, keys=["one", "other"], join="inner")
    count = len(both)
    unpaired = len(sides[0].index.union(sides[1].index)) - count
    values = both.to_numpy()
    binary = bool(np.isin(values, (0, 1)).all())
    test = "exact McNemar" if binary else "paired t"
    if not count:
        return Difference(None, None, None, None, None, test, 0, unpaired, None)
    a, b = values[:, 0], values[:, 1]
    grain = _measure_grain(values)
    gaps = a - b
    if binary:
        cells = [[int(((a == x) & (b == y)).sum()) for y in (1, 0)] for x in (1, 0)]
        p = float(mcnemar(cells, exact=True).pvalue)
    elif count > 1 and np.ptp(gaps) > TINY:
        p = float(stats.ttest_rel(a, b).pvalue)
    else:
        p = 1.0 if abs(gaps).max() < TINY else nan  # one deal, or a constant difference: no test
    low = high = gain = least = most = needed = None
    if count > 1:
        low, high = _find_ends(gaps, confidence, grain, binary=binary)
        spread = 0.0 if np.ptp(gaps) < TINY else float(gaps.var(ddof=1))
        gain = float((a.var(ddof=1) + b.var(ddof=1)) / spread) if spread else None
        least, most = (float((gaps.sum() - end) / (count - 1)) for end in (gaps.max(), gaps.min()))
        if spread and ((values >= 0) & (values <= 1)).all():
            needed = count_deals_for_difference(POINTS, spread**0.5)
    known = None if np.isnan(p) else p
    error = compute_standard_error(gaps)
    told = (error, known, test, count, unpaired, gain, least, most, needed)
    return Difference(float(gaps.mean()), low, high, *told)


def _find_ends(
    gaps: NDArray[np.float64], confidence: float, grain: float, *, binary: bool
) -> tuple[float, float]:
    """Find the ends of the interval of the mean difference over at least two deals."""
    count, mean = len(gaps), float(gaps.mean())
    if binary and np.ptp(gaps) < TINY:
        _, reach = find_wilson(0, count, confidence)
        return max(-1.0, mean - reach), min(1.0, mean + reach)
    error = compute_error((gaps - mean) / count, PAIRED_GRAIN * grain / count)
    assert error is not None
    return find_interval(mean, error, count, confidence, is_share=False)


def _measure_grain(values: NDArray[np.float64]) -> float:
    """Measure in which steps values come: the least gap between two of them."""
    gaps = np.diff(np.unique(values.round(9)))
    return float(gaps.min()) if len(gaps) else float((values % 1 == 0).all())


def _average_by_deal(values: pd.Series) -> pd.Series:
    numbers = pd.Series(to_floats(values), index=values.index).dropna()
    return numbers.groupby(level=0).mean()
