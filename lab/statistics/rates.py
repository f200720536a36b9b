"""Estimate rates, means and ratios, with confidence intervals.

Without an interval, nothing but numpy is needed: the live matrix has figures alone, and loads
neither pandas nor scipy nor statsmodels, which take seconds.
"""

from collections.abc import Hashable, Iterable
from dataclasses import replace
from typing import Any

import numpy as np
from numpy.typing import NDArray

from lab.statistics.clustered_error import (
    ALIKE,
    GRAIN,
    PAIR,
    TINY,
    compute_error,
    find_interval,
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
from lab.statistics.share_interval import find_clustered_interval, find_share_interval


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
    values: Iterable[Any],
    confidence: float = CONFIDENCE,
    *,
    least: float | None = None,
    most: float | None = None,
    interval: bool = True,
) -> Estimate:
    """Estimate the mean of independent values, with standard error s / sqrt(n), Student's interval.

    s has n - 1 in its denominator. A single value has neither error nor interval. Equal values have
    none, unless it is known what lies between: they do not show that values never differ.

    Args:
        values: The values; missing ones are left out.
        confidence: The confidence level of the interval.
        least: The least that a value can be, if that is known.
        most: The most that a value can be, if that is known.
        interval: Whether to compute the interval.
    """
    known, unanswered = _split_missing(values)
    if not len(known):
        return Estimate(None, None, None, None, None, 0, unanswered, NOTHING)
    mean, error = float(known.mean()), compute_standard_error(known)
    found = Estimate(mean, None, None, _know(error), None, len(known), unanswered)
    if error is None or not interval:
        return found
    ends = least, most, np.array([known.min(), known.max()])
    return _add_interval(found, error, len(known), confidence, *ends)


def estimate_ratio(
    events: Iterable[Any],
    chances: Iterable[Any],
    clusters: Iterable[Hashable],
    groups: Iterable[Hashable] | None = None,
    *,
    least: float | None = 0.0,
    most: float | None = 1.0,
    confidence: float = CONFIDENCE,
    interval: bool = True,
) -> Estimate:
    """Estimate how often something happened per turn: sum(events) / sum(chances).

    With groups, such as model seeds, it is the mean of the groups' ratios. The error is the
    linearised one of whole clusters. The interval of a share of which events are counted is the
    exact one for the effective number of chances, see `lab.statistics.share_interval`; that of
    another figure is Student's within what it can be, see `lab.statistics.clustered_error`. A
    single cluster has neither error nor interval; clusters that are all alike have no error.

    Args:
        events: The number of events in each row; missing values are left out.
        chances: The number of possible events in each row.
        clusters: The cluster of each row, such as its deal.
        groups: The group of each row; by default there is one group.
        least: The least events of a chance; `None` if it is not known.
        most: The most; `None` if it is not known, such as of points. By default it is a share. What
            a figure is does not follow from its values: scores may happen to be 0 and 1.
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
    deals = np.column_stack([np.bincount(places, column) for column in rows.T])
    played = deals[:, 1] > 0
    influences = np.bincount(places, residuals)[played]
    error = compute_error(influences)
    if error is None:
        return Estimate(rate, None, None, None, total, count, unanswered, SINGLE_DEAL)
    found = Estimate(rate, None, None, _know(error), total, count, unanswered)
    per_chance = rows[rows[:, 1] > 0, 0] / rows[rows[:, 1] > 0, 1]
    is_share = (least, most) == (0, 1) and per_chance.min() >= 0 and per_chance.max() <= 1
    if is_share and (rows % 1 == 0).all():
        happened, possible = deals[played].T
        if _hides_spread(happened, possible):
            spread = found.error or 0.0
            low, high = find_clustered_interval(rate, spread, happened, possible, confidence)
            return replace(found, low=low, high=high)
        error = compute_error(influences, GRAIN * float(weights.max())) or 0.0
    return _add_interval(found, error, len(influences), confidence, least, most, per_chance)


def _hides_spread(events: NDArray[np.float64], chances: NDArray[np.float64]) -> bool:
    """Whether counts of deals do not show how far deals differ.

    In some deal all chances ended alike, so that its own share may be anything near that, or three
    or more deals are alike.
    """
    is_whole = (events == 0) | (events == chances)
    return bool(is_whole.any() or (len(events) > PAIR and np.ptp(events / chances) < TINY))


def _add_interval(
    found: Estimate,
    error: float,
    deals: int,
    confidence: float,
    least: float | None,
    most: float | None,
    values: NDArray[np.float64],
) -> Estimate:
    """Add Student's interval to a figure; ends that some value exceeds are not known."""
    value = float(found.value or 0)
    if least is None or values.min() < least:
        least = most = None
    if most is not None and values.max() > most:
        most = None
    is_inside = error > TINY and value not in (least, most)
    if is_inside:
        low, high = find_interval(value, error, deals, confidence, least, most)
    elif least is None or most is None:
        return replace(found, reason=ALIKE)
    else:
        low, high = find_unseen(value, deals, confidence, least, most)
    return replace(found, low=low, high=high)


def _know(error: float | None) -> float | None:
    """Return an error; `None` if all are alike, which does not show that there is none."""
    return error if error is None or error > TINY else None


def _number(labels: Iterable[Hashable], known: NDArray[np.bool_]) -> NDArray[np.int_]:
    """Number the labels of known rows in the order in which they first occur."""
    numbers: dict[Hashable, int] = {}
    kept = (label for label, here in zip(labels, known, strict=True) if here)
    return np.array([numbers.setdefault(label, len(numbers)) for label in kept], int)


def _split_missing(values: Iterable[Any]) -> tuple[NDArray[np.float64], int]:
    numbers = to_floats(values)
    known = numbers[~np.isnan(numbers)]
    return known, len(numbers) - len(known)
