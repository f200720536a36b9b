"""Rounds apart by the options of the game that vary, so that no figure pools them."""

from collections.abc import Iterator

import pandas as pd

from lab.analysis.matrix_layout import describe_column, format_value


def is_option(column: str) -> bool:
    """Whether a column holds an option of the game."""
    return column.startswith("option_")


def split_by_options(rounds: pd.DataFrame) -> Iterator[tuple[str, pd.DataFrame]]:
    """Yield the rounds of each combination of options that vary, with its name.

    Games with other options are never in one figure.
    """
    varied = [name for name in rounds if is_option(name) and rounds[name].nunique(dropna=False) > 1]
    if not varied:
        yield "", rounds
        return
    for key, some in rounds.groupby(varied, observed=True, dropna=False, sort=False):
        told = zip(varied, key, strict=True)
        yield ", ".join(f"{describe_column(name)} {format_value(one)}" for name, one in told), some
