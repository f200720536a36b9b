"""Adjust p-values for multiple comparisons."""

from collections.abc import Sequence

import numpy as np
import pandas as pd


def adjust_p_values(p_values: Sequence[float | None]) -> list[float | None]:
    """Adjust p-values for multiple comparisons by Holm (1979), which assumes nothing of them.

    `statsmodels.stats.multitest.multipletests` gives the same, but collects all garbage of the
    process each time, which takes up to a second.

    Args:
        p_values: The p-values of all comparisons; `None` is kept, and not counted.
    """
    known = np.array([p for p in p_values if p is not None], dtype=float)
    order = known.argsort()
    raised = known[order] * np.arange(len(known), 0, -1)
    known[order] = np.maximum.accumulate(raised).clip(max=1.0)
    adjusted = iter(known)
    return [None if p is None else float(next(adjusted)) for p in p_values]


def adjust_rows(table: pd.DataFrame) -> pd.DataFrame:
    """Add `p_holm` to a table of comparisons, which are one family, after their column `p`."""
    if table.empty:
        return table
    known = [None if pd.isna(p) else float(p) for p in table["p"]]
    return table.assign(p_holm=pd.Series(adjust_p_values(known), table.index, dtype=float))
