"""A match of Adversarial Taboo in plain sentences."""

from collections.abc import Iterator

from engine.count_text import format_count
from engine.games.taboo.view import SEATS, View, find_speaker, tell_said
from engine.quotation import quote_line


def narrate(before: View | None, after: View) -> list[str]:
    """Narrate in plain text what happened between two views of one seat or of an onlooker.

    The lines contain nothing that `after` does not show. Without `before` they begin at the start.
    """
    return list(_narrate(before, after))


def describe_outcome(view: View) -> str:
    """Say who has won a finished match, and why."""
    assert view.outcome is not None
    match view.outcome.reason:
        case "said":
            return f"The attacker wins: the defender said {tell_said(view)}."
        case "guessed":
            return f"The defender wins: “{view.guess}” is the target."
        case "wrong_guess":
            return f"The attacker wins: “{view.guess}” is not the target."
        case "slip":
            return f"The defender wins: the attacker said {tell_said(view)}."
        case "limit":
            turns = f"{format_count(view.options.turns, 'turn')} each"
            if view.outcome.winner == "draw":
                return f"A draw: {turns}, and the word was neither said nor guessed."
            return f"The attacker wins: {turns}, and the word was not guessed."


def _narrate(before: View | None, after: View) -> Iterator[str]:
    seen = len(before.talk) if before else 0
    if after.target and not after.over and before is None:
        yield f"The target is “{after.target}”."
    for place, line in enumerate(after.talk[seen:], seen):
        yield f"Turn {place // 2 + 1}, {SEATS[find_speaker(place)]}: {quote_line(line)}"
    if after.guess is not None and (before is None or before.guess is None):
        yield f"Turn {after.number}, {SEATS[after.turn]} guesses: “{after.guess}”."
    if after.over and not (before and before.over):
        yield describe_outcome(after)
        yield f"The target was “{after.target}”."
