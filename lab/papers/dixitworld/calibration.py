"""Measure calibration, margins and overconfidence of a model's scores (DixitWorld, app. P and R).

Scores are one list a row, a score from 0 to 100 for each candidate in a fixed order; `target` is
the index of the right one. Rows with a missing score or target are unparsed, and left out.
"""

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

import numpy as np
import pandas as pd
from numpy.typing import NDArray
from scipy.special import softmax

from lab.papers.dixitworld.input_tables import list_names, require_columns
from lab.statistics.estimate import NOTHING, Estimate
from lab.statistics.rates import estimate_mean, estimate_rate

HIGH = 70
"""From this score on, a wrong choice is overconfident."""

type Scores = Sequence[Sequence[float]] | NDArray[np.float64] | pd.Series | pd.DataFrame
type Places = Sequence[float | None] | NDArray[np.int_] | pd.Series


def convert_scores(scores: Scores, temperature: float = 1.0) -> NDArray[np.float64]:
    """Convert scores to probabilities: softmax(score / temperature) over each row's candidates.

    The paper does not say its temperature. At 1, raw scores from 0 to 100 are almost one-hot (85
    against 75 gives .99995); at 100 they are almost flat.
    """
    if temperature <= 0:
        raise ValueError("The temperature is greater than 0.")
    found: NDArray[np.float64] = softmax(_to_array(scores) / temperature, axis=1)
    return found


def measure_calibration(
    scores: Scores, targets: Places, *, temperature: float = 1.0, bins: int = 10
) -> dict[str, Any]:
    """Measure the calibration (Table 11): confidence and accuracy of the most probable answer.

    - `accuracy`: the share of rows whose highest score is the target's; among equal scores each
      counts equally.
    - `confidence`: the mean highest probability.
    - `ece`: top-label expected calibration error, the sum over bins of n_b / n x |accuracy_b -
      confidence_b|, with `bins` bins of equal width over [0, 1] (Guo et al. 2017).
    - `brier_top`: mean (confidence - right)^2, the only reading that fits the paper's values.
    - `brier`: mean over rows of the sum over candidates of (p - outcome)^2 (Brier 1950), 0 to 2.

    Args:
        scores: For each row a score for each candidate.
        targets: The index of each row's target.
        temperature: The temperature of the softmax, see `convert_scores`.
        bins: The number of bins.

    Returns:
        These figures, `temperature`, `n`, `unparsed`, and `bins`: by bin `low`, `high`, `count`,
        `confidence`, `accuracy`; `reason`: why there is no figure.

    Raises:
        ValueError: If rows differ in length, or a target is not among the candidates.
    """
    if bins < 1:
        raise ValueError("There is at least one bin.")
    table, places, kept = _keep_whole(scores, targets)
    n, unparsed = len(table), int((~kept).sum())
    empty = dict.fromkeys(("accuracy", "confidence", "ece", "brier_top", "brier"))
    settings = {"temperature": temperature, "n": n, "unparsed": unparsed}
    if not n:
        return {**empty, **settings, "bins": [], "reason": NOTHING}
    judged = _judge_rows(table, places, temperature)
    confidence, right = judged["confidence"].to_numpy(), judged["right"].to_numpy()
    edges = np.linspace(0, 1, bins + 1)
    of = _find_bins(confidence, bins)
    told = []
    for number in range(bins):
        inside = of == number
        count = int(inside.sum())
        mean = float(confidence[inside].mean()) if count else None
        share = float(right[inside].mean()) if count else None
        told.append(
            {
                "low": float(edges[number]),
                "high": float(edges[number + 1]),
                "count": count,
                "confidence": mean,
                "accuracy": share,
            }
        )
    return {
        "accuracy": float(right.mean()),
        "confidence": float(confidence.mean()),
        "ece": compute_calibration_error(confidence, right, bins),
        "brier_top": float(judged["brier_top"].mean()),
        "brier": float(judged["brier"].mean()),
        **settings,
        "bins": told,
        "reason": "",
    }


