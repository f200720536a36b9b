"""Correlate the results of DixitBench and DixitArena over the players that have both."""

from collections.abc import Mapping
from typing import Any

import pandas as pd

from lab.papers.dixitworld.bench_accuracy import index_rows
from lab.statistics.correlation import (
    estimate_correlation,
    measure_correlation_p,
    measure_rank_correlation,
)

type Figures = Mapping[str, float] | pd.Series
"""Figures by player."""


def correlate(bench: Figures, arena: Figures) -> dict[str, Any]:
    """Correlate DixitBench and the Arena (section 3.2) over players with both.

    Returns:
        `n`; `pearson` with `low` and `high` by Fisher's z and `pearson_p`; `spearman` and
        `spearman_p`, exact for up to 6; `players`; `reason`: why a figure is missing.
    """
    table = pd.concat([_to_series(bench), _to_series(arena)], axis=1, keys=["bench", "arena"])
    table = table.dropna()
    line = estimate_correlation(table["bench"], table["arena"])
    row: dict[str, Any] = {
        "n": len(table),
        "pearson": line.value,
        "low": line.low,
        "high": line.high,
        "pearson_p": None,
        "spearman": None,
        "spearman_p": None,
        "players": list(table.index),
        "reason": line.reason,
    }
    if line.value is not None:
        sides = table["bench"], table["arena"]
        row["pearson_p"] = measure_correlation_p(*sides)
        row["spearman"], row["spearman_p"] = measure_rank_correlation(*sides)
    return row


def correlate_leaving_one_out(bench: Figures, arena: Figures) -> pd.DataFrame:
    """Compute the correlation without each player in turn (Table 9); the first row has all.

    Returns:
        By the player that is dropped, `none` first: `n`, `pearson`, `low`, `high`, `spearman`,
        `reason`.
    """
    one, other = _to_series(bench), _to_series(arena)
    columns = ("n", "pearson", "low", "high", "spearman", "reason")
    found = {}
    for dropped in (None, *correlate(one, other)["players"]):
        row = correlate(one if dropped is None else one.drop(dropped), other)
        found["none" if dropped is None else dropped] = {name: row[name] for name in columns}
    return index_rows(found, ["dropped"])


def _to_series(figures: Figures) -> pd.Series:
    """Figures as numbers; missing and infinite ones are NaN."""
    numbers = pd.to_numeric(pd.Series(figures, dtype=object)).astype(float)
    return numbers.where(numbers.abs() < float("inf"))
