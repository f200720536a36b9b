"""Estimate Cohen's kappa of two raters."""

from collections.abc import Sequence
from typing import Any

import numpy as np
import pandas as pd
from numpy.typing import NDArray
from statsmodels.stats.inter_rater import cohens_kappa

from lab.statistics.estimate import Estimate


def measure_agreement(
    one: Sequence[Any], other: Sequence[Any], weights: str | None = None
) -> Estimate:
    """Estimate Cohen's kappa of two raters: (observed - expected) / (1 - expected) agreement.

    Pairs with a missing rating are counted as unanswered. It is undefined if both raters always
    give the same single rating.

    Args:
        one: The ratings of the first rater.
        other: The ratings of the second, in the same order.
        weights: `None` or `none` (Cohen 1960); `linear` or `quadratic` for ordered ratings (1968).
    """
    pairs = pd.DataFrame({"one": list(one), "other": list(other)})
    known = pairs.dropna()
    unanswered = len(pairs) - len(known)
    labels = sorted(set(known["one"]) | set(known["other"]))
    if len(known) < 2 or len(labels) < 2:
        why = "all ratings are the same" if len(known) > 1 else "kappa needs 2 items"
        return Estimate(None, None, None, None, None, len(known), unanswered, why)
    place = {label: number for number, label in enumerate(labels)}
    table = np.zeros((len(labels), len(labels)))
    np.add.at(table, (known["one"].map(place), known["other"].map(place)), 1)
    form = {"linear": 1, "quadratic": 2, "none": 0, None: 0}[weights]
    spaced = place_labels(labels) if form else np.zeros(0)
    gaps = np.abs(np.subtract.outer(spaced, spaced)) ** form if form else None
    with np.errstate(divide="ignore", invalid="ignore"):  # undefined values become None
        found = cohens_kappa(table, weights=gaps)
    figures = (found.kappa, found.kappa_low, found.kappa_upp, found.std_kappa)
    value, low, high, error = (float(one) if np.isfinite(one) else None for one in figures)
    return Estimate(value, low, high, error, None, len(known), unanswered)


def place_labels(labels: Sequence[Any]) -> NDArray[np.float64]:
    """Convert ratings to numbers, for weights by distance.

    Raises:
        ValueError: If they are not numbers.
    """
    try:
        return np.array(labels, float)
    except (TypeError, ValueError):
        why = f"Ratings such as {labels[0]!r} have no distances: use numbers, or no weights."
        raise ValueError(why) from None
