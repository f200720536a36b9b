"""Measure the agreement of raters by Cohen's and Fleiss' kappa and Krippendorff's alpha."""

from collections.abc import Callable, Mapping, Sequence
from itertools import combinations
from math import sqrt
from typing import Any, Literal

import numpy as np
import pandas as pd
from numpy.typing import NDArray

from lab.statistics.cohens_kappa import place_labels
from lab.statistics.estimate import CONFIDENCE, Estimate

RESAMPLES = 1_000
"""Number of bootstrap resamples of the items for an agreement."""


UNDEFINED = (
    "undefined: the agreement that chance would bring is 1, as all gave one and the same rating"
)
"""Shown instead of a kappa if all ratings are the same."""


TOO_FEW_ITEMS = "undefined: one item alone tells nothing of agreement by chance"


NO_PAIRS = "undefined: no item has ratings of two raters"


type Level = Literal["nominal", "ordinal", "interval"]


type Weights = Literal["none", "linear", "quadratic"]


type Codes = NDArray[np.float64]


type Table = pd.DataFrame | Mapping[str, Sequence[Any]] | Sequence[Sequence[Any]] | Codes
"""A row for each item, a column for each rater."""


def measure_pairwise_kappa(table: Table, weights: Weights = "none") -> Estimate:
    """Measure mean pairwise Cohen's kappa (Cohen 1960, 1968; Light 1971); bootstrap over items.

    kappa = (observed - expected) / (1 - expected) agreement of two raters over the items that both
    have rated; the mean is over the pairs of raters for which it is defined. Weights `linear` and
    `quadratic` count a disagreement by the distance of the ratings, or its square.

    Args:
        table: A row for each item, a column for each rater.
        weights: How disagreements are weighted.

    Returns:
        `value` is `None` if it is undefined for every pair, and `reason` says why; `count` is the
        number of pairs, and `unanswered` the number of those without a kappa.

    Raises:
        ValueError: If weighted ratings are not numbers.
    """
    codes, labels = _encode(table)
    power = {"none": 0, "linear": 1, "quadratic": 2}[weights]
    gaps = _compute_distances(labels, power)
    pairs = list(combinations(range(codes.shape[1]), 2))
    kappas = [_compute_kappa(codes[:, a], codes[:, b], gaps) for a, b in pairs]
    known = [one for one in kappas if one is not None]
    value = sum(known) / len(known) if known else None

    def draw(rows: Codes) -> float | None:
        drawn = [_compute_kappa(rows[:, a], rows[:, b], gaps) for a, b in pairs]
        kept = [one for one in drawn if one is not None]
        return sum(kept) / len(kept) if kept else None

    shared = [int((~np.isnan(codes[:, [a, b]])).all(axis=1).sum()) for a, b in pairs]
    reason = _explain(max(shared, default=0)) if value is None else ""
    return _add_bootstrap_interval(
        value, codes, draw, (len(pairs), len(pairs) - len(known)), reason
    )


def measure_fleiss_kappa(table: Table) -> Estimate:
    """Measure Fleiss' kappa (1971) of any number of raters, with a bootstrap over items.

    (mean agreement of the items - expected) / (1 - expected), expected from the shares of the
    ratings. Every item needs equally many ratings: items with fewer than the maximum are left out,
    and counted as unanswered.
    """
    codes, labels = _encode(table)
    counts = (~np.isnan(codes)).sum(axis=1)
    most = int(counts.max()) if len(counts) else 0
    whole = codes[counts == most] if most > 1 else codes[:0]

    def draw(rows: Codes) -> float | None:
        return _compute_fleiss_kappa(rows, len(labels))

    counted = len(whole), len(codes) - len(whole)
    return _add_bootstrap_interval(draw(whole), whole, draw, counted, _explain(len(whole)))


def measure_krippendorff_alpha(table: Table, level: Level = "ordinal") -> Estimate:
    """Measure Krippendorff's alpha (2011), for any number of raters and missing ratings.

    1 - observed / expected disagreement, from coincidences of all pairs of ratings of an item;
    items with fewer than two ratings are left out, and counted as unanswered. The interval is a
    bootstrap over items.

    Args:
        table: A row for each item, a column for each rater.
        level: How ratings differ: `nominal`, `ordinal` or `interval`.

    Raises:
        ValueError: If the level is `interval`, and ratings are not numbers.
    """
    codes, labels = _encode(table)
    pairable = (~np.isnan(codes)).sum(axis=1) > 1
    whole = codes[pairable]

    def draw(rows: Codes) -> float | None:
        return _compute_alpha(rows, labels, level)

    counted = len(whole), int((~pairable).sum())
    return _add_bootstrap_interval(draw(whole), whole, draw, counted, _explain(len(whole)))


