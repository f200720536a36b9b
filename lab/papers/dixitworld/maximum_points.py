"""Compute the most points that are possible in DixitArena."""

from functools import cache
from itertools import product
from typing import Literal

from lab.papers.dixitworld.round_points import ROUNDS, SEATS, count_points

type Normalise = Literal["nominal", "attainable"]


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
