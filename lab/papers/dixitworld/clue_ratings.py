"""Score clues by people's ratings: clarity (Eq. 2 to 4) and creativity, for each storyteller.

`summarise_ratings` is the table of the human evaluation (Table 3 of DixitWorld), which also has
the accuracy of the raters' guesses. Its table of ratings has a row for each rater and item.
"""

from collections.abc import Iterable
from dataclasses import asdict, replace
from itertools import combinations
from statistics import median
from typing import Any

import numpy as np
import pandas as pd

from lab.papers.dixitworld.input_tables import require_columns
from lab.statistics.estimate import Estimate
from lab.statistics.independent import compare_independent
from lab.statistics.multiple_comparisons import adjust_rows
from lab.statistics.rates import estimate_ratio, estimate_share

LOWEST, HIGHEST = 1, 5
"""The ends of the scales."""


def centre_clarity(rating: float) -> float:
    """Compute S* = 1 - |s - 3| / 2 (Eq. 2): 1 for a rating of 3, 0 for 1 and 5."""
    return 1 - abs(rating - 3) / 2


def measure_clarity(ratings: Iterable[float]) -> float | None:
    """Measure the clarity of one clue from the ratings of its raters, 0 to 1 (Eq. 2 to 4).

    S* = 1 - |s - 3| / 2 for each rating; the median of these (of an even number the mean of the
    middle two); times 1 - (number of ratings of 1 or 5) / n.

    Returns:
        `None` without a rating.

    Raises:
        ValueError: If a rating is not on the scale.
    """
    known = _read_ratings(ratings)
    if not known:
        return None
    extreme = sum(one in (LOWEST, HIGHEST) for one in known)
    return median(map(centre_clarity, known)) * (1 - extreme / len(known))


def measure_creativity(ratings: Iterable[float]) -> float | None:
    """Measure the creativity of one clue or of many: (mean - 1) / 4, from 0 to 1.

    The paper says "normalised mean", but not how; mean / 5 would give .2 to the lowest rating.
    """
    known = _read_ratings(ratings)
    return (sum(known) / len(known) - LOWEST) / (HIGHEST - LOWEST) if known else None


def summarise_ratings(ratings: pd.DataFrame, by: str = "player") -> pd.DataFrame:
    """Build the table of the human evaluation (Table 3): by storyteller, with 95 % intervals.

    Clarity and creativity are means over clues, with intervals within 0 and 1: Student's on the
    scale of log-odds; accuracy is the share of
    locked guesses that were right, see `estimate_share`. Several clues of a
    storyteller count equally, however many raters each had.

    Args:
        ratings: A row for each rater and item, with `item` and the column `by`, and with
            `clarity`, `creativity` and `right` (missing where there was no guess) as far as raters
            were asked for these.
        by: The column with the storytellers.

    Returns:
        By storyteller: `clues`, `ratings`, `guesses`; `accuracy`, `clarity`, `creativity`, each
        with `_low` and `_high`.
    """
    ratings = require_columns(pd.DataFrame(ratings), ["item", by])
    asked = [one for one in ("clarity", "creativity", "right") if one not in ratings]
    ratings = ratings.assign(**dict.fromkeys(asked, np.nan))
    found = {}
    for name, some in ratings.groupby(by, observed=True):
        per_item = some.groupby("item", observed=True)
        guessed = some.dropna(subset=["right"])
        right = guessed["right"].astype(float)
        figures = {
            "accuracy": estimate_share(right, guessed["item"]),
            "clarity": _average_clues(per_item["clarity"].agg(measure_clarity)),
            "creativity": _average_clues(per_item["creativity"].agg(measure_creativity)),
        }
        row: dict[str, Any] = {
            "clues": some["item"].nunique(),
            "ratings": int(some["clarity"].notna().sum()),
            "guesses": len(guessed),
        }
        for figure, one in figures.items():
            row |= {figure: one.value, f"{figure}_low": one.low, f"{figure}_high": one.high}
        found[name] = row
    return pd.DataFrame(list(found.values()), index=pd.Index(list(found), name=by))


def compare_storytellers(ratings: pd.DataFrame, by: str = "player") -> pd.DataFrame:
    """Compare each two storytellers by what people said of their clues, with clues as deals.

    Returns:
        A row for each figure (`accuracy`, `clarity`, `creativity`) and pair for which both have
        ratings: `figure`, `first`, `second`, the fields of `Difference`, and `p_holm` over all.
    """
    ratings = require_columns(pd.DataFrame(ratings), ["item", by])
    values = {str(name): _rate_clues(some) for name, some in ratings.groupby(by, observed=True)}
    rows = []
    for figure in FIGURES:
        known = [name for name, figures in values.items() if figures[figure].notna().any()]
        for one, other in combinations(known, 2):
            gap = compare_independent(values[one][figure], values[other][figure])
            rows.append({"figure": figure, "first": one, "second": other, **asdict(gap)})
    return adjust_rows(pd.DataFrame(rows))


FIGURES = ("accuracy", "clarity", "creativity")
"""What is said of clues: the share of right guesses, and two indices from 0 to 1."""


def _rate_clues(ratings: pd.DataFrame) -> dict[str, pd.Series]:
    """List the values of each figure by item: each guess, and one index for each clue."""
    items = ratings.groupby("item", observed=True)
    figures = {"clarity": measure_clarity, "creativity": measure_creativity}
    found = {name: items[name].agg(measure) for name, measure in figures.items() if name in ratings}
    right = ratings.set_index("item")["right"] if "right" in ratings else pd.Series(dtype=float)
    return {"accuracy": right, **{one: found.get(one, right[:0]) for one in figures}}


def _average_clues(values: pd.Series) -> Estimate:
    """Average an index from 0 to 1 over clues; equal values do not show how far others lie."""
    known = pd.to_numeric(values).dropna()
    found = estimate_ratio(known, known * 0 + 1, known.index)
    alike = len(known) > 1 and float(np.ptp(known)) == 0 and 0 < float(known.iloc[0]) < 1
    return replace(found, low=None, high=None) if alike else found


def _read_ratings(ratings: Iterable[Any]) -> list[float]:
    """The ratings that are not missing.

    Raises:
        ValueError: If one is not on the scale.
    """
    known = [float(one) for one in ratings if one is not None and not pd.isna(one)]
    for one in known:
        if not LOWEST <= one <= HIGHEST:
            raise ValueError(f"A rating lies between {LOWEST} and {HIGHEST}; {one:g} does not.")
    return known
