"""Average figures over model seeds."""

from collections.abc import Iterable, Mapping
from typing import Any

import numpy as np

from lab.statistics.estimate import Estimate, compute_standard_error, to_floats
from lab.statistics.rates import estimate_ratio, sum_by


def has_seeds(games: Mapping[str, Any]) -> bool:
    """Whether the games have several model seeds."""
    seeds = games.get("model_seed", ())
    return len({one for one in seeds if one == one}) > 1


def average_seeds(
    events: Iterable[Any],
    chances: Iterable[Any],
    table: Mapping[str, Any],
    *,
    interval: bool = True,
) -> Estimate:
    """Estimate the mean over model seeds of sum(events) / sum(chances), with its standard error.

    With one seed it is the ratio itself, and the error is the standard deviation of the bootstrap.

    Args:
        events: The number of events in each row; missing values are left out.
        chances: The number of possible events in each row.
        table: The columns of the rows, with `deal`, and `model_seed` if there are several.
        interval: Whether to compute the interval over deals, a bootstrap.
    """
    numbers = to_floats(events), to_floats(chances)
    whole = estimate_ratio(*numbers, table["deal"], interval=interval)
    if not has_seeds(table):
        return whole
    known = ~np.isnan(numbers[0]) & ~np.isnan(numbers[1])
    seeds = [one for one, here in zip(table["model_seed"], known, strict=True) if here]
    by_seed = [sum_by(seeds, column[known]) for column in numbers]
    counted = by_seed[1] > 0
    rates = by_seed[0][counted] / by_seed[1][counted]
    value = float(rates.mean()) if len(rates) else None
    error = compute_standard_error(rates)
    fields = (value, whole.low, whole.high, error, whole.events, whole.count, whole.unanswered)
    return Estimate(*fields)
