"""The result of a game of Undercover, as data."""

from typing import Any

from engine.games.undercover.view import Round, View

REASONS = {"civilians": "caught", "undercover": "last_civilian", "draw": "rounds"}
"""Why a game ended so."""


def build_report(view: View) -> dict[str, Any]:
    """What happened, as JSON knows it, from what one view may know.

    Args:
        view: Any view; after the end they all tell the same.

    Returns:
        `outcome` (`"civilians"`, `"undercover"`, `"draw"`, or `None` while undecided),
        `reason` (`"caught"`: nobody undercover is left, `"last_civilian"`: one civilian is,
        `"rounds"`: all are played, or `None`), `words` and `roles` by seat, of those seats
        whose word or role is open to the view, and `rounds`, the finished ones: `lines` in
        the order in which they were said, each with `seat` and `text`, `votes` by seat, and
        `out`, the seat that went out or `None`.
    """
    return {
        "outcome": view.outcome,
        "reason": REASONS[view.outcome] if view.outcome else None,
        "words": known_words(view),
        "roles": {
            name: str(role)
            for name, role in zip(view.seats, view.roles, strict=True)
            if role is not None
        },
        "rounds": [_round(view, done) for done in view.rounds],
    }


def known_words(view: View) -> dict[str, str]:
    """By seat, the words that are open to a view: its own, and after the end all."""
    if view.words is not None:
        return dict(zip(view.seats, view.words, strict=True))
    return {view.seats[view.seat]: view.word} if view.seat is not None and view.word else {}


def _round(view: View, done: Round) -> dict[str, Any]:
    seats = view.seats
    return {
        "lines": [{"seat": seats[line.seat], "text": line.text} for line in done.lines],
        "votes": {
            name: seats[vote]
            for name, vote in zip(seats, done.votes, strict=True)
            if vote is not None
        },
        "out": None if done.out is None else seats[done.out],
    }