def measure_all_agreement(table: Table) -> dict[str, Estimate]:
    """Measure every agreement, by its name; none if no two raters have rated the same item."""
    table = pd.DataFrame(table)
    if table.shape[1] < 2 or table.dropna(thresh=2).empty:
        return {}
    return {
        "mean pairwise kappa": measure_pairwise_kappa(table),
        "mean pairwise kappa, linear": measure_pairwise_kappa(table, "linear"),
        "mean pairwise kappa, quadratic": measure_pairwise_kappa(table, "quadratic"),
        "Fleiss' kappa": measure_fleiss_kappa(table),
        "Krippendorff's alpha, ordinal": measure_krippendorff_alpha(table, "ordinal"),
        "Krippendorff's alpha, nominal": measure_krippendorff_alpha(table, "nominal"),
    }


def _explain(items: int) -> str:
    """Why a figure of agreement over so many items is undefined, if it is."""
    return (NO_PAIRS, TOO_FEW_ITEMS, UNDEFINED)[min(items, 2)]


def _encode(given: Table) -> tuple[Codes, list[Any]]:
    """Ratings as places among the sorted ratings; missing ones are NaN."""
    table = pd.DataFrame(given)
    labels = sorted({value for value in table.to_numpy().ravel() if not pd.isna(value)})
    place = {label: float(number) for number, label in enumerate(labels)}
    codes = np.array(
        [
            [place.get(value, np.nan) if not pd.isna(value) else np.nan for value in row]
            for row in table.to_numpy()
        ],
        float,
    ).reshape(table.shape)
    return codes, labels


def _compute_distances(labels: Sequence[Any], power: int) -> NDArray[np.float64]:
    if not power:
        return 1 - np.eye(len(labels))
    values = place_labels(labels)
    found: NDArray[np.float64] = np.abs(np.subtract.outer(values, values)) ** power
    return found


def _compute_kappa(one: Codes, other: Codes, gaps: NDArray[np.float64]) -> float | None:
    known = ~(np.isnan(one) | np.isnan(other))
    a, b = one[known].astype(int), other[known].astype(int)
    if len(a) < 2:
        return None
    size = len(gaps)
    cells = np.bincount(a * size + b, minlength=size * size).reshape(size, size) / len(a)
    expected = float((np.outer(cells.sum(axis=1), cells.sum(axis=0)) * gaps).sum())
    return 1 - float((cells * gaps).sum()) / expected if expected else None


def _count(rows: Codes, labels: int) -> NDArray[np.float64]:
    """How often each item has each rating."""
    return np.stack([(rows == code).sum(axis=1) for code in range(labels)], axis=1).astype(float)


def _compute_fleiss_kappa(rows: Codes, labels: int) -> float | None:
    if len(rows) < 2 or labels < 2:
        return None
    counts = _count(rows, labels)
    raters = counts.sum(axis=1)[0]
    agreement = ((counts**2).sum(axis=1) - raters) / (raters * (raters - 1))
    expected = float(((counts.sum(axis=0) / counts.sum()) ** 2).sum())
    return (float(agreement.mean()) - expected) / (1 - expected) if expected < 1 else None


def _compute_alpha(rows: Codes, labels: Sequence[Any], level: Level) -> float | None:
    if len(rows) < 2 or len(labels) < 2:
        return None
    counts = _count(rows, len(labels))
    each = counts.sum(axis=1)
    weighted = counts / (each - 1)[:, None]
    together = weighted.T @ counts - np.diag(weighted.sum(axis=0))
    totals = together.sum(axis=1)
    if level == "nominal":
        gaps = 1 - np.eye(len(labels))
    elif level == "interval":
        gaps = _compute_distances(labels, 2)
    else:
        upto = np.cumsum(totals) - totals / 2
        gaps = np.subtract.outer(upto, upto) ** 2
    n = totals.sum()
    expected = float((np.outer(totals, totals) * gaps).sum() / (n - 1))
    return 1 - float((together * gaps).sum()) / expected if expected else None


def _add_bootstrap_interval(
    value: float | None,
    rows: Codes,
    draw: Callable[[Codes], float | None],
    counted: tuple[int, int],
    reason: str,
    confidence: float = CONFIDENCE,
) -> Estimate:
    """A figure with the percentiles of a bootstrap over items; undefined draws are left out.

    `reason` is why there is no value, if there is none.
    """
    count, unanswered = counted
    if value is None:
        return Estimate(None, None, None, None, None, count, unanswered, reason)
    rng = np.random.default_rng(0)
    drawn = (draw(rows[rng.integers(0, len(rows), len(rows))]) for _ in range(RESAMPLES))
    known = [one for one in drawn if one is not None]
    if len(known) < RESAMPLES / 2:
        return Estimate(value, None, None, None, None, count, unanswered)
    tail = 100 * (1 - confidence) / 2
    low, high = (float(one) for one in np.percentile(known, [tail, 100 - tail]))
    mean = sum(known) / len(known)
    error = sqrt(sum((one - mean) ** 2 for one in known) / max(1, len(known) - 1))
    return Estimate(value, low, high, error, None, count, unanswered)
