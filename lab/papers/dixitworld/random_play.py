"""Compute the exact results of random play in DixitArena, by enumeration of all votes."""

from collections import Counter
from fractions import Fraction
from functools import cache
from itertools import product
from typing import Any

import pandas as pd

from lab.papers.dixitworld.maximum_points import Normalise, count_maximum
from lab.papers.dixitworld.round_points import (
    OUTCOMES,
    ROUNDS,
    SEATS,
    TEAM,
    count_points,
    describe_outcome,
)
from lab.statistics.entropy import measure_entropy


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
