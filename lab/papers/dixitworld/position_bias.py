"""Test whether players prefer some positions."""

from collections.abc import Iterable, Sequence
from typing import Any

import pandas as pd
from scipy import stats

from lab.papers.dixitworld.bench_accuracy import index_rows, measure_accuracy
from lab.papers.dixitworld.input_tables import require_columns
from lab.statistics.uniformity import check_uniform


def check_positions(counts: Sequence[int], unparsed: int = 0) -> dict[str, Any]:
    """Test whether positions are equally frequent: Pearson's chi-square (sec. 3.4, appendix O).

    Args:
        counts: How often each position was chosen.
        unparsed: The number of answers that could not be read.

    Returns:
        `cells` (positions alone), `chi2`, `df`, `p`; and with the unparsed answers as one more
        cell, as two of the paper's values are: `chi2_with_unparsed`, `df_with_unparsed`,
        `p_with_unparsed`; `counts`, `unparsed`; `reason`: why there is no figure.

    Raises:
        ValueError: If a count is below 0 or no whole number.
    """
    if any(one < 0 or one != int(one) for one in (*counts, unparsed)):
        raise ValueError(f"Counts are whole numbers from 0 on, not {[*counts, unparsed]}.")
    short = "one position alone cannot be uneven" if sum(counts) else "nothing was counted"
    alone = check_uniform(list(counts)) or (None, None, None)
    both = check_uniform([*counts, unparsed]) if unparsed else None
    return {
        "cells": len(counts),
        "counts": list(counts),
        "unparsed": unparsed,
        **dict(zip(("chi2", "df", "p"), alone, strict=True)),
        **dict(
            zip(
                ("chi2_with_unparsed", "df_with_unparsed", "p_with_unparsed"),
                both or (None, None, None),
                strict=True,
            )
        ),
        "reason": "" if alone[0] is not None else short,
    }


def find_chi_square_p(chi2: float, df: int) -> float:
    """Compute the p-value of a chi-square statistic: .608 for 1.83 with 3 degrees of freedom."""
    return float(stats.chi2.sf(chi2, df))


def measure_positions(answers: pd.DataFrame, cells: int = 6) -> pd.DataFrame:
    """Measure which positions each player chooses (Table 10): counts and chi-square.

    Args:
        answers: A row for each item and try, with `player` and `chosen_position`, from 1.
        cells: The number of positions.

    Raises:
        ValueError: If a position is outside 1 to `cells`.
    """
    answers = require_columns(pd.DataFrame(answers), ["player", "chosen_position"])
    found = {}
    for name, some in answers.groupby("player", observed=True):
        counts = count_positions(some["chosen_position"], cells)
        row = check_positions(counts, int(some["chosen_position"].isna().sum()))
        del row["counts"]
        found[name] = {**{f"P{n}": count for n, count in enumerate(counts, 1)}, **row}
    return index_rows(found, ["player"])


def count_positions(positions: Iterable[float | None], cells: int) -> list[int]:
    """Count how often each position, from 1, was chosen; missing ones are left out.

    Raises:
        ValueError: If a position is outside 1 to `cells`.
    """
    known = pd.Series(list(positions), dtype=float).dropna()
    outside = known[(known < 1) | (known > cells) | (known % 1 != 0)]
    if len(outside):
        raise ValueError(f"Positions count from 1 to {cells}; {outside.iloc[0]:g} is none.")
    return [int((known == number).sum()) for number in range(1, cells + 1)]


def measure_accuracy_by_position(answers: pd.DataFrame) -> pd.DataFrame:
    """Measure the accuracy by the position of the target, over all items (appendix O)."""
    return measure_accuracy(answers, ["position"])
