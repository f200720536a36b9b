"""Who has won a match, and how to say so."""

import re
from collections.abc import Collection, Iterable, Mapping

from engine.joined_text import join_names
from engine.seat import Seat

SCORE = re.compile(r"\d+(\.\d+)? of \d+")
"""The outcome of a cooperative game that ends with a score."""


def is_score(outcome: object) -> bool:
    """Whether a match ended with a score for all, `6 of 13`, and is neither won nor lost."""
    return isinstance(outcome, str) and SCORE.fullmatch(outcome) is not None


def is_draw(outcome: object, points: Iterable[float]) -> bool:
    """Whether a match is a draw: the report says so, and all seats have the same points above 0."""
    return outcome == "draw" and len(different := {*points}) == 1 and different != {0}


def list_winners(score: Mapping[Seat, float], outcome: object = None) -> list[Seat]:
    """List the seats with the best score, in table order; none in a draw, or if the best is 0.

    Nobody wins a match that ends with a score for all.

    Args:
        score: The points of every seat.
        outcome: The outcome in the game's report.
    """
    if is_draw(outcome, score.values()) or is_score(outcome):
        return []
    best = max(score.values(), default=0)
    return [seat for seat in sorted(score) if score[seat] == best > 0]


def describe_winners(outcome: str, teams: Collection[str] = ()) -> str:
    """Write who has won: `p1 and p2 have won` for the outcome `p1, p2`, `Red has won` for a team.

    Args:
        outcome: The outcome in the game's report.
        teams: The names of the teams, if the match has any.
    """
    if outcome in teams:
        return f"{name_team(outcome)} has won"
    if is_score(outcome):
        return f"The score is {outcome}"
    known = {"draw": "It is a draw", "nobody": "Nobody has won", "everybody": "Everybody has won"}
    names = outcome.split(", ")
    verb = "has" if len(names) == 1 else "have"
    return known.get(outcome, f"{join_names(names)} {verb} won")


def name_team(team: str) -> str:
    """Write the name of a team as a headline, a sentence or a result begins: `Red`."""
    return f"{team[:1].upper()}{team[1:]}"
