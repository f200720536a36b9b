"""Format differences and intervals."""

from typing import Any

import pandas as pd

from engine.text import clean

DASH = "\N{EN DASH}"


def format_interval(row: Any, figure: str, factor: float = 1, decimals: int = 2) -> str:  # noqa: ANN401
    value, low, high = (row[f"{figure}{end}"] for end in ("", "_low", "_high"))
    if value is None or pd.isna(value):
        return DASH
    text = f"{factor * float(value):.{decimals}f}"
    if low is None or pd.isna(low):
        return text
    return f"{text} [{factor * float(low):.{decimals}f}, {factor * float(high):.{decimals}f}]"


def format_signed(value: Any, low: Any, high: Any, decimals: int = 2) -> str:  # noqa: ANN401
    if value is None or pd.isna(value):
        return DASH
    text = f"{float(value):+.{decimals}f}"
    if low is None or pd.isna(low):
        return clean(text)
    return f"{text} [{float(low):+.{decimals}f}, {float(high):+.{decimals}f}]"
