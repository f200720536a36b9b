"""Fit the Rasch model where something already tells how difficult items may be.

A solver of ability a solves an item of difficulty d with the chance 1 / (1 + exp(d - a)). Here the
difficulty of an item is what is expected of it, times a slope, plus a deviation that is normally
distributed: an explanatory model with random items (De Boeck 2008). Items of a group deviate alike,
such as those of one clue. Slope and spread of deviations are those of the highest marginal
likelihood, so the answers themselves decide how much the expectation is worth. An item of whose
group nobody has answered any has the expected difficulty, and a large error.
"""

from dataclasses import dataclass

import numpy as np
import pandas as pd
from numpy.typing import NDArray
from scipy.optimize import minimize
from scipy.special import expit, logsumexp

from lab.statistics.rasch import (
    LEAST_SD,
    MOST_SD,
    PRIOR_SD,
    Floats,
    split_known,
    tabulate_answers,
)

NODES = 61
REACH = 5.0
"""Deviations are integrated at so many points, over this many of their spread on both sides."""
SLOPE_SD = 1.0
"""A slope is expected to be 1, with this deviation."""
SPREAD_SD = 1.0
"""The logarithm of the spread is expected to be 0, with this deviation."""
TOLERANCE = 1e-15
"""So small a change of the likelihood, and its root as the slope, that rounded figures are the same
on every machine."""


@dataclass(frozen=True)
class InformedFit:
    """A fitted model."""

    items: pd.DataFrame
    """By item: `difficulty` in logits (0 is the mean solver), `error`, and `chance`: that of the
    mean solver, over what is not known of the difficulty."""
    abilities: pd.Series
    """By solver."""
    slope: float
    spread: float
    """The standard deviation of difficulties around what is expected."""


def fit_informed_rasch(
    answers: pd.DataFrame, expected: pd.Series, groups: pd.Series
) -> InformedFit:
    """Fit the model to answers.

    Args:
        answers: A row for each solver and item, with `solver`, `item` and `right`; several tries of
            a solver at an item count as its share of right ones.
        expected: By item: how difficult it may be, in logits. Items without answers are among them.
        groups: By item: its group.

    Raises:
        ValueError: If there are no answers to these items.
    """
    own = answers[answers["item"].isin(expected.index)]
    table = tabulate_answers(own)
    told = expected - float(expected.mean())
    known, scores = split_known(table)
    group = pd.Categorical(groups.reindex(expected.index)).codes
    of_known = group[expected.index.get_indexer(table.columns)]
    guess, nodes = told[table.columns].to_numpy(float), np.linspace(-REACH, REACH, NODES)

    def measure_misfit(values: Floats) -> tuple[float, Floats]:
        """Measure the negative logarithm of the posterior, and how it changes."""
        slope, width, abilities = values[0], values[1], values[2:]
        spread = float(np.exp(width))
        difficulty = slope * guess[:, None] + spread * nodes  # items, nodes
        of, chances = _weigh_deviations(scores, known, abilities, difficulty, nodes, of_known)
        solving = expit(abilities[:, None, None] - difficulty)  # solvers, items, nodes
        gaps = np.where(known[:, :, None], scores[:, :, None] - solving, 0.0)
        by_item = -(gaps.sum(axis=0) * chances)
        change = np.array(
            [
                (by_item * guess[:, None]).sum() - (slope - 1) / SLOPE_SD**2,
                (by_item * spread * nodes).sum() - width / SPREAD_SD**2,
                *((gaps * chances).sum(axis=(1, 2)) - abilities / PRIOR_SD**2),
            ]
        )
        prior = ((slope - 1) / SLOPE_SD) ** 2 + (width / SPREAD_SD) ** 2
        prior += float((abilities**2).sum()) / PRIOR_SD**2
        return prior / 2 - float(of.sum()), -change

    limits = [(None, None), (np.log(LEAST_SD), np.log(MOST_SD)), *([(None, None)] * len(table))]
    start = np.array([1.0, 0.0, *np.zeros(len(table))])
    found = minimize(
        measure_misfit, start, jac=True, method="L-BFGS-B", bounds=limits,
        options={"ftol": TOLERANCE, "gtol": TOLERANCE**0.5, "maxiter": 1000},
    ).x  # fmt: skip
    slope, spread, abilities = float(found[0]), float(np.exp(found[1])), found[2:]
    mean = float(abilities.mean())
    asked, every = split_known(table.reindex(columns=expected.index))
    difficulty = slope * told.to_numpy(float)[:, None] + spread * nodes
    _, chances = _weigh_deviations(every, asked, abilities, difficulty, nodes, group)
    centre = (chances * difficulty).sum(axis=1)
    error = np.sqrt((chances * (difficulty - centre[:, None]) ** 2).sum(axis=1))
    chance = (chances * expit(mean - difficulty)).sum(axis=1)
    items = pd.DataFrame(
        {"difficulty": centre - mean, "error": error, "chance": chance}, index=expected.index
    )
    return InformedFit(items, pd.Series(abilities - mean, index=table.index), slope, spread)


def _weigh_deviations(
    scores: Floats,
    known: NDArray[np.bool_],
    abilities: Floats,
    difficulty: Floats,
    nodes: Floats,
    group: NDArray[np.int_],
) -> tuple[Floats, Floats]:
    """Weigh the deviations of items: the logarithm of each group's likelihood, weights by item."""
    way = abilities[:, None, None] - difficulty
    log = scores[:, :, None] * way - np.logaddexp(0, way)
    joint = np.zeros((int(group.max()) + 1, len(nodes))) - nodes**2 / 2
    np.add.at(joint, group, np.where(known[:, :, None], log, 0.0).sum(axis=0))
    joint -= logsumexp(-(nodes**2) / 2)
    whole = logsumexp(joint, axis=1)
    return whole, np.exp(joint - whole[:, None])[group]
