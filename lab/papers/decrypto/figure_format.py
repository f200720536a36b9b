"""Format the figures of Decrypto's tables."""

from collections.abc import Callable, Mapping
from typing import Any

import pandas as pd

from lab.report.figure_text import DASH, format_number

type Format = Callable[[Any], str]
"""Formats a cell from a row of figures."""


def format_figure(row: Any, name: str, *, share: bool = True) -> str:  # noqa: ANN401
    """Format a figure with its standard error and interval: `0.250 ± 0.012 [0.174, 0.345]`."""
    value, error = row[name], row.get(f"{name}_error")
    low, high = row.get(f"{name}_low"), row.get(f"{name}_high")
    if value is None or pd.isna(value):
        return DASH
    form = ".3f" if share else ".2f"
    text = f"{value:{form}}"
    if error is not None and pd.notna(error):
        text += f" ± {error:{form}}"
    if low is not None and pd.notna(low):
        text += f" [{low:{form}}, {high:{form}}]"
    return text


def build_figure_formatter(name: str) -> Format:
    return lambda row: format_figure(row, name)


def build_mean_formatter(name: str) -> Format:
    return lambda row: format_number(row[name])


COUNTS: Mapping[str, Format] = {
    "positions": lambda row: f"{row['positions']:,}",
    "unanswered": lambda row: f"{row['unanswered']:,}",
}
