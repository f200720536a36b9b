"""The columns of a table of differences: what every comparison of two line-ups says."""

import pandas as pd

from lab.report.figure_text import DASH, format_difference, format_ends, format_p

HEADS = ("difference", "p", "p (Holm)", "deals", "without one", "for 5 points")
NOTE = (
    "95 % intervals over deals; p by McNemar's exact test for 0 and 1, else by the paired t test, "
    "and of signs where all deals differ alike; p (Holm) is adjusted for all rows. Without one: "
    "the least and the largest difference if one deal is left out. For 5 points: how many deals "
    "find such a difference of shares with a power of 80 %."
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


def describe(table: pd.DataFrame, shown: int | None = None) -> str:
    """Describe the columns, why some rows have no interval, and how many rows are not shown.

    Args:
        table: Rows with the fields of `Difference`.
        shown: How many rows are shown; by default all.
    """
    told = [NOTE]
    bare = table[table["low"].isna()] if len(table) else table
    if reasons := list(dict.fromkeys(bare["reason"])) if len(bare) else []:
        told.append(f"{DASH} instead of an interval: {'; '.join(filter(None, reasons))}.")
    if more := len(table) - (len(table) if shown is None else shown):
        told.append(f"{more:,} more rows are in the file: --format csv --out DIR.")
    return " ".join(told)
