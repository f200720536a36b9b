"""A match of Adversarial Taboo as data."""

from typing import Any

from engine.games.taboo.view import SEATS, View, find_speaker


def build_report(view: View) -> dict[str, Any]:
    """Build the result of a match as JSON-compatible data.

    Args:
        view: Any view; the result holds only what this view shows.

    Returns:
        `outcome` (`"attacker"`, `"defender"`, `"draw"`, or `None` while undecided), `reason`
        (`"said"`, `"guessed"`, `"wrong_guess"`, `"slip"`, `"limit"` or `None`), `target`
        (`None` if the view does not show it) and `turns`, in order: each with `seat` and its
        action, `say` or `guess`.
    """
    turns: list[dict[str, str]] = [
        {"seat": SEATS[find_speaker(place)], "say": line} for place, line in enumerate(view.talk)
    ]
    if view.guess is not None:
        turns.append({"seat": SEATS[view.turn], "guess": view.guess})
    return {
        "outcome": view.outcome.winner if view.outcome else None,
        "reason": view.outcome.reason if view.outcome else None,
        "target": view.target,
        "turns": turns,
    }
