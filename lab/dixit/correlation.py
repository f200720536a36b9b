"""How far DixitBench stands for the Arena: correlations over players that have both."""

from collections.abc import Mapping
from typing import Any

import pandas as pd
from scipy import stats

from lab.dixit.accuracy import index_rows
from lab.measures import estimate_correlation


def correlate(bench: Mapping[str, float], arena: Mapping[str, float]) -> dict[str, Any]:
    """How far DixitBench stands for the Arena (section 3.2), over the players that have both.

    Returns:
        `n`; `pearson` with `low` and `high` by Fisher's z and `pearson_p`; `spearman` and
        `spearman_p`; `players`.
    """
    table = pd.DataFrame({"bench": pd.Series(bench), "arena": pd.Series(arena)}).dropna()
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
    }
    if line.value is not None:
        row["pearson_p"] = float(stats.pearsonr(table["bench"], table["arena"]).pvalue)
        ranks = stats.spearmanr(table["bench"], table["arena"])
        row |= {"spearman": float(ranks.statistic), "spearman_p": float(ranks.pvalue)}
    return row


def correlate_leaving_one_out(
    bench: Mapping[str, float], arena: Mapping[str, float]
) -> pd.DataFrame:
    """The correlation without each player in turn (Table 9); the first row drops none.

    Returns:
        By the player that is dropped, `none` first: `n`, `pearson`, `low`, `high`, `spearman`.
    """
    names = [name for name in bench if name in arena]
    found = {}
    for dropped in (None, *names):
        row = correlate({name: bench[name] for name in names if name != dropped}, arena)
        found[dropped or "none"] = {
            name: row[name] for name in ("n", "pearson", "low", "high", "spearman")
        }
    return index_rows(found, ["dropped"])
