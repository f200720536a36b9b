"""Fit the Rasch model: how able solvers are, and how difficult items are.

A solver of ability a solves an item of difficulty d with the chance 1 / (1 + exp(d - a)) (Rasch
1960). Difficulties are those of marginal maximum likelihood with normally distributed abilities
(Bock and Aitkin 1981), which also holds for solvers that answered some items only. Each difficulty
has a weak normal prior (deviation 3 logits): items that all or no solvers found stay finite.
"""

from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np
import pandas as pd
from numpy.typing import NDArray

type Floats = NDArray[np.float64]

NODES = 241
REACH = 5.0
"""Abilities are integrated at so many points, over this many deviations on both sides."""
PRIOR_SD = 3.0
STEPS = 500
CLOSE = 1e-6
PLACES = 3
LEAST_SD, MOST_SD = 0.1, 4.0


@dataclass(frozen=True)
class RaschFit:
    """A fitted Rasch model."""

    items: pd.DataFrame
    """By item: `difficulty` in logits (0 is the mean solver), `error`, `solvers`, `right`; `share`:
    of right answers, with the weights of solvers; `rest`: the correlation with the share of other
    items that the same solvers found."""
    solvers: pd.DataFrame
    """By solver: `ability`, `error`, `items`, `right`, `share`."""
    spread: float
    """The standard deviation of abilities."""
    converged: bool


def fit_rasch(answers: pd.DataFrame, weights: Mapping[str, float] | None = None) -> RaschFit:
    """Fit the model to answers.

    Args:
        answers: A row for each solver and item, with `solver`, `item` and `right`; several tries of
            a solver at an item count as its share of right ones.
        weights: By solver: how much its answers count; by default 1. Several solvers that are much
            alike, such as programs with the same words, may count less.

    Raises:
        ValueError: If there are no answers.
    """
    table = tabulate_answers(answers)
    known, scores = split_known(table)
    of = np.array([1.0 if weights is None else weights[solver] for solver in table.index])
    counts = of[:, None] * known
    nodes = np.linspace(-REACH, REACH, NODES)
    difficulty, spread, converged = np.zeros(table.shape[1]), 1.0, False
    for _ in range(STEPS):
        chances = _weigh_abilities(scores, known, difficulty, spread, nodes)
        solved = of @ scores
        moved = _step_difficulties(solved, counts, difficulty, spread * nodes, chances)
        second = float((of @ (chances * (spread * nodes) ** 2)).sum() / of.sum())
        wider = float(np.clip(np.sqrt(second), LEAST_SD, MOST_SD))
        change = max(float(np.abs(moved - difficulty).max()), abs(wider - spread))
        difficulty, spread = moved, wider
        if change < CLOSE:
            converged = True
            break
    chances = _weigh_abilities(scores, known, difficulty, spread, nodes)
    information = _measure_information(counts, difficulty, spread * nodes, chances)
    items = count_right(table, weights)
    items.insert(0, "difficulty", difficulty)
    items.insert(1, "error", 1 / np.sqrt(information + 1 / PRIOR_SD**2))
    solvers = estimate_abilities(table, items["difficulty"], spread)
    return RaschFit(items, solvers, spread, converged)


def tabulate_answers(answers: pd.DataFrame) -> pd.DataFrame:
    """Tabulate the shares of right answers: solvers in rows, items in columns.

    Raises:
        ValueError: If there are no answers.
    """
    table = answers.pivot_table(index="solver", columns="item", values="right", aggfunc="mean")
    if table.empty:
        raise ValueError("There are no answers to fit.")
    return table


def split_known(table: pd.DataFrame) -> tuple[NDArray[np.bool_], Floats]:
    """Find which answers are known, and their shares, 0 where they are not."""
    right = table.to_numpy(float)
    known = ~np.isnan(right)
    return known, np.where(known, right, 0.0)


def count_right(table: pd.DataFrame, weights: Mapping[str, float] | None = None) -> pd.DataFrame:
    """Count right answers by item: the columns `solvers`, `right`, `share`, `rest` of a fit."""
    known, scores = split_known(table)
    of = np.array([1.0 if weights is None else weights[solver] for solver in table.index])
    return pd.DataFrame(
        {
            "solvers": known.sum(axis=0),
            "right": scores.sum(axis=0),
            "share": of @ scores / (of @ known),
            "rest": correlate_with_rest(table),
        },
        index=table.columns,
    )


