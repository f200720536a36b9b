"""The result of a game of Dixit, as data."""

from typing import Any

from engine.games.dixit.view import GOAL, Round, View


def build_report(view: View) -> dict[str, Any]:
    """What happened, as JSON knows it, from what one view may know.

    Args:
        view: Any view; after the end they all tell the same.

    Returns:
        `outcome` (the seat that won, or several with "and" between; `None` while
        undecided), `reason` (`"rounds"`, `"points"` or `None`) and `rounds`, the
        finished ones: `storyteller`, `clue`, `target`, `candidates` (as on the
        table, each with `card` and `owner`), `votes` by seat, and `points` by seat.
    """
    return {
        "outcome": " and ".join(winners(view)) if view.over else None,
        "reason": reason(view) if view.over else None,
        "rounds": [_round(view, done) for done in view.rounds],
    }


def winners(view: View) -> tuple[str, ...]:
    """The seats with the most points."""
    most = max(view.scores)
    return tuple(n for n, points in zip(view.seats, view.scores, strict=True) if points == most)


def reason(view: View) -> str:
    """Why the game ended."""
    return "points" if view.options.boxed and max(view.scores) >= GOAL else "rounds"


def _round(view: View, done: Round) -> dict[str, Any]:
    seats = view.seats
    votes = zip(seats, done.votes, strict=True)
    return {
        "storyteller": seats[done.storyteller],
        "clue": done.clue,
        "target": done.target,
        "candidates": [
            {"card": card, "owner": seats[done.owner(card)]} for card in done.candidates
        ],
        "votes": {seat: vote for seat, vote in votes if vote is not None},
        "points": dict(zip(seats, done.points, strict=True)),
    }
