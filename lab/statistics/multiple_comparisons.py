"""Adjust p-values for multiple comparisons."""

from collections.abc import Sequence

import pandas as pd
from statsmodels.stats.multitest import multipletests


def adjust_p_values(p_values: Sequence[float | None], method: str = "holm") -> list[float | None]:
    """Adjust p-values for multiple comparisons; by default Holm (1979), without assumptions.

    Args:
        p_values: The p-values of all comparisons; `None` is kept, and not counted.
        method: `holm`, or another that `statsmodels.stats.multitest.multipletests` knows.
    """
    known = [p for p in p_values if p is not None]
    if not known:
        return list(p_values)
    adjusted = iter(multipletests(known, method=method)[1])
    return [None if p is None else float(next(adjusted)) for p in p_values]


def adjust_rows(table: pd.DataFrame) -> pd.DataFrame:
    """Add `p_holm` to a table of comparisons, which are one family, after their column `p`."""
    if table.empty:
        return table
    known = [None if pd.isna(p) else float(p) for p in table["p"]]
    return table.assign(p_holm=pd.Series(adjust_p_values(known), table.index, dtype=float))
