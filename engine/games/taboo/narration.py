"""A game of Adversarial Taboo told in plain lines, for a log, a listener or a file."""

from collections.abc import Iterator

from engine.games.taboo.view import SEATS, View, find_speaker


def narrate(before: View | None, after: View) -> list[str]:
    """What happened between two views of one seat, or of an onlooker.

    Args:
        before: The view last told of; `None` if nothing has been told yet.
        after: A later view of the same seat.

    Returns:
        Lines of plain text that hold nothing which `after` does not.
    """
    return list(_narrate(before, after))


def describe_outcome(view: View) -> str:
    """Who wins and why, in a sentence, of a finished game."""
    assert view.outcome is not None
    match view.outcome.reason:
        case "said":
            return f"The attacker wins: the defender said “{view.target}”."
        case "guessed":
            return f"The defender wins: “{view.guess}” is the target."
        case "wrong_guess":
            return f"The attacker wins: “{view.guess}” is not the target."
        case "slip":
            return f"The defender wins: the attacker said “{view.target}”."
        case "limit":
            turns = f"{view.options.turns} turn{'' if view.options.turns == 1 else 's'} each"
            if view.outcome.winner == "draw":
                return f"A draw: {turns}, and the word was neither said nor guessed."
            return f"The attacker wins: {turns}, and the word was not guessed."


def _narrate(before: View | None, after: View) -> Iterator[str]:
    told = len(before.talk) if before else 0
    if after.target and not after.over and before is None:
        yield f"The target is “{after.target}”."
    for place, line in enumerate(after.talk[told:], told):
        yield f"Turn {place // 2 + 1}, {SEATS[find_speaker(place)]}: “{line}”"
    if after.guess is not None and (before is None or before.guess is None):
        yield f"Turn {after.number}, {SEATS[after.turn]} guesses: “{after.guess}”."
    if after.over and not (before and before.over):
        yield describe_outcome(after)
        yield f"The target was “{after.target}”."
