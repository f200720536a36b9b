"""Normalise scores: the points attained, in percent of the most that are possible."""

from collections.abc import Sequence

import numpy as np
import pandas as pd


def normalise_score(
    attained: Sequence[float] | pd.Series, maximum: float | Sequence[float] | pd.Series
) -> float | None:
    """Normalise a score (Eq. 1): the mean over matches of attained / maximum, in percent.

    Args:
        attained: The points of each match.
        maximum: The most points of each match, or of all.

    Returns:
        `None` without a match. Matches without points are left out.

    Raises:
        ValueError: If the most points are not greater than 0.
    """
    points = np.asarray(list(attained), float)
    most = np.broadcast_to(np.asarray(maximum, float), points.shape)
    known = ~(np.isnan(points) | np.isnan(most))
    if (most[known] <= 0).any():
        raise ValueError("The most points of a match are greater than 0.")
    return float((points[known] / most[known]).mean() * 100) if known.any() else None
