"""How a match of Dixit ended: who won, and why it was over."""

from engine.games.dixit.view import GOAL, View


def find_winners(view: View) -> tuple[str, ...]:
    """Find the seats with the most points."""
    most = max(view.scores)
    return tuple(n for n, points in zip(view.seats, view.scores, strict=True) if points == most)


def find_reason(view: View) -> str:
    """Find why the match ended."""
    return "points" if view.options.boxed and max(view.scores) >= GOAL else "rounds"
