"""What the scores of the Decrypto benchmark (arXiv:2506.20664) share.

Each table and figure is computed in a file of its own, each function with its formula. With several
model seeds, a score is the mean over seeds, with the standard error between seeds. Intervals are
over whole deals. Unanswered questions are counted separately: they are never right, and wrong only
where a score says so.
"""

from collections.abc import Callable, Sequence
from typing import Any

import pandas as pd

from lab.analysis.lineup_columns import arrange_lineups
from lab.analysis.seed_average import average_seeds
from lab.analysis.tables import Run
from lab.statistics.estimate import Estimate

SEATS = ("encoder", "decoder", "interceptor")
SEAT_COLUMNS = tuple(f"player_{seat}" for seat in SEATS)


def estimate_share(table: pd.DataFrame, column: str, *, chances: str = "") -> Estimate:
    """Estimate sum(column) / sum(chances) over rows in which both are known, see `average_seeds`.

    Args:
        table: Rows with `deal`, and `model_seed` if there are several.
        column: Truth values, shares or counts.
        chances: The column with the number of possible events; by default 1 in each row.
    """
    numbers = pd.to_numeric(table[column].astype("object"), errors="coerce").astype(float)
    possible = table[chances].astype(float) if chances else pd.Series(1.0, index=table.index)
    possible = possible.where(numbers.notna())
    return average_seeds(numbers, possible, table)


def average_games(table: pd.DataFrame, column: str) -> Estimate:
    """Estimate the mean over games of each game's mean (macro average), as the paper's code has it.

    Args:
        table: Rows with `about`, the game; `deal`, and `model_seed` if there are several.
        column: Truth values or shares.
    """
    numbers = pd.to_numeric(table[column].astype("object"), errors="coerce").astype(float)
    names = [name for name in ("about", "deal", "model_seed") if name in table]
    known = table[names].assign(mean=numbers)[numbers.notna()]
    games = known.groupby(names, sort=False, as_index=False).mean()
    return average_seeds(games["mean"], pd.Series(1.0, index=games.index), games)


def list_answer_columns(run: Run, answers: pd.DataFrame, names: Sequence[str]) -> list[str]:
    """List the columns that tell answers apart: these, and whatever else varies in line-ups.

    Args:
        run: The run.
        answers: Answers to questions; gets columns of what tells line-ups apart.
        names: Columns that are there even if they do not vary.
    """
    layout, _ = arrange_lineups(run, "question", answers)
    if "context" in answers:
        answers["context"] = answers["context"].astype(object).fillna("view")
    rest = [one for one in layout.dimensions if one not in names and one != "question"]
    return [one for one in (*names, *rest) if one in answers and one not in layout.pooled]


def map_to_match_trials(run: Run) -> dict[int, int]:
    """Map trials about a match to the number of that match's trial."""
    query = "SELECT t.number, m.number FROM trials t JOIN trials m ON m.key = t.about"
    return dict(run.file.database.execute(query).fetchall())


def spread_estimate(name: str, figure: Estimate) -> dict[str, Any]:
    """Spread a figure, its interval, its errors and why it has none over columns."""
    return {
        name: figure.value,
        f"{name}_low": figure.low,
        f"{name}_high": figure.high,
        f"{name}_error": figure.error,
        f"{name}_count": figure.count,
        f"{name}_undefined": figure.reason,
    }


def measure_groups(
    table: pd.DataFrame, by: Sequence[str], measure: Callable[[pd.DataFrame], dict[str, Any]]
) -> pd.DataFrame:
    found = []
    for key, rows in table.groupby(list(by), observed=True, sort=False, dropna=False):
        names = dict(zip(by, key if isinstance(key, tuple) else (key,), strict=True))
        seeds = rows["model_seed"].nunique() if "model_seed" in rows else 1
        counts = {"deals": rows["deal"].nunique(), "seeds": max(1, seeds)}
        found.append({**names, **measure(rows), **counts})
    return pd.DataFrame(found)
