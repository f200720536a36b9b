"""A match of Undercover as data."""

from typing import Any

from engine.games.undercover.story import has_reached_limit
from engine.games.undercover.view import Round, View, list_known_words

REASONS = {"civilians": "caught", "undercover": "last_civilian"}
"""Why a match ends before its last round, by its outcome."""


def build_report(view: View) -> dict[str, Any]:
    """Build the result of a match as JSON-compatible data.

    Args:
        view: Any view; the result holds only what this view shows.

    Returns:
        `outcome` (`"civilians"`, `"undercover"`, `"draw"`, or `None` while undecided),
        `reason` (`"caught"`: nobody undercover is left, `"last_civilian"`: one civilian is left,
        `"rounds"`: all rounds are played, or `None`), `words` and `roles` by seat, for those seats
        whose word or role the view shows, and `rounds`, the finished ones: `lines` in
        the order of speaking, each with `seat` and `text`, `votes` by seat, and
        `out`, the eliminated seat or `None`.
    """
    return {
        "outcome": view.outcome,
        "reason": _find_reason(view),
        "words": list_known_words(view),
        "roles": {
            name: str(role)
            for name, role in zip(view.seats, view.roles, strict=True)
            if role is not None
        },
        "rounds": [_build_round_report(view, done) for done in view.rounds],
    }


def _find_reason(view: View) -> str | None:
    if view.outcome is None:
        return None
    return "rounds" if has_reached_limit(view) else REASONS[view.outcome]


def _build_round_report(view: View, done: Round) -> dict[str, Any]:
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
