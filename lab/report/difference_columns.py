"""The columns of a table of differences: what every comparison of two line-ups says."""

import pandas as pd

from lab.report.figure_text import DASH, format_difference, format_ends, format_p

HEADS = ("difference", "p", "p (Holm)", "deals", "without one", "for 5 points")
NOTE = (
    "Without one: the least and the largest difference if one deal is left out. For 5 points: "
    "how many deals find such a difference of shares with a power of 80 %."
)


def format_cells(row: pd.Series) -> tuple[str, ...]:
    """Format the cells of `HEADS` from a row with the fields of `Difference`, and `p_holm`."""
    return (
        format_difference(row),
        format_p(row["p"]),
        format_p(row["p_holm"]),
        f"{row['count']:,}",
        format_ends(row["least"], row["most"]),
        DASH if pd.isna(row["needed"]) else f"{row['needed']:,.0f}",
    )