def judge_scores(scores: Scores, targets: Places, *, temperature: float = 1.0) -> pd.DataFrame:
    """Judge each row of scores; rows with a missing score are missing in all columns.

    Returns:
        In the order of the rows: `right`, 1, or 1 / k if k cards share the highest score;
        `confidence`, the highest probability; `brier_top` and `brier`; `margin`, the target's score
        minus the best wrong one; `best`, the highest score.
    """
    table, places, kept = _keep_whole(scores, targets)
    if not len(table):
        return pd.DataFrame(np.nan, index=range(len(kept)), columns=list(JUDGED))
    judged = _judge_rows(table, places, temperature)
    if table.shape[1] > 1:
        judged["margin"] = _measure_margins(table, places)
    judged["best"] = table.max(axis=1)
    judged.index = pd.Index(np.flatnonzero(kept))
    return judged.reindex(index=range(len(kept)), columns=list(JUDGED))


JUDGED = ("right", "confidence", "brier_top", "brier", "margin", "best")
"""The columns of `judge_scores`."""


def _judge_rows(
    table: NDArray[np.float64], places: NDArray[np.int_], temperature: float
) -> pd.DataFrame:
    chances = convert_scores(table, temperature)
    outcome = np.zeros_like(chances)
    outcome[np.arange(len(table)), places] = 1
    right, confidence = _credit_ties(table, places), chances.max(axis=1)
    return pd.DataFrame(
        {
            "right": right,
            "confidence": confidence,
            "brier_top": right * (1 - confidence) ** 2 + (1 - right) * confidence**2,
            "brier": ((chances - outcome) ** 2).sum(axis=1),
        }
    )


def compute_calibration_error(
    confidence: NDArray[np.float64], right: NDArray[np.float64], bins: int
) -> float:
    """Compute the top-label expected calibration error, see `measure_calibration`."""
    of = _find_bins(confidence, bins)
    sums = [np.bincount(of, one, minlength=bins) for one in (right, confidence)]
    return float(np.abs(sums[0] - sums[1]).sum() / len(confidence))


def _find_bins(confidence: NDArray[np.float64], bins: int) -> NDArray[np.int_]:
    inner = np.linspace(0, 1, bins + 1)[1:-1]
    found: NDArray[np.int_] = np.clip(np.digitize(confidence, inner, right=True), 0, bins - 1)
    return found


def measure_margins(scores: Scores, targets: Places) -> Estimate:
    """Measure the margin (Table 13): mean of the target's score minus the best wrong score."""
    table, places, kept = _keep_whole(scores, targets)
    unparsed = int((~kept).sum())
    if len(table) and table.shape[1] < 2:
        why = "one card alone has no margin"
        return Estimate(None, None, None, None, None, len(table), unparsed, why)
    return replace(estimate_mean(_measure_margins(table, places)), unanswered=unparsed)


def measure_overconfidence(
    scores: Scores,
    targets: Places,
    *,
    high: float = HIGH,
    chosen: Places | None = None,
) -> dict[str, Any]:
    """Measure wrong choices with a score of at least `high` (Table 13), by both denominators.

    The paper's OC% is the share of all items; its text calls it a share of errors.

    Args:
        scores: For each row a score for each candidate.
        targets: The index of each row's target.
        high: The least score with which a wrong choice is overconfident.
        chosen: The index of each row's choice; by default the first of the highest scores.

    Returns:
        `overconfident`, `errors`, `items`, `unparsed`; `of_items` and `of_errors` in percent, each
        with `_low` and `_high` (Wilson).
    """
    table, places, kept = _keep_whole(scores, targets)
    if chosen is None:
        choices = table.argmax(axis=1) if len(table) else np.array([], int)
    else:
        picked = pd.Series(list(chosen), dtype=object).fillna(-1).astype(int).to_numpy()
        choices = picked[kept]
    wrong = choices != places
    sure = wrong & (table.max(axis=1) >= high) if len(table) else wrong
    return {
        **describe_overconfidence(int(sure.sum()), int(wrong.sum()), len(table)),
        "unparsed": int((~kept).sum()),
    }


def describe_overconfidence(overconfident: int, errors: int, items: int) -> dict[str, Any]:
    """Describe overconfident errors as shares of all items and of all errors, in percent.

    Raises:
        ValueError: If there are more overconfident errors than errors, or more errors than items.
    """
    if not 0 <= overconfident <= errors <= items:
        raise ValueError(f"{overconfident} of {errors} errors of {items} items cannot be.")
    row: dict[str, Any] = {"overconfident": overconfident, "errors": errors, "items": items}
    for name, count in (("of_items", items), ("of_errors", errors)):
        share = estimate_rate([1] * overconfident + [0] * (count - overconfident))
        row |= {
            name: None if share.value is None else 100 * share.value,
            f"{name}_low": None if share.low is None else 100 * share.low,
            f"{name}_high": None if share.high is None else 100 * share.high,
        }
    return row


