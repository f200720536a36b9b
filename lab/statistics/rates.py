"""Estimate rates, means and ratios, with confidence intervals.

Without an interval, nothing but numpy is needed: the live matrix has figures alone, and loads
neither pandas nor scipy nor statsmodels, which take seconds.
"""

from collections.abc import Hashable, Iterable
from typing import Any

import numpy as np
from numpy.typing import NDArray

from lab.statistics.clustered_error import (
    ALIKE,
    GRAIN,
    PAIR,
    SINGLE_GRAIN,
    TINY,
    compute_error,
    find_interval,
    find_share_interval,
    find_unseen,
)
from lab.statistics.estimate import (
    CONFIDENCE,
    NOTHING,
    SINGLE_DEAL,
    Estimate,
    compute_standard_error,
    to_floats,
)


def estimate_rate(
    happened: Iterable[Any], confidence: float = CONFIDENCE, *, interval: bool = True
) -> Estimate:
    """Estimate how often something happened per game.

    The rate is k / n with the interval of `find_share_interval`, exact for few games, else
    Wilson's; the standard error is that of a mean, s / sqrt(n), as in the Decrypto paper. If all
    games are alike there is none. Games have to be independent: see `estimate_share`.
    """
    values, unanswered = _split_missing(happened)
    count, events = len(values), float(values.sum())
    if not count:
        return Estimate(None, None, None, None, 0.0, 0, unanswered, NOTHING)
    error = compute_standard_error(values) or None
    low, high = find_share_interval(events, count, confidence) if interval else (None, None)
    return Estimate(events / count, low, high, error, events, count, unanswered)


def estimate_share(
    happened: Iterable[Any], clusters: Iterable[Hashable], confidence: float = CONFIDENCE
) -> Estimate:
    """Estimate how often something happened, of rows of which a cluster may have several.

    If each cluster has one row it is `estimate_rate`, else `estimate_ratio`.
    """
    values, labels = to_floats(happened), list(clusters)
    if len({*labels}) == len(labels):
        return estimate_rate(values, confidence)
    chances = np.where(np.isnan(values), np.nan, 1.0)
    return estimate_ratio(values, chances, labels, confidence=confidence)


def estimate_mean(
    values: Iterable[Any], confidence: float = CONFIDENCE, *, interval: bool = True
) -> Estimate:
    """Estimate the mean of independent values, with standard error s / sqrt(n), Student's interval.

    s has n - 1 in its denominator. A single value has neither error nor interval, and equal
    values have none: they do not show that values never differ.
    """
    known, unanswered = _split_missing(values)
    count = len(known)
    if not count:
        return Estimate(None, None, None, None, None, 0, unanswered, NOTHING)
    mean, error = float(known.mean()), compute_standard_error(known)
    error = error if error is None or error > TINY else None
    if count < 2 or not interval:
        return Estimate(mean, None, None, error, None, count, unanswered)
    least = SINGLE_GRAIN / count if (known % 1 == 0).all() else 0.0
    widest = compute_error((known - mean) / count, least)
    assert widest is not None
    if error is None:
        return Estimate(mean, None, None, None, None, count, unanswered, ALIKE)
    low, high = find_interval(mean, widest, count, confidence, is_share=False)
    return Estimate(mean, low, high, error, None, count, unanswered)


def estimate_ratio(
    events: Iterable[Any],
    chances: Iterable[Any],
    clusters: Iterable[Hashable],
    groups: Iterable[Hashable] | None = None,
    *,
    confidence: float = CONFIDENCE,
    interval: bool = True,
) -> Estimate:
    """Estimate how often something happened per turn: sum(events) / sum(chances).

    With groups, such as model seeds, it is the mean of the groups' ratios. The error is the
    linearised one of whole clusters, and the interval Student's, on the scale of log-odds for a
    share, see `lab.statistics.clustered_error`. A single cluster has neither. If all clusters are
    alike there is no error and no interval; that of a share has each cluster as one trial, if there
    are three or more.

    Args:
        events: The number of events in each row; missing values are left out.
        chances: The number of possible events in each row.
        clusters: The cluster of each row, such as its deal.
        groups: The group of each row; by default there is one group.
        confidence: The confidence level of the interval.
        interval: Whether to compute the error and the interval.
    """
    numbers = np.column_stack([to_floats(events), to_floats(chances)])
    known = ~np.isnan(numbers).any(axis=1)
    unanswered = int((~known).sum())
    rows = numbers[known]
    total, chance = map(float, rows.sum(axis=0))
    if not chance:
        return Estimate(None, None, None, None, total, 0, unanswered, NOTHING)
    count = round(chance)
    parts = _number(groups, known) if groups is not None else np.zeros(len(rows), int)
    sums = np.column_stack([np.bincount(parts, column) for column in rows.T])
    counted = sums[:, 1] > 0
    rates = np.divide(sums[:, 0], sums[:, 1], out=np.zeros(len(sums)), where=counted)
    rate = float(rates[counted].mean())
    if not interval:
        return Estimate(rate, None, None, None, total, count, unanswered)
    weights = np.divide(1 / counted.sum(), sums[:, 1], out=np.zeros(len(sums)), where=counted)
    places = _number(clusters, known)
    residuals = (rows[:, 0] - rates[parts] * rows[:, 1]) * weights[parts]
    influences = np.bincount(places, residuals)[np.bincount(places, rows[:, 1]) > 0]
    deals = len(influences)
    if deals < 2:
        return Estimate(rate, None, None, None, total, count, unanswered, SINGLE_DEAL)
    is_share = bool((rows >= 0).all() and (rows[:, 0] <= rows[:, 1]).all())
    least = GRAIN * float(weights.max()) if (rows[:, 0] % 1 == 0).all() else 0.0
    error, widest = compute_error(influences), compute_error(influences, least)
    assert error is not None
    assert widest is not None
    known_error = error if error > TINY else None
    is_unknown = widest < TINY or (known_error is None and deals > PAIR)
    if is_share and (rate in (0.0, 1.0) or is_unknown):
        ends = find_unseen(rate, deals, confidence)
        return Estimate(rate, *ends, known_error, total, count, unanswered)
    if known_error is None and not is_share:
        return Estimate(rate, None, None, None, total, count, unanswered, ALIKE)
    low, high = find_interval(rate, widest, deals, confidence, is_share=is_share)
    return Estimate(rate, low, high, known_error, total, count, unanswered)


def _number(labels: Iterable[Hashable], known: NDArray[np.bool_]) -> NDArray[np.int_]:
    """Number the labels of known rows in the order in which they first occur."""
    numbers: dict[Hashable, int] = {}
    kept = (label for label, here in zip(labels, known, strict=True) if here)
    return np.array([numbers.setdefault(label, len(numbers)) for label in kept], int)


def _split_missing(values: Iterable[Any]) -> tuple[NDArray[np.float64], int]:
    numbers = to_floats(values)
    known = numbers[~np.isnan(numbers)]
    return known, len(numbers) - len(known)
