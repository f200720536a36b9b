"""Check the figures that a paper publishes against each other.

Functions recompute rounded means and the p-value of a correlation, and find the lowest and highest
totals of points and right guesses that the printed outcomes allow.
"""

from decimal import ROUND_HALF_UP, Decimal
from functools import cache
from itertools import product
from math import atanh, sqrt, tanh
from typing import Any

import numpy as np
from scipy import stats
from scipy.optimize import LinearConstraint, milp

from lab.papers.dixitworld.round_points import SEATS, Decoys, count_points
from lab.statistics.estimate import CONFIDENCE


def round_half_up(value: float, decimals: int = 0) -> float:
    """Round a figure as in print: 0.125 to 0.13, where `round` takes the even digit, 0.12.

    The shortest decimal that equals the figure is rounded: 64.885 to 64.89.
    """
    step = Decimal(1).scaleb(-decimals)
    return float(Decimal(repr(float(value))).quantize(step, ROUND_HALF_UP))


def average_tiers(*accuracies: float, decimals: int | None = None) -> float:
    """Average the accuracies of tiers, which have equally many items.

    The paper averages rounded figures, and rounds half up: 65.48 and
    64.29 give 64.89 with `decimals=2`, where 109 of 168 items are 64.88 (Table 2).
    """
    mean = sum(Decimal(repr(float(one))) for one in accuracies) / len(accuracies)
    return float(mean) if decimals is None else round_half_up(float(mean), decimals)


def judge_correlation(r: float, n: int, confidence: float = CONFIDENCE) -> dict[str, Any]:
    """Compute the interval and the p-value of a published correlation from r and n.

    The interval is tanh(atanh(r) +- z / sqrt(n - 3)) (Fisher 1921); p is that of the t test with
    n - 2 degrees of freedom. For the paper's r = .947 (section 3.2), its p-value .004 follows from
    n = 6; with n = 7 it is .001, and the interval is [.68, .99].

    Returns:
        `r`, `n`, `low`, `high`, `p`, `reason`: why one is missing.

    Raises:
        ValueError: If r is not between -1 and 1.
    """
    if not -1 <= r <= 1:
        raise ValueError(f"A correlation lies between -1 and 1, not at {r!r}.")
    row: dict[str, Any] = {"r": r, "n": n, "low": None, "high": None, "p": None, "reason": ""}
    if n < 3:
        return row | {"reason": "a correlation needs 3 pairs"}
    if abs(r) == 1:
        return row | {"low": r if n > 3 else None, "high": r if n > 3 else None, "p": 0.0}
    row["p"] = float(2 * stats.t.sf(abs(r) * sqrt((n - 2) / (1 - r * r)), n - 2))
    if n < 4:
        return row | {"reason": "Fisher's interval needs 4 pairs"}
    margin = float(stats.norm.ppf((1 + confidence) / 2)) / sqrt(n - 3)
    return row | {"low": tanh(atanh(r) - margin), "high": tanh(atanh(r) + margin)}


def bound_listener_points(
    partial: int, rounds: int, *, decoys: Decoys = "votes", seats: int = SEATS
) -> tuple[int, int]:
    """Find the fewest and most points of all listeners together, from the outcomes of rounds.

    This checks a published table: 111 of 504 rounds of the paper's Table 1 are partial, and
    the listeners of such a tournament have 4092 to 4314 points. The table has 3639.

    Args:
        partial: The number of rounds in which some but not all listeners found the card.
        rounds: The number of rounds.
        decoys: The points for a decoy, see `count_points`.
        seats: The number of seats.
    """
    if not 0 <= partial <= rounds:
        raise ValueError(f"{partial} of {rounds} rounds cannot be partial.")
    kinds = _list_kinds(seats, decoys)
    least, most = 0, 0
    for is_partial, count in ((True, partial), (False, rounds - partial)):
        points = [total for some, _, total in kinds if some == is_partial]
        least += count * min(points, default=0)
        most += count * max(points, default=0)
    return least, most


def bound_right_guesses(
    points: int, partial: int, rounds: int, *, decoys: Decoys = "votes", seats: int = SEATS
) -> tuple[int, int] | None:
    """Find the fewest and most right guesses with which listeners can have these points together.

    Args:
        points: The points of all listeners in all rounds.
        partial: The number of rounds in which some but not all listeners found the card.
        rounds: The number of rounds.
        decoys: The points for a decoy, see `count_points`.
        seats: The number of seats.

    Returns:
        `None` if no such rounds give these points.
    """
    kinds = sorted(_list_kinds(seats, decoys))
    right = np.array([count for _, count, _ in kinds], float)
    sums = np.array([[some, not some, total] for some, _, total in kinds], float).T
    wanted = LinearConstraint(sums, *([[partial, rounds - partial, points]] * 2))
    ends = [
        milp(sign * right, constraints=wanted, integrality=np.ones(len(kinds))) for sign in (1, -1)
    ]
    if not all(end.success for end in ends):
        return None
    return round(ends[0].fun), round(-ends[1].fun)


@cache
def _list_kinds(seats: int, decoys: Decoys) -> frozenset[tuple[bool, int, int]]:
    """The kinds of rounds: whether partial, right guesses, and points of all listeners."""
    others = ([seat for seat in range(seats) if seat != own] for own in range(1, seats))
    return frozenset(
        (0 < votes.count(0) < len(votes), votes.count(0), sum(count_points(votes, decoys)[1:]))
        for votes in product(*others)
    )
