"""Compare each two players on the items that both have answered."""

from collections.abc import Sequence
from dataclasses import asdict
from itertools import combinations

import pandas as pd

from engine.text import clean
from lab.report.difference_columns import format_cells
from lab.report.section import TextTable
from lab.statistics.multiple_comparisons import adjust_rows
from lab.statistics.paired import compare_paired

HEADS = ("difference [95 %]", "p", "p (Holm)", "cards", "without one card", "cards for 5 points")
NAME_LENGTH = 80
NOTE = (
    "Paired by item: the first minus the second as a share of items. Several items may mean the "
    "same card, so intervals and p are over whole cards: Student's, and the paired t test with the "
    "same error, or McNemar's exact test if each card has one item, as the column test says; with "
    "Holm's correction over all rows. Without one card: the least and the largest difference if "
    "the items of one card are left out. Cards for 5 points: with the items of how many cards such "
    "a difference is found with a power of 80 %."
)


def compare_players(answers: pd.DataFrame, players: Sequence[str] = ()) -> pd.DataFrame:
    """Compare each two players, paired by item, over whole targets; all pairs are one family.

    Args:
        answers: A row for each item and try, with `player`, `item`, `target` and `right`: true,
            false, or a chance. Several tries at an item are averaged.
        players: The players to compare; by default all.

    Returns:
        A row for each pair that has items in common: `first`, `second`, the fields of
        `lab.statistics.paired.Difference`, and `p_holm`.
    """
    names = players or list(dict.fromkeys(answers["player"]))
    right = answers.set_index(["target", "item"])["right"].astype(float)
    of = {name: right[(answers["player"] == name).to_numpy()] for name in names}
    rows = [
        {"first": one, "second": other, **asdict(compare_paired(of[one], of[other]))}
        for one, other in combinations(names, 2)
    ]
    table = pd.DataFrame(rows)
    return adjust_rows(table[table["count"] > 0].reset_index(drop=True)) if rows else table


def build_comparison_table(table: pd.DataFrame, title: str = "Players compared") -> TextTable:
    """Build the table of comparisons, see `compare_players`."""
    rows = [
        (
            clean(row["first"], NAME_LENGTH),
            clean(row["second"], NAME_LENGTH),
            row["test"],
            *format_cells(row),
        )
        for _, row in table.iterrows()
    ]
    return TextTable(title, ("first", "second", "test", *HEADS), rows, 3, NOTE)
