"""Arrange single ratings in a table with a column for each rater."""

import pandas as pd

from lab.papers.dixitworld.input_tables import require_columns


def spread_ratings(ratings: pd.DataFrame, scale: str) -> pd.DataFrame:
    """Arrange ratings of a scale for agreement: a row for each item, a column for each rater."""
    known = require_columns(pd.DataFrame(ratings), ["item", "rater", scale])
    if known.empty:
        return pd.DataFrame()
    return known.pivot_table(
        index="item", columns="rater", values=scale, aggfunc="last", observed=True
    )
