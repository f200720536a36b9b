"""Compute the most points that are possible in DixitArena, and the exact results of random play.

`count_points` has the rules of the Arena, and `normalise_score` divides points by the maximum
(Eq. 1). Results are found by enumeration of all votes, not by simulation.
"""

from collections import Counter
from collections.abc import Sequence
from fractions import Fraction
from functools import cache
from itertools import product
from typing import Any, Literal

import numpy as np
import pandas as pd

from lab.confidence_intervals import measure_entropy

ROUNDS, SEATS, TEAM = 24, 4, 2
"""Rounds of a match, seats, and seats of a team, in the Arena."""
OUTCOMES = ("partial", "all right", "none right")

type Normalise = Literal["nominal", "attainable"]
type Decoys = Literal["votes", "once", "none"]


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


def count_points(votes: Sequence[int], decoys: Decoys = "votes") -> tuple[int, ...]:
    """Count the points of a round by the Arena's rules (appendix D).

    Args:
        votes: For each listener, seats 1 and up, whose card it voted for; 0 is the storyteller.
        decoys: What a decoy brings: `votes`, 1 for each vote that it drew; `once`, 1 if it drew
            any; `none`, nothing, as in the paper's published run.

    Returns:
        The points of each seat, the storyteller first.
    """
    right = sum(vote == 0 for vote in votes)
    some = 0 < right < len(votes)
    shared = 3 if right else 2
    drawn = Counter(votes)
    listeners = []
    for seat, vote in enumerate(votes, 1):
        by_others = drawn[seat] - (vote == seat)
        bonus = {"votes": by_others, "once": min(by_others, 1), "none": 0}[decoys]
        listeners.append((3 * (vote == 0) if some else shared) + bonus)
    return (3 if some else 0, *listeners)


@cache
def expect_random_round(seats: int = SEATS, *, own_card: bool = False) -> dict[str, Fraction]:
    """Compute the expected result of a round with random votes: exact fractions, by enumeration.

    Args:
        seats: The number of seats.
        own_card: Whether listeners may vote for their own card, as in the paper's code.

    Returns:
        `partial`, `all right`, `none right`: the chance of each outcome; `storyteller`, `listener`:
        the expected points of one seat; `accuracy`: the chance that a listener is right;
        `entropy`: the expected entropy of the votes in bits, rounded to 12 digits.
    """
    votes = [
        one
        for one in product(range(seats), repeat=seats - 1)
        if own_card or all(vote != own for own, vote in enumerate(one, 1))
    ]
    total = Fraction(0), Fraction(0)
    outcomes: Counter[str] = Counter()
    entropy = 0.0
    for one in votes:
        points = count_points(one)
        outcomes[describe_outcome(sum(vote == 0 for vote in one), seats - 1)] += 1
        total = total[0] + points[0], total[1] + Fraction(sum(points[1:]), seats - 1)
        entropy += measure_entropy(one) or 0.0
    count = len(votes)
    return {
        **{name: Fraction(outcomes[name], count) for name in OUTCOMES},
        "storyteller": total[0] / count,
        "listener": total[1] / count,
        "accuracy": Fraction(1, seats if own_card else seats - 1),
        "entropy": Fraction(round(entropy / count, 12)).limit_denominator(10**12),
    }


def describe_outcome(right: int, listeners: int) -> str:
    """Describe the outcome of a round for its storyteller: some, all or no listeners were right."""
    return "none right" if not right else "all right" if right == listeners else "partial"


def describe_random_rows(
    *, normalise: Normalise = "nominal", seats: int = SEATS, team: int = TEAM, rounds: int = ROUNDS
) -> pd.DataFrame:
    """Compute the exact scores with random listeners, for them and for any storyteller.

    The Arena's storyteller score depends on its listeners: if all of them guess at random, two
    rounds in three are partial, more than the paper's best model reaches.

    Returns:
        A row `random` with the columns of `score_players` and of `measure_outcomes`.
    """
    chance = expect_random_round(seats)
    options: dict[str, Any] = {"rounds": rounds, "seats": seats, "team": team}
    told = rounds * team / seats * float(chance["storyteller"])
    heard = rounds * team * (1 - 1 / seats) * float(chance["listener"])
    most = {
        role: count_maximum(role, normalise=normalise, **options)
        for role in ("storyteller", "listener", "both")
    }
    row = {
        "storyteller": 100 * told / most["storyteller"],
        "listener": 100 * heard / most["listener"],
        "overall": 100 * (told + heard) / most["both"],
        "accuracy": 100 * float(chance["accuracy"]),
        **{name: float(chance[name]) for name in OUTCOMES},
        "zero": 1 - float(chance["partial"]),
        "entropy": float(chance["entropy"]),
    }
    return pd.DataFrame([row], index=pd.Index(["random, exact"], name="player"))
