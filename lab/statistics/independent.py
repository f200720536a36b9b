"""Compare two shares of which no deal has both, such as the accuracy on two kinds of targets."""

import numpy as np
import pandas as pd
from scipy import stats

from lab.statistics.clustered_error import ALIKE
from lab.statistics.estimate import CONFIDENCE, SINGLE_DEAL, Estimate, to_floats
from lab.statistics.paired import POINTS, Difference
from lab.statistics.power import count_deals_for_difference
from lab.statistics.rates import estimate_rate, estimate_ratio

EXACT, WELCH = "exact Fisher", "Welch t"
"""The tests of two independent shares."""


def compare_independent(
    one: pd.Series, other: pd.Series, *, confidence: float = CONFIDENCE
) -> Difference:
    """Estimate the difference of two shares, of which each deal has one.

    The interval squares and adds the distances from the ends of the intervals of both shares: for
    independent trials Newcombe's (1998, method 10), for whole deals that of Zou and Donner (2008).
    The p-value is that of Fisher's exact test if each deal has one value, and all are 0 or 1; else
    that of Welch's t test with the errors of both shares over deals, which does not exist if all
    deals of a side are alike.

    Args:
        one: Values from 0 to 1, indexed by deal, of which a deal may have several.
        other: Values to subtract, indexed likewise.
        confidence: The confidence level of the interval.

    Returns:
        The fields of `Difference`; `count` is the number of deals of both, `needed` is that of both
        in the same proportion, and there is no `gain`, as nothing is paired.
    """
    sides = [_drop_missing(one), _drop_missing(other)]
    deals = [side.index.nunique() for side in sides]
    values = np.concatenate([side.to_numpy() for side in sides])
    is_exact = sum(deals) == len(values) and bool(np.isin(values, (0, 1)).all())
    test, count = EXACT if is_exact else WELCH, sum(deals)
    shares = [
        estimate_rate(side, confidence)
        if is_exact
        else estimate_ratio(side, np.ones(len(side)), side.index, confidence=confidence)
        for side in sides
    ]
    if not all(deals):
        why = "one side has no values"
        return Difference(None, None, None, None, None, test, count, 0, None, reason=why)
    value = float(sides[0].mean() - sides[1].mean())
    errors = [share.error for share in shares]
    error = None if None in errors else float(np.hypot(errors[0] or 0, errors[1] or 0))
    if is_exact:
        cells = [[float(side.sum()), float(len(side) - side.sum())] for side in sides]
        p: float | None = float(stats.fisher_exact(np.array(cells, int)).pvalue)
    else:
        p = _test_difference(value, errors, deals)
    ends = [end for share in shares for end in (share.low, share.high)]
    low, high = (None, None) if None in ends else subtract_shares(*shares)
    without = [*_leave_out(sides[0], -sides[1].mean()), *_leave_out(-sides[1], sides[0].mean())]
    return Difference(
        *(value, low, high, error, p, test, count, 0, None),
        least=min(without, default=None),
        most=max(without, default=None),
        needed=count_deals_for_difference(POINTS, error * count**0.5) if error else None,
        reason=_explain(deals, p, low),
    )


def _drop_missing(values: pd.Series) -> pd.Series:
    return pd.Series(to_floats(values), index=values.index).dropna()


def _test_difference(value: float, errors: list[float | None], deals: list[int]) -> float | None:
    """Test whether two independent figures differ, by Welch's t with their errors."""
    known = [one**2 for one in errors if one]
    if len(known) < len(errors):
        return None
    freedom = sum(known) ** 2 / sum(
        one**2 / (number - 1) for one, number in zip(known, deals, strict=True)
    )
    return float(2 * stats.t.sf(abs(value) / sum(known) ** 0.5, freedom))


def subtract_shares(one: Estimate, other: Estimate) -> tuple[float, float]:
    """Find the ends of the difference of two independent shares from those of each."""
    a, b = float(one.value or 0), float(other.value or 0)
    low = a - b - np.hypot(a - float(one.low or 0), float(other.high or 0) - b)
    high = a - b + np.hypot(float(one.high or 0) - a, b - float(other.low or 0))
    return float(low), float(high)


def _leave_out(side: pd.Series, rest: float) -> list[float]:
    """List the differences without each deal of a side; none if it has one deal."""
    sums = side.groupby(level=0).agg(["sum", "size"])
    if len(sums) < 2:
        return []
    means = (sums["sum"].sum() - sums["sum"]) / (sums["size"].sum() - sums["size"])
    return [float(one) for one in means + rest]


def _explain(deals: list[int], p: float | None, low: float | None) -> str:
    """Explain why there is no interval or no p-value; empty if there are both."""
    if p is not None and low is not None:
        return ""
    return SINGLE_DEAL if min(deals) < 2 else ALIKE
