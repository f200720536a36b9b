"""Average figures over model seeds."""

from collections.abc import Hashable, Iterable, Mapping, Sequence
from dataclasses import replace
from typing import Any

import numpy as np
from numpy.typing import NDArray

from lab.statistics.estimate import Estimate, compute_standard_error, to_floats
from lab.statistics.rates import estimate_ratio


def has_seeds(games: Mapping[str, Any]) -> bool:
    """Whether the games have several model seeds."""
    seeds = games.get("model_seed", ())
    return len({one for one in seeds if one == one}) > 1


def average_seeds(
    events: Iterable[Any],
    chances: Iterable[Any],
    table: Mapping[str, Any],
    *,
    least: float | None = 0.0,
    most: float | None = 1.0,
    interval: bool = True,
) -> Estimate:
    """Estimate the mean over model seeds of sum(events) / sum(chances), with its standard error.

    With one seed it is the ratio itself, and the error is the linearised one of whole deals.

    Args:
        events: The number of events in each row; missing values are left out.
        chances: The number of possible events in each row.
        table: The columns of the rows, with `deal`, and `model_seed` if there are several.
        least: The least events of a chance; `None` if it is not known.
        most: The most; `None` if it is not known.
        interval: Whether to compute the interval over deals.
    """
    numbers = to_floats(events), to_floats(chances)
    if not has_seeds(table):
        return estimate_ratio(*numbers, table["deal"], least=least, most=most, interval=interval)
    seeds = list(table["model_seed"])
    found = estimate_ratio(
        *numbers, table["deal"], seeds, least=least, most=most, interval=interval
    )
    return replace(found, error=compute_seed_error(*numbers, seeds))


def compute_seed_error(
    events: NDArray[np.float64], chances: NDArray[np.float64], seeds: Sequence[Hashable]
) -> float | None:
    """Compute the standard error between model seeds of sum(events) / sum(chances)."""
    known = ~np.isnan(events) & ~np.isnan(chances)
    kept = [one for one, here in zip(seeds, known, strict=True) if here]
    happened, possible = _sum_by(kept, events[known]), _sum_by(kept, chances[known])
    counted = possible > 0
    return compute_standard_error(happened[counted] / possible[counted])


def _sum_by(labels: Iterable[Hashable], values: NDArray[Any]) -> NDArray[np.float64]:
    """Sum values by label, in the order in which labels first occur."""
    numbers: dict[Hashable, int] = {}
    places = [numbers.setdefault(label, len(numbers)) for label in labels]
    return np.bincount(places, weights=values, minlength=len(numbers))
