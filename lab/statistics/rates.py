"""Estimate rates, means and ratios, with confidence intervals.

Without an interval, nothing but numpy is needed: the live board has figures alone, and loads
neither pandas nor scipy nor statsmodels, which take seconds.
"""

from collections.abc import Hashable, Iterable
from dataclasses import asdict
from typing import Any

import numpy as np
from numpy.typing import NDArray

from lab.statistics.bootstrap import compute_percentiles, resample
from lab.statistics.estimate import CONFIDENCE, NOTHING, Estimate, compute_standard_error, to_floats


def estimate_rate(
    happened: Iterable[Any], confidence: float = CONFIDENCE, *, interval: bool = True
) -> Estimate:
    """Estimate how often something happened per game.

    The rate is k / n with Wilson's score interval (Wilson 1927; Brown, Cai and DasGupta 2001),
    and the standard error is that of a mean, s / sqrt(n), as in the Decrypto paper. Games have to
    be independent; if a deal was played several times, use `estimate_ratio`.
    """
    values, unanswered = _split_missing(happened)
    count, events = len(values), float(values.sum())
    if not count:
        return Estimate(None, None, None, None, 0.0, 0, unanswered, NOTHING)
    error = compute_standard_error(values)
    low, high = _find_wilson(events, count, confidence) if interval else (None, None)
    return Estimate(events / count, low, high, error, events, count, unanswered)


def estimate_mean(
    values: Iterable[Any], confidence: float = CONFIDENCE, *, interval: bool = True
) -> Estimate:
    """Estimate the mean of independent values, with standard error s / sqrt(n), Student's interval.

    s has n - 1 in its denominator. A single value has neither error nor interval.
    """
    known, unanswered = _split_missing(values)
    count = len(known)
    if not count:
        return Estimate(None, None, None, None, None, 0, unanswered, NOTHING)
    mean, error = float(known.mean()), compute_standard_error(known)
    if error is None or not interval:
        return Estimate(mean, None, None, error, None, count, unanswered)
    from scipy import stats  # noqa: PLC0415 - 0.3 s, which the live board spares

    margin = error * float(stats.t.ppf((1 + confidence) / 2, count - 1))
    return Estimate(mean, mean - margin, mean + margin, error, None, count, unanswered)


def estimate_mean_of_groups(
    values: Iterable[Any], groups: Iterable[Hashable], confidence: float = CONFIDENCE
) -> Estimate:
    """Estimate the mean of the groups' means, with the standard error between groups.

    The Decrypto paper reports models in this way, with model seeds as groups: s / sqrt(seeds).
    `count` is the number of groups.
    """
    numbers = to_floats(values)
    known = ~np.isnan(numbers)
    sums, counts = (sum_by(groups, one) for one in (np.where(known, numbers, 0.0), known))
    found = estimate_mean(sums[counts > 0] / counts[counts > 0], confidence)
    fields = asdict(found) | {"unanswered": int((~known).sum())}
    return Estimate(**fields)


def estimate_ratio(
    events: Iterable[Any],
    chances: Iterable[Any],
    clusters: Iterable[Hashable],
    *,
    seed: int = 0,
    confidence: float = CONFIDENCE,
    interval: bool = True,
) -> Estimate:
    """Estimate how often something happened per turn: sum(events) / sum(chances).

    The interval has the percentiles of a cluster bootstrap (Efron and Tibshirani 1993, chapter 8;
    Field and Welsh 2007), as the turns of a deal are not independent. Clusters with equal counts
    are interchangeable, so one multinomial draw over the distinct counts gives the same bootstrap.
    A single cluster has no interval. If the ratio is 0 or 1, which would not vary in a bootstrap,
    the interval is Wilson's, with each cluster as one trial.

    Args:
        events: The number of events in each row; missing values are left out.
        chances: The number of possible events in each row.
        clusters: The cluster of each row, such as its deal.
        seed: The seed of the bootstrap.
        confidence: The confidence level of the interval.
        interval: Whether to compute the interval, and the error, which is also the bootstrap's.
    """
    numbers = np.column_stack([to_floats(events), to_floats(chances)])
    known = ~np.isnan(numbers).any(axis=1)
    unanswered = int((~known).sum())
    total, chance = map(float, numbers[known].sum(axis=0))
    if not chance:
        return Estimate(None, None, None, None, total, 0, unanswered, NOTHING)
    rate, count = total / chance, round(chance)
    if not interval:
        return Estimate(rate, None, None, None, total, count, unanswered)
    import pandas as pd  # noqa: PLC0415 - which the live board spares

    table = pd.DataFrame(numbers, columns=["events", "chances"]).assign(cluster=list(clusters))
    sums = table[known].groupby("cluster", observed=True)[["events", "chances"]].sum().to_numpy()
    if len(sums) < 2:
        return Estimate(rate, None, None, None, total, count, unanswered)
    if total == 0 or (sums[:, 0] == sums[:, 1]).all():
        ends = _find_wilson(len(sums) * rate, len(sums), confidence)
        return Estimate(rate, min(rate, *ends), max(rate, *ends), 0.0, total, count, unanswered)
    distinct, times = np.unique(sums, axis=0, return_counts=True)
    drawn = resample(times, seed) @ distinct
    with np.errstate(invalid="ignore", divide="ignore"):
        ratios = drawn[:, 0] / drawn[:, 1]
    ratios = ratios[np.isfinite(ratios)]  # a sample without chances has no rate
    low, high = compute_percentiles(ratios, confidence)
    return Estimate(rate, low, high, float(ratios.std(ddof=1)), total, count, unanswered)


def sum_by(labels: Iterable[Hashable], values: NDArray[Any]) -> NDArray[np.float64]:
    """Sum values by label, in the order in which labels first occur."""
    numbers: dict[Hashable, int] = {}
    places = [numbers.setdefault(label, len(numbers)) for label in labels]
    return np.bincount(places, weights=values, minlength=len(numbers))


def _find_wilson(events: float, count: int, confidence: float) -> tuple[float, float]:
    from statsmodels.stats.proportion import proportion_confint  # noqa: PLC0415 - 0.8 s, only where nothing varies

    low, high = proportion_confint(events, count, 1 - confidence, "wilson")
    return float(low), float(high)


def _split_missing(values: Iterable[Any]) -> tuple[NDArray[np.float64], int]:
    numbers = to_floats(values)
    known = numbers[~np.isnan(numbers)]
    return known, len(numbers) - len(known)
