"""The result of a game of Adversarial Taboo, as data."""

from typing import Any

from engine.games.taboo.view import SEATS, View, speaker


def build_report(view: View) -> dict[str, Any]:
    """What happened, as JSON knows it, from what one view may know.

    Args:
        view: Any view; after the end they all tell the same.

    Returns:
        `outcome` (`"attacker"`, `"defender"`, `"draw"`, or `None` while undecided), `reason`
        (`"said"`, `"guessed"`, `"wrong_guess"`, `"slip"`, `"limit"` or `None`), `target`
        (`None` where it may not be known) and `turns`, in order: each the `seat` and what it
        did, `say` or `guess`.
    """
    turns: list[dict[str, str]] = [
        {"seat": SEATS[speaker(place)], "say": line} for place, line in enumerate(view.talk)
    ]
    if view.guess is not None:
        turns.append({"seat": SEATS[view.turn], "guess": view.guess})
    return {
        "outcome": view.outcome.winner if view.outcome else None,
        "reason": view.outcome.reason if view.outcome else None,
        "target": view.target,
        "turns": turns,
    }
