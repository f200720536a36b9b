"""Fit the difficulty of items to the answers of solvers, and judge which items fit.

Items are chosen by this analysis, and their tiers are fitted again by it.
"""

import pandas as pd
from scipy import stats

from lab.papers.dixitworld.clue_readings import READER
from lab.papers.dixitworld.item_drawing import TIER_ORDER
from lab.statistics.estimate import CONFIDENCE
from lab.statistics.rasch import RaschFit, fit_rasch, split_tiers

LEAST, MOST = 0.3, 0.9
"""The shares of right answers between which an item fits."""


def weigh_solvers(answers: pd.DataFrame) -> dict[str, float]:
    """Weigh solvers: each reader counts 1, and all machines together count 1.

    Machines share words and mostly agree, so many of them are no more evidence than one.

    Args:
        answers: A row for each solver and item, with `solver` and `kind`.
    """
    kinds = answers.drop_duplicates("solver").set_index("solver")["kind"]
    machines = int((kinds != READER).sum())
    return {solver: 1.0 if kind == READER else 1 / machines for solver, kind in kinds.items()}


def fit_items(answers: pd.DataFrame) -> tuple[pd.DataFrame, RaschFit]:
    """Fit the difficulty of each item.

    An item fits if 30 to 90 % of all solvers find it, with their weights, as many of the readers
    alone, and if it correlates positively with the rest of the items.

    Args:
        answers: A row for each solver and item: `solver`, `kind`, `item`, `right` (a chance).

    Returns:
        By item: `solvers`, `share` and `readers` (the shares of right answers of all and of
        readers), `rest`, `difficulty`, `error`, `low` and `high` (its 95 % interval), `fits`; and
        the fit.

    Raises:
        ValueError: If there are no answers.
    """
    fit = fit_rasch(answers, weigh_solvers(answers))
    readers = answers[answers["kind"] == READER].groupby("item")["right"].mean()
    table = fit.items[["solvers", "share", "rest", "difficulty", "error"]].copy()
    table.insert(2, "readers", readers.reindex(table.index))
    reach = float(stats.norm.ppf((1 + CONFIDENCE) / 2)) * table["error"]
    table["low"], table["high"] = table["difficulty"] - reach, table["difficulty"] + reach
    known = table["readers"].isna() | table["readers"].between(LEAST, MOST)
    table["fits"] = table["share"].between(LEAST, MOST) & known & (table["rest"] > 0)
    return table, fit


def assign_tiers(table: pd.DataFrame, order: list[str]) -> pd.Series:
    """Assign tiers of equal size by difficulty.

    Args:
        table: By item: `difficulty`.
        order: The items; of equally difficult ones, those that come first are the easier ones.
    """
    difficulty = table["difficulty"].loc[[item for item in order if item in table.index]]
    return pd.Series(split_tiers(difficulty, TIER_ORDER), dtype=object)
