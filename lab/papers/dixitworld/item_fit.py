"""Fit the difficulty of items to the answers of solvers, and judge which items fit.

Items are chosen by this analysis, and their tiers are fitted again by it.
"""

import pandas as pd
from scipy import stats

from lab.papers.dixitworld.clue_readings import READER
from lab.papers.dixitworld.item_drawing import DISTRACTORS, TIER_ORDER
from lab.statistics.estimate import CONFIDENCE
from lab.statistics.informed_rasch import fit_informed_rasch
from lab.statistics.rasch import (
    PRIOR_SD,
    RaschFit,
    count_right,
    estimate_abilities,
    fit_rasch,
    split_tiers,
    tabulate_answers,
)

LEAST, MOST = 0.3, 0.9
"""The shares of right answers between which an item fits."""
GUESS = round(1 / (DISTRACTORS + 1), 4)
"""The chance to find an item by guessing, as chances are rounded."""


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

    The readings of the deck, and what machines answer, are fitted alone. Where readers have chosen
    among the cards of items, this is what is expected of these items, and the choices decide how
    much it is worth, and how far each item is from it.

    An item fits if 30 to 90 % of all solvers find it, with their weights; as many of the readers
    alone, or, where some have chosen, at least 30 %; and if it correlates positively with the rest
    of the items. Readings understate how often readers find a card among six, so where some have
    chosen, all readers count with the chance that the choices show.

    Args:
        answers: A row for each solver and item: `solver`, `kind`, `item`, `right` (a chance), and
            `choice` (whether it chose among the cards of the item; left out, nobody did), `clue`
            (with its card; choices count for all items of a clue). More answered items than those
            of a bench make it surer what readings are worth.

    Returns:
        By item: `solvers`, `share` and `readers` (how many find it of all, and of readers),
        `rest`, `difficulty`, `error`, `low` and `high` (its 95 % interval), `found` (whether a
        reader finds it more often than by guessing), `fits`; and the fit.

    Raises:
        ValueError: If there are no answers.
    """
    seen = answers["kind"] == READER
    chose = seen & answers["choice"] if "choice" in answers else seen & False
    weights = weigh_solvers(answers)
    if chose.any() and not chose.all():
        table, fit = _fit_choices(answers, chose, weights)
        most = 1.0
    else:
        fit = fit_rasch(answers, weights)
        table = fit.items[["solvers", "share", "rest", "difficulty", "error"]].copy()
        table["readers"] = answers[seen].groupby("item")["right"].mean().reindex(table.index)
        most = MOST
    best = answers[seen].groupby("item")["right"].max().reindex(table.index)
    table["found"] = best.isna() | (best > GUESS)
    reach = float(stats.norm.ppf((1 + CONFIDENCE) / 2)) * table["error"]
    table["low"], table["high"] = table["difficulty"] - reach, table["difficulty"] + reach
    known = table["readers"].isna() | table["readers"].between(LEAST, most)
    table["fits"] = table["share"].between(LEAST, MOST) & known & (table["rest"] > 0)
    order = ["solvers", "share", "readers", "rest", "difficulty", "error", "low", "high"]
    return table[[*order, "found", "fits"]], fit


def _fit_choices(
    answers: pd.DataFrame, chose: pd.Series, weights: dict[str, float]
) -> tuple[pd.DataFrame, RaschFit]:
    """Fit the choices of readers, informed by all else."""
    every = tabulate_answers(answers)
    other = fit_rasch(answers[~chose], weigh_solvers(answers[~chose]))
    expected = other.items["difficulty"].reindex(every.columns).fillna(0.0)
    clues = answers.drop_duplicates("item").set_index("item")["clue"]
    informed = fit_informed_rasch(answers[chose], expected, clues)
    table = count_right(every, weights).drop(columns="right").join(informed.items)
    seen = answers["kind"] == READER
    asked = answers[seen].groupby("item").size().reindex(table.index).fillna(0)
    programs = answers[~seen].groupby("item")["right"].mean().reindex(table.index)
    whole = (asked * table["chance"] + programs.fillna(0)) / (asked + programs.notna())
    table["share"] = whole.where(asked > 0, programs)
    solvers = estimate_abilities(every, table["difficulty"], PRIOR_SD)
    items = table.drop(columns="chance")
    fit = RaschFit(items, solvers, PRIOR_SD, other.converged)
    return table.rename(columns={"chance": "readers"}), fit


def assign_tiers(table: pd.DataFrame, order: list[str]) -> pd.Series:
    """Assign tiers of equal size by difficulty.

    Args:
        table: By item: `difficulty`.
        order: The items; of equally difficult ones, those that come first are the easier ones.
    """
    difficulty = table["difficulty"].loc[[item for item in order if item in table.index]]
    return pd.Series(split_tiers(difficulty, TIER_ORDER), dtype=object)