def estimate_abilities(table: pd.DataFrame, difficulty: pd.Series, spread: float) -> pd.DataFrame:
    """Estimate the abilities of solvers where difficulties are known: `solvers` of a fit.

    Args:
        table: Solvers in rows, items in columns; missing where a solver was not asked.
        difficulty: By item.
        spread: The standard deviation of abilities.
    """
    known, scores = split_known(table)
    nodes = np.linspace(-REACH, REACH, NODES)
    of_item = difficulty[table.columns].to_numpy(float)
    chances = _weigh_abilities(scores, known, of_item, spread, nodes)
    ability = chances @ (spread * nodes)
    return pd.DataFrame(
        {
            "ability": ability,
            "error": np.sqrt(np.maximum(chances @ (spread * nodes) ** 2 - ability**2, 0)),
            "items": known.sum(axis=1),
            "right": scores.sum(axis=1),
            "share": scores.sum(axis=1) / known.sum(axis=1),
        },
        index=table.index,
    )


def correlate_with_rest(table: pd.DataFrame) -> pd.Series:
    """Correlate each item with the share of the other items that a solver found.

    It is missing if fewer than three solvers answered, or if either does not vary.

    Args:
        table: Solvers in rows, items in columns; missing where a solver was not asked.
    """
    right = table.to_numpy(float)
    known = ~np.isnan(right)
    others = known.sum(axis=1, keepdims=True) - 1
    known &= others > 0
    own = np.where(known, right, np.nan)
    rest = (np.nansum(right, axis=1, keepdims=True) - own) / np.maximum(others, 1)
    asked = known.sum(axis=0)
    gaps, of_rest = (_subtract_means(values, asked) for values in (own, rest))
    spread = np.sqrt((gaps**2).sum(axis=0) * (of_rest**2).sum(axis=0))
    varies = (asked > 2) & (_reach(own, known) > 0) & (_reach(rest, known) > CLOSE)
    found = (gaps * of_rest).sum(axis=0) / np.where(varies, spread, np.nan)
    return pd.Series(found, index=table.columns)


def _subtract_means(values: Floats, counts: NDArray[np.int_]) -> Floats:
    """Subtract the mean of each column; 0 where a value is missing."""
    gaps: Floats = values - np.nansum(values, axis=0) / np.maximum(counts, 1)
    return np.nan_to_num(gaps)


def _reach(values: Floats, known: NDArray[np.bool_]) -> Floats:
    """Find how far the known values of each column reach; below 0 where there are none."""
    most, least = (np.where(known, values, end) for end in (-np.inf, np.inf))
    found: Floats = most.max(axis=0) - least.min(axis=0)
    return found


def split_tiers(difficulty: pd.Series, names: tuple[str, ...]) -> Mapping[object, str]:
    """Split items into tiers of equal size by difficulty, the easiest first.

    Items of equal difficulty keep their order. Difficulties are equal if they are to `PLACES`
    decimal places, far above the errors of rounding, so that the split is the same everywhere.
    """
    order = sorted(difficulty.index, key=lambda item: round(float(difficulty[item]), PLACES))
    return {item: names[place * len(names) // len(order)] for place, item in enumerate(order)}


def _weigh_abilities(
    scores: Floats, known: NDArray[np.bool_], difficulty: Floats, spread: float, nodes: Floats
) -> Floats:
    """Weigh the abilities of each solver by their posterior: shape (solvers, nodes)."""
    abilities = spread * nodes
    # The chance to solve is that to miss times the odds, and the item's part of the odds cancels.
    solved = np.outer(scores.sum(axis=1), abilities)
    missed = (np.log1p(_compute_odds(difficulty, abilities)) @ known.T).T
    likelihood = solved - missed - nodes**2 / 2
    weights = np.exp(likelihood - likelihood.max(axis=1, keepdims=True))
    found: Floats = weights / weights.sum(axis=1, keepdims=True)
    return found


def _step_difficulties(
    solved: Floats,
    counts: Floats,
    difficulty: Floats,
    abilities: Floats,
    chances: Floats,
) -> Floats:
    """Take a step of Newton's method towards the most likely difficulties."""
    asked, solving = counts.T @ chances, _compute_chances(difficulty, abilities).T
    expected = (asked * solving).sum(axis=1)
    slope = expected - solved - difficulty / PRIOR_SD**2
    curve = (asked * solving * (1 - solving)).sum(axis=1) + 1 / PRIOR_SD**2
    found: Floats = difficulty + np.clip(slope / curve, -1, 1)
    return found


def _measure_information(
    counts: Floats, difficulty: Floats, abilities: Floats, chances: Floats
) -> Floats:
    solving = _compute_chances(difficulty, abilities).T
    found: Floats = ((counts.T @ chances) * solving * (1 - solving)).sum(axis=1)
    return found


def _compute_chances(difficulty: Floats, abilities: Floats) -> Floats:
    """Compute the chance to solve each item: shape (abilities, items)."""
    odds = _compute_odds(difficulty, abilities)
    found: Floats = odds / (1 + odds)
    return found


def _compute_odds(difficulty: Floats, abilities: Floats) -> Floats:
    found: Floats = np.exp(abilities[:, None] - difficulty[None, :])
    return found
