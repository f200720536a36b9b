"""A match of Dixit as data."""

from typing import Any

from engine.games.dixit.outcome import find_reason, find_winners
from engine.games.dixit.view import Round, View


def build_report(view: View) -> dict[str, Any]:
    """Build the result of a match as JSON-compatible data.

    Args:
        view: Any view; the result holds only what this view shows.

    Returns:
        `outcome` (the seat that won, or several with "and" between; `None` while
        undecided), `reason` (`"rounds"`, `"points"` or `None`) and `rounds`, the finished
        ones: `storyteller`, `clue`, `target`, `candidates` (as on the table, each with
        `card` and `owner`), `votes` by seat, and `points` by seat.
    """
    return {
        "outcome": " and ".join(find_winners(view)) if view.over else None,
        "reason": find_reason(view) if view.over else None,
        "rounds": [_build_round_report(view, done) for done in view.rounds],
    }


def _build_round_report(view: View, done: Round) -> dict[str, Any]:
    seats = view.seats
    votes = zip(seats, done.votes, strict=True)
    return {
        "storyteller": seats[done.storyteller],
        "clue": done.clue,
        "target": done.target,
        "candidates": [
            {"card": card, "owner": seats[done.find_owner(card)]} for card in done.candidates
        ],
        "votes": {seat: vote for seat, vote in votes if vote is not None},
        "points": dict(zip(seats, done.points, strict=True)),
    }
