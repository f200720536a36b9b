"""Format figures as text."""

from typing import Any

import pandas as pd

DASH = "\N{EN DASH}"


def format_number(value: Any, form: str = ".3f") -> str:  # noqa: ANN401 - a figure, if any
    """Format a figure; a dash if it is undefined."""
    return DASH if value is None or pd.isna(value) else f"{value:{form}}"


def format_p(value: float | None) -> str:
    """Format a p-value as in papers."""
    if value is None or pd.isna(value):
        return DASH
    return "< 0.001" if value < 0.001 else f"{value:.3f}"


def format_difference(row: pd.Series) -> str:
    """Format a difference with its interval: `+0.125 [+0.031, +0.219]`, a dash for none."""
    if pd.isna(row["value"]):
        return DASH
    ends = f"{row['low']:+.3f}, {row['high']:+.3f}" if pd.notna(row["low"]) else DASH
    return f"{row['value']:+.3f} [{ends}]"


def format_ends(low: float | None, high: float | None) -> str:
    """Format the ends of a range: `+0.031 to +0.219`."""
    return DASH if low is None or pd.isna(low) else f"{low:+.3f} to {high:+.3f}"
