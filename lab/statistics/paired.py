"""Compare two line-ups or players on the same deals."""

from dataclasses import dataclass
from fractions import Fraction
from math import lcm

import numpy as np
import pandas as pd
from numpy.typing import NDArray
from scipy import stats
from statsmodels.stats.contingency_tables import mcnemar

from lab.statistics.clustered_error import (
    ALIKE,
    GRAIN,
    PAIR,
    SINGLE_GRAIN,
    TINY,
    compute_error,
    find_interval,
    find_unseen,
)
from lab.statistics.estimate import CONFIDENCE, SINGLE_DEAL, to_floats
from lab.statistics.power import count_deals_for_difference

POINTS = 0.05
"""The share of the most that values can be for which deals are planned: 5 percentage points."""
FINEST = 1_000
"""Values in finer steps than one of so many are no counts."""


@dataclass(frozen=True, slots=True)
class Difference:
    """The first minus the second, on the deals that both have played."""

    value: float | None
    low: float | None
    high: float | None
    error: float | None
    p: float | None
    test: str
    """The test that gave `p`: `exact McNemar`, `paired t`, or `exact sign flip` if all deals
    differ alike and are no counts."""
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
    """Number of deals to find a difference of `POINTS` with a power of 80 %."""
    reason: str = ""
    """Why there is no value or no interval; else empty."""


def compare_paired(
    one: pd.Series, other: pd.Series, *, most: float | None = 1.0, confidence: float = CONFIDENCE
) -> Difference:
    """Estimate the mean difference of two line-ups on the same deals.

    The interval is Student's with the linearised error of whole deals, see
    `lab.statistics.clustered_error`; the difference of two shares is between -1 and 1. If all deals
    differ alike, the interval of shares is as wide as deals that were not seen allow, but for two
    deals with counts.

    The p-value is that of McNemar's exact test if all values are shares of 0 or 1 (McNemar 1947:
    binomial over the deals in which they differ), else that of the paired t test over deals, with
    the error of the interval. Without such an error it is that of the exact test of signs: each
    deal may have had the other sign.

    Args:
        one: Values, indexed by deal: several values of a deal are averaged first. If indexed by
            deal and item, each item of a deal has the same weight, and deals are drawn as wholes.
        other: Values to subtract, indexed likewise.
        most: The most that a value can be, such as the points of a round; `None` for values without
            bounds, such as scores, whatever they happen to be. These, and values that are not
            between 0 and it, have no least and most difference, and no number of deals is planned.
        confidence: The confidence level of the interval.
    """
    sides = [_average_repeated(one), _average_repeated(other)]
    both = pd.concat(sides, axis=1, keys=["one", "other"], join="inner")
    labels = both.index.get_level_values(0)
    count = labels.nunique()
    deals = [side.index.get_level_values(0) for side in sides]
    unpaired = deals[0].union(deals[1]).nunique() - count
    values = both.to_numpy()
    is_paired_once = count == len(both)
    binary = most == 1 and is_paired_once and bool(np.isin(values, (0, 1)).all())
    test = "exact McNemar" if binary else "paired t"
    if not count:
        why = "no deal was played by both"
        return Difference(None, None, None, None, None, test, 0, unpaired, None, reason=why)
    a, b = values[:, 0], values[:, 1]
    gaps = a - b
    mean = float(gaps.mean())
    codes = pd.factorize(labels)[0]
    sizes, sums = np.bincount(codes), np.bincount(codes, gaps)
    influences = (sums - mean * sizes) / len(gaps)
    limit = most if most is not None and ((values >= 0) & (values <= most)).all() else None
    alike = bool(np.ptp(sums / sizes) < TINY)
    p: float | None = None
    if binary:
        cells = [[int(((a == x) & (b == y)).sum()) for y in (1, 0)] for x in (1, 0)]
        p = float(mcnemar(cells, exact=True).pvalue)
    elif alike and abs(mean) < TINY:
        p = 1.0
    if count < 2:
        told = (p, test, count, unpaired, None)
        return Difference(mean, None, None, None, *told, reason=SINGLE_DEAL)
    least = _find_least_influence(values, limit, alike=alike, deals=count)
    error, widest = compute_error(influences), compute_error(influences, least)
    assert error is not None
    assert widest is not None
    if p is None and widest < TINY:
        p, test = 2.0 ** (1 - count), "exact sign flip"
    elif p is None:
        p = float(2 * stats.t.sf(abs(mean) / widest, count - 1))
    ends = _find_ends(mean, widest, count, confidence, limit)
    without = (sums.sum() - sums) / (sizes.sum() - sizes)
    spread = 0.0 if alike else error * count**0.5
    gain = needed = None
    if is_paired_once and spread:
        gain = float((a.var(ddof=1) + b.var(ddof=1)) / spread**2)
    if spread and limit is not None:
        needed = count_deals_for_difference(POINTS * limit, spread)
    low, high = ends or (None, None)
    return Difference(
        mean,
        low,
        high,
        None if alike else error,
        p,
        test,
        count,
        unpaired,
        gain,
        float(without.min()),
        float(without.max()),
        needed,
        "" if ends else ALIKE,
    )


def _find_ends(
    mean: float, error: float, deals: int, confidence: float, most: float | None
) -> tuple[float, float] | None:
    """Find the ends of the interval over at least two deals, if there is one."""
    if error > TINY:
        low, high = find_interval(mean, error, deals, confidence)
        return (low, high) if most is None else (max(-most, low), min(most, high))
    if most is None:
        return None
    low, high = find_unseen(mean / most, deals, confidence, -1.0)
    return most * low, most * high


def _find_least_influence(
    values: NDArray[np.float64], most: float | None, *, alike: bool, deals: int
) -> float:
    """Find the least influence of a deal: 0 if its values are no counts.

    Shares of two deals are often equal by chance. If those of more deals are alike, or have nothing
    or all of what was possible, they say nothing of their spread.
    """
    if alike and (deals > PAIR or most is None):
        return 0.0
    if most is None:
        return SINGLE_GRAIN * _measure_step(values) / len(values)
    is_inside = bool(((values > TINY) & (values < most - TINY)).all())
    if alike and not is_inside:
        return 0.0
    return GRAIN * _measure_step(values) / len(values)


def _measure_step(values: NDArray[np.float64]) -> float:
    """Measure in which steps values come: a 24th for shares of 24 chances; 0 if in none."""
    found = 1
    for value in np.unique(values.round(9)):
        part = Fraction(float(value)).limit_denominator(FINEST)
        if abs(float(part) - value) > TINY:
            return 0.0
        found = lcm(found, part.denominator)
        if found > FINEST:
            return 0.0
    return 1 / found


def _average_repeated(values: pd.Series) -> pd.Series:
    numbers = pd.Series(to_floats(values), index=values.index).dropna()
    if numbers.index.is_unique:
        return numbers
    return numbers.groupby(level=list(range(numbers.index.nlevels))).mean()
