"""A figure with its interval, and what all estimates need; undefined values are `None`."""

from collections.abc import Iterable
from dataclasses import dataclass, field
from math import sqrt
from typing import Any

import numpy as np
from numpy.typing import NDArray

CONFIDENCE = 0.95


@dataclass(frozen=True, slots=True)
class Estimate:
    """A figure with its interval; undefined values are `None`."""

    value: float | None
    low: float | None
    high: float | None
    error: float | None
    """The standard error."""
    events: float | None
    """The numerator; `None` if the figure is not a share."""
    count: int
    """The denominator: the number of games, turns or answers."""
    unanswered: int = 0
    """The number of missing values, which are not in `count`."""
    reason: str = field(default="", compare=False)
    """Why there is no value, or no interval over several deals; else empty."""


NOTHING = "nothing was counted"
SINGLE_DEAL = "a single deal has no interval"


def to_floats(values: Iterable[Any]) -> NDArray[np.float64]:
    """Convert values to numbers; missing values become NaN."""
    if isinstance(values, np.ndarray) and values.dtype.kind in "biuf":
        return values.astype(float)
    import pandas as pd  # noqa: PLC0415 - pandas: 0.25 s, which the live board spares

    return np.asarray(pd.to_numeric(pd.Series(list(values), dtype="object")), dtype=float)


def compute_standard_error(values: NDArray[np.float64]) -> float | None:
    return float(values.std(ddof=1) / sqrt(len(values))) if len(values) > 1 else None
