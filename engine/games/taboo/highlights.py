"""The decisive moment and the best moves of a match of Adversarial Taboo."""

from engine.count_text import format_count
from engine.games.highlights import Highlight, Highlights, Sentence
from engine.games.taboo.view import SEATS, Role, View, tell_said
from engine.quotation import quote_line
from engine.seat import Seat

ATTACKER, DEFENDER = map(Seat, Role)
GUESSED = "Last line"
TITLES = {
    "said": "Best bait",
    "wrong_guess": GUESSED,
    "guessed": GUESSED,
    "limit": "Last bait",
}
"""By the reason why the match ended: the title of the attacker's last line before the end."""


def find_given_words(view: View) -> dict[str, tuple[str, ...]]:
    """Find the target, which the attacker is given."""
    return {SEATS[Role.ATTACKER]: (view.target,)} if view.over and view.target else {}


def find_highlights(view: View) -> Highlights:
    """Find what decided the game, and the attacker's last line before the end.

    It is not told if the attacker said the target, which decided the game.
    """
    assert view.outcome is not None
    reason = view.outcome.reason
    lines = [(place // 2 + 1, line) for place, line in enumerate(view.talk) if place % 2 == 0]
    best: tuple[Highlight, ...] = ()
    if lines and reason in TITLES:
        number, line = lines[-1]
        best = (Highlight(TITLES[reason], (ATTACKER, f" said {quote_line(line)}"), number),)
    return Highlights(_describe_decisive_turn(view), best)


def _describe_decisive_turn(view: View) -> Sentence:
    assert view.outcome is not None
    start = f"In turn {view.number} "
    match view.outcome.reason:
        case "said":
            return start, DEFENDER, f" said {tell_said(view)}."
        case "guessed":
            return start, DEFENDER, f" guessed “{view.guess}”, and was right."
        case "wrong_guess":
            return start, DEFENDER, f" guessed “{view.guess}”, but it was “{view.target}”."
        case "slip":
            return start, ATTACKER, f" said {tell_said(view)}."
    turns = format_count(view.options.turns, "turn")
    return f"In {turns} each, ", DEFENDER, f" neither said nor guessed “{view.target}”."
