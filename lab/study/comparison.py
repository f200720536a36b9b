"""Compare the storytellers of a study by what its raters said of their clues."""

import pandas as pd

from lab.papers.dixitworld.clue_ratings import compare_storytellers
from lab.statistics.multiple_comparisons import adjust_rows


def tabulate_storytellers(ratings: pd.DataFrame) -> pd.DataFrame:
    """Compare each two storytellers on each display; all comparisons are one family.

    Returns:
        `display`, and the columns of `compare_storytellers`; empty without two storytellers.
    """
    parts = [
        compare_storytellers(some).assign(display=display)
        for display, some in ratings.groupby("display", observed=True)
    ]
    parts = [part for part in parts if "p" in part]
    return adjust_rows(pd.concat(parts, ignore_index=True)) if parts else pd.DataFrame()
