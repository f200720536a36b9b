"""Count the points of a round by the Arena's rules."""

from collections import Counter
from collections.abc import Sequence
from typing import Literal

ROUNDS, SEATS, TEAM = 24, 4, 2
"""Rounds of a match, seats, and seats of a team, in the Arena."""


OUTCOMES = ("partial", "all right", "none right")


type Decoys = Literal["votes", "once", "none"]


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


def describe_outcome(right: int, listeners: int) -> str:
    """Describe the outcome of a round for its storyteller: some, all or no listeners were right."""
    return "none right" if not right else "all right" if right == listeners else "partial"
