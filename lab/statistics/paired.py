"""Compare two line-ups on the same deals."""

from dataclasses import dataclass
from math import nan

import numpy as np
import pandas as pd
from scipy import stats
from statsmodels.stats.contingency_tables import mcnemar

from lab.statistics.bootstrap import compute_percentiles, resample
from lab.statistics.estimate import CONFIDENCE, compute_standard_error, to_floats


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


def compare_paired(
    one: pd.Series, other: pd.Series, *, seed: int = 0, confidence: float = CONFIDENCE
) -> Difference:
    """Estimate the mean difference of two line-ups on the same deals.

    The interval is that of a paired bootstrap: deals are drawn with both their values. The p-value
    is that of McNemar's exact test if all values are 0 or 1 (McNemar 1947: binomial over the
    deals in which they differ), else that of the paired t test. Several values of a deal are
    averaged first.

    Args:
        one: Values, indexed by deal.
        other: Values to subtract, indexed by deal.
        seed: The seed of the bootstrap.
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
    gaps = a - b
    if binary:
        cells = [[int(((a == x) & (b == y)).sum()) for y in (1, 0)] for x in (1, 0)]
        p = float(mcnemar(cells, exact=True).pvalue)
    elif count > 1 and gaps.std():
        p = float(stats.ttest_rel(a, b).pvalue)
    else:
        p = 1.0 if not gaps.any() else nan  # one deal, or a constant difference: no test
    if count < 2:
        low = high = gain = None
    else:
        distinct, times = np.unique(gaps, return_counts=True)
        low, high = compute_percentiles(resample(times, seed) @ distinct / count, confidence)
        spread = float(gaps.var(ddof=1))
        gain = float((a.var(ddof=1) + b.var(ddof=1)) / spread) if spread else None
    known = None if np.isnan(p) else p
    error = compute_standard_error(gaps)
    return Difference(float(gaps.mean()), low, high, error, known, test, count, unpaired, gain)


def _average_by_deal(values: pd.Series) -> pd.Series:
    numbers = pd.Series(to_floats(values), index=values.index).dropna()
    return numbers.groupby(level=0).mean()
