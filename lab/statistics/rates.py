"""Estimate rates, means and ratios, with confidence intervals."""

from collections.abc import Hashable, Iterable
from dataclasses import asdict
from typing import Any

import numpy as np
import pandas as pd
from numpy.typing import NDArray
from scipy import stats
from statsmodels.stats.proportion import proportion_confint

from lab.statistics.bootstrap import compute_percentiles, resample
from lab.statistics.estimate import CONFIDENCE, NOTHING, Estimate, compute_standard_error, to_floats


def estimate_rate(happened: Iterable[Any], confidence: float = CONFIDENCE) -> Estimate:
    """Estimate how often something happened per game.

    The rate is k / n with Wilson's score interval (Wilson 1927; Brown, Cai and DasGupta 2001),
    and the standard error is that of a mean, s / sqrt(n), as in the Decrypto paper. Games have to
    be independent; if a deal was played several times, use `estimate_ratio`.
    """
    values, unanswered = _split_missing(happened)
    count, events = len(values), float(values.sum())
    if not count:
        return Estimate(None, None, None, None, 0.0, 0, unanswered, NOTHING)
    low, high = proportion_confint(events, count, 1 - confidence, "wilson")
    error = compute_standard_error(values)
    return Estimate(events / count, float(low), float(high), error, events, count, unanswered)


def estimate_mean(values: Iterable[Any], confidence: float = CONFIDENCE) -> Estimate:
    """Estimate the mean of independent values, with standard error s / sqrt(n), Student's interval.

    s has n - 1 in its denominator. A single value has neither error nor interval.
    """
    known, unanswered = _split_missing(values)
    count = len(known)
    if not count:
        return Estimate(None, None, None, None, None, 0, unanswered, NOTHING)
    mean, error = float(known.mean()), compute_standard_error(known)
    if error is None:
        return Estimate(mean, None, None, None, None, count, unanswered)
    margin = error * float(stats.t.ppf((1 + confidence) / 2, count - 1))
    return Estimate(mean, mean - margin, mean + margin, error, None, count, unanswered)


def estimate_mean_of_groups(
    values: Iterable[Any], groups: Iterable[Hashable], confidence: float = CONFIDENCE
) -> Estimate:
    """Estimate the mean of the groups' means, with the standard error between groups.

    The Decrypto paper reports models in this way, with model seeds as groups: s / sqrt(seeds).
    `count` is the number of groups.
    """
    table = pd.DataFrame({"value": to_floats(values), "group": list(groups)})
    found = estimate_mean(table.groupby("group")["value"].mean(), confidence)
    fields = asdict(found) | {"unanswered": int(table["value"].isna().sum())}
    return Estimate(**fields)


def estimate_ratio(
    events: Iterable[Any],
    chances: Iterable[Any],
    clusters: Iterable[Hashable],
    *,
    seed: int = 0,
    confidence: float = CONFIDENCE,
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
    """
    table = pd.DataFrame(
        {"events": to_floats(events), "chances": to_floats(chances), "cluster": list(clusters)}
    )
    answered = table.dropna(subset=["events", "chances"])
    unanswered = len(table) - len(answered)
    sums = answered.groupby("cluster", observed=True)[["events", "chances"]].sum()
    total, chance = float(sums["events"].sum()), float(sums["chances"].sum())
    if not chance:
        return Estimate(None, None, None, None, total, 0, unanswered, NOTHING)
    rate, count = total / chance, round(chance)
    if len(sums) < 2:
        return Estimate(rate, None, None, None, total, count, unanswered)
    if total == 0 or (sums["events"] == sums["chances"]).all():
        ends = proportion_confint(len(sums) * rate, len(sums), 1 - confidence, "wilson")
        low, high = min(rate, *map(float, ends)), max(rate, *map(float, ends))
        return Estimate(rate, low, high, 0.0, total, count, unanswered)
    distinct, times = np.unique(sums.to_numpy(), axis=0, return_counts=True)
    drawn = resample(times, seed) @ distinct
    with np.errstate(invalid="ignore", divide="ignore"):
        ratios = drawn[:, 0] / drawn[:, 1]
    ratios = ratios[np.isfinite(ratios)]  # a sample without chances has no rate
    low, high = compute_percentiles(ratios, confidence)
    return Estimate(rate, low, high, float(ratios.std(ddof=1)), total, count, unanswered)


def _split_missing(values: Iterable[Any]) -> tuple[NDArray[np.float64], int]:
    numbers = to_floats(values)
    known = numbers[~np.isnan(numbers)]
    return known, len(numbers) - len(known)
