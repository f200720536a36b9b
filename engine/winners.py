"""Who has won a match, and how to say so."""

from collections.abc import Iterable, Mapping

from engine.joined_text import join_names
from engine.seat import Seat


def is_draw(outcome: object, points: Iterable[float]) -> bool:
    """Whether a match is a draw: the report says so, and all seats have the same points above 0."""
    return outcome == "draw" and len(different := {*points}) == 1 and different != {0}


def list_winners(score: Mapping[Seat, float], outcome: object = None) -> list[Seat]:
    """List the seats with the best score, in table order; none in a draw, or if the best is 0.

    Args:
        score: The points of every seat.
        outcome: The outcome in the game's report.
    """
    if is_draw(outcome, score.values()):
        return []
    best = max(score.values(), default=0)
    return [seat for seat in sorted(score) if score[seat] == best > 0]


def describe_winners(outcome: str) -> str:
    """Write who has won: `p1 and p2 have won` for the outcome `p1, p2`."""
    known = {"draw": "It is a draw", "nobody": "Nobody has won", "everybody": "Everybody has won"}
    names = outcome.split(", ")
    verb = "has" if len(names) == 1 else "have"
    return known.get(outcome, f"{join_names(names)} {verb} won")
