"""Score predictions of guesses: Table 2 of the Decrypto benchmark, and their calibration."""

from collections.abc import Iterable, Sequence
from typing import Any

import numpy as np
import pandas as pd

from lab.papers.decrypto.score_estimates import (
    average_games,
    estimate_share,
    measure_groups,
    spread_estimate,
)

BINS = 10
"""Bins of equal width for the expected calibration error."""


def score_predictions(answers: pd.DataFrame, by: Sequence[str]) -> pd.DataFrame:
    """Compute Table 2: how often a prediction was the actual guess.

    - `total`: right / answered predictions, over turns (micro).
    - `total_games`: the mean over games of that share (macro), as the paper's code has it.
    - `intercepted`, `intercepted_games`: the same only for turns with an interception.
    - `of_asked`: right / asked, so that unanswered questions count as wrong.
    - `predicted_code`: the share of answered predictions that are the code itself.

    Args:
        answers: Rows of `predict-interceptor` or `predict-decoder`.
        by: The columns that make rows of the table.
    """

    def measure(rows: pd.DataFrame) -> dict[str, Any]:
        hit = rows[rows["interception"].astype(bool)]
        counted = rows["right"].map(bool, na_action="ignore")
        return {
            **spread_estimate("total", estimate_share(rows, "right")),
            **spread_estimate("total_games", average_games(rows, "right")),
            **spread_estimate("intercepted", estimate_share(hit, "right")),
            **spread_estimate("intercepted_games", average_games(hit, "right")),
            "of_asked": float(counted.fillna(value=False).astype(bool).mean()),
            **spread_estimate("predicted_code", estimate_share(rows, "predicted_code")),
            "positions": len(rows),
            "unanswered": int(rows["right"].isna().sum()),
        }

    return measure_groups(answers, by, measure)


def score_calibration(answers: pd.DataFrame, by: Sequence[str]) -> pd.DataFrame:
    """Score the calibration of predictions: the Brier score and the calibration error.

    - `brier`: mean (confidence - right)^2 (Brier 1950, for two outcomes): 0 is best, a constant
      confidence of 50 per cent gives 0.25.
    - `ece`: the sum over `BINS` bins of n_b / n |right_b - confidence_b| (Guo et al. 2017).

    Args:
        answers: Rows of `predict-decoder`.
        by: The columns that make rows of the table.
    """

    def measure(rows: pd.DataFrame) -> dict[str, Any]:
        known = rows[rows["confidence"].notna()]
        sure = known["confidence"].astype(float)
        right = known["right"].astype(bool).astype(float)
        return {
            **spread_estimate("right", estimate_share(rows, "right")),
            "confidence": float(sure.mean()) if len(known) else None,
            **spread_estimate("brier", estimate_share(rows, "brier")),
            "ece": measure_ece(sure, right),
            "positions": len(rows),
            "unanswered": len(rows) - len(known),
        }

    return measure_groups(answers, by, measure)


def list_calibration_bins(confidence: Iterable[float], right: Iterable[float]) -> pd.DataFrame:
    """List, by bin of confidence: number of answers, mean confidence, share of right ones."""
    table = pd.DataFrame({"confidence": list(confidence), "right": list(right)}, dtype=float)
    places = np.clip(np.ceil(table["confidence"] * BINS) - 1, 0, BINS - 1).astype(int)
    bins = table.groupby(places).agg(
        count=("right", "size"), confidence=("confidence", "mean"), right=("right", "mean")
    )
    bins.index.name = "bin"
    return bins


def measure_ece(confidence: Iterable[float], right: Iterable[float]) -> float | None:
    """Measure the expected calibration error; `None` without answers."""
    bins = list_calibration_bins(confidence, right)
    if bins.empty:
        return None
    gaps = (bins["right"] - bins["confidence"]).abs() * bins["count"]
    return float(gaps.sum() / bins["count"].sum())