def measure_ties(scores: Scores) -> Estimate:
    """Measure the share of rows with several highest scores, where the choice is random."""
    table, _, kept = _keep_whole(scores, [0] * len(scores))
    tied = (table == table.max(axis=1, keepdims=True)).sum(axis=1) > 1 if len(table) else []
    return replace(estimate_rate(tied), unanswered=int((~kept).sum()))


def analyse_scores(
    answers: pd.DataFrame,
    by: str | Sequence[str] = ("player", "tier"),
    *,
    temperature: float = 1.0,
    bins: int = 10,
    high: float = HIGH,
) -> pd.DataFrame:
    """Measure calibration, margin, overconfidence and ties of each group of entailment answers.

    Args:
        answers: Rows with `scores`, a list in the order of the candidates, and `position`, the
            place of the target, from 1.
        by: The column or columns that make groups.
        temperature: The temperature of the softmax.
        bins: The number of bins of the calibration error.
        high: The least score with which a wrong choice is overconfident.
    """
    by = list_names(by)
    answers = require_columns(pd.DataFrame(answers), ["scores", "position", *by])
    found: dict[Any, dict[str, Any]] = {}
    for key, some in answers.groupby(by, observed=True):
        scores, places = list(some["scores"]), list(some["position"] - 1)
        margin = measure_margins(scores, places)
        told = measure_calibration(scores, places, temperature=temperature, bins=bins)
        chosen = some["chosen_position"] - 1 if "chosen_position" in some else None
        sure = measure_overconfidence(scores, places, high=high, chosen=chosen)
        del told["bins"]
        found[key] = {
            **told,
            "margin": margin.value,
            "margin_low": margin.low,
            "margin_high": margin.high,
            **{name: sure[name] for name in ("overconfident", "errors", "of_items", "of_errors")},
            "ties": measure_ties(scores).value,
        }
    keys = [key if isinstance(key, tuple) else (key,) for key in found]
    index = pd.MultiIndex.from_tuples(keys, names=by) if keys else None
    return pd.DataFrame(list(found.values()), index=index)


def _to_array(scores: Scores) -> NDArray[np.float64]:
    return np.array([[np.nan if s is None else s for s in row] for row in scores], float)


def _keep_whole(
    scores: Scores, targets: Places
) -> tuple[NDArray[np.float64], NDArray[np.int_], NDArray[np.bool_]]:
    """The rows that have all scores and a target, these targets, and which rows they are.

    Raises:
        ValueError: If rows differ in length, or a target is not among the candidates.
    """
    given = list(scores.to_numpy()) if isinstance(scores, pd.DataFrame) else list(scores)
    if len(given) != len(targets):
        raise ValueError(f"{len(given)} rows of scores have {len(targets)} targets.")
    rows, places, kept = [], [], []
    for row, place in zip(given, targets, strict=True):
        told = [] if row is None or isinstance(row, float) else list(row)
        whole = bool(told) and not any(pd.isna(one) for one in (*told, place))
        kept.append(whole)
        if whole:
            rows.append([float(one) for one in told])
            places.append(int(place or 0))
    if len({len(row) for row in rows}) > 1:
        raise ValueError("Each row has a score for each candidate: rows differ in length.")
    table = np.array(rows, float) if rows else np.zeros((0, 1))
    if any(not 0 <= place < table.shape[1] for place in places):
        raise ValueError(f"A target is a place from 0 to {table.shape[1] - 1}.")
    return table, np.array(places, int), np.array(kept, bool)


def _credit_ties(table: NDArray[np.float64], places: NDArray[np.int_]) -> NDArray[np.float64]:
    """1 where the target has the highest score alone, 1 / k where k cards share it, else 0."""
    best = table == table.max(axis=1, keepdims=True)
    found: NDArray[np.float64] = best[np.arange(len(table)), places] / best.sum(axis=1)
    return found


def _measure_margins(table: NDArray[np.float64], places: NDArray[np.int_]) -> NDArray[np.float64]:
    rows = np.arange(len(table))
    others = table.copy()
    others[rows, places] = -np.inf
    found: NDArray[np.float64] = table[rows, places] - others.max(axis=1)
    return found
