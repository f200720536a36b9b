"""Compute the most points that are possible in DixitArena, and scores in percent of it."""

from collections.abc import Sequence
from functools import cache
from itertools import product
from typing import Literal

import numpy as np
import pandas as pd

from lab.papers.dixitworld.points import ROUNDS, SEATS, count_points

type Normalise = Literal["nominal", "attainable"]


def normalise_score(
    attained: Sequence[float] | pd.Series, maximum: float | Sequence[float] | pd.Series
) -> float | None:
    """Normalise a score (Eq. 1): the mean over matches of attained / maximum, in percent.

    Args:
        attained: The points of each match.
        maximum: The most points of each match, or of all.

    Returns:
        `None` without a match. Matches without points are left out.

    Raises:
        ValueError: If the most points are not greater than 0.
    """
    points = np.asarray(list(attained), float)
    most = np.broadcast_to(np.asarray(maximum, float), points.shape)
    known = ~(np.isnan(points) | np.isnan(most))
    if (most[known] <= 0).any():
        raise ValueError("The most points of a match are greater than 0.")
    return float((points[known] / most[known]).mean() * 100) if known.any() else None


def count_maximum(
    role: Literal["storyteller", "listener", "both"] = "both",
    *,
    rounds: int = ROUNDS,
    seats: int = SEATS,
    team: int = 1,
    normalise: Normalise = "nominal",
) -> float:
    """Count the most points that a team can have in a match.

    `nominal` adds what each seat can have on its own: 3 a round as storyteller, 3 + (seats - 2)
    as listener; 24 rounds with 4 seats make 108 a seat and 216 for a team of two (the paper's
    code). `attainable` is what a team can have together, as its seats compete for votes: 180 for a
    team of two, 8 in a round with its own storyteller and 7 in another.

    Args:
        role: The role whose points are counted.
        rounds: The number of rounds; each seat is storyteller equally often.
        seats: The number of seats.
        team: The number of seats of the team.
        normalise: The kind of maximum.
    """
    told = rounds * team / seats
    if normalise == "nominal":
        heard = rounds * team - told
        parts = {"storyteller": 3 * told, "listener": (3 + seats - 2) * heard}
    else:
        own = _find_best_round(seats, team, tells=True) - 3
        other = _find_best_round(seats, team, tells=False)
        parts = {"storyteller": 3 * told, "listener": own * told + other * (rounds - told)}
    return float(sum(parts.values()) if role == "both" else parts[role])


@cache
def _find_best_round(seats: int, team: int, *, tells: bool) -> int:
    """The most points of a team in one round, over all ways in which the listeners can vote."""
    members = range(team) if tells else range(1, team + 1)
    return max(sum(points[seat] for seat in members) for points in _list_rounds(seats))


@cache
def _list_rounds(seats: int) -> list[tuple[int, ...]]:
    """List the points of all seats for each way to vote, without votes for the own card."""
    others = ([seat for seat in range(seats) if seat != own] for own in range(1, seats))
    return [count_points(votes) for votes in product(*others)]
