"""What may be said in Adversarial Taboo, judged from a view alone: by rules, forms and prompts."""

from engine.games.taboo.view import LONGEST_LINE, LONGEST_WORD, Role, View
from engine.text import clean, fold, said_in, same_word

ARTICLES = frozenset({"a", "an", "the"})
"""What may stand before a guessed word."""


def find_line_fault(view: View, line: str) -> str | None:
    """Why a line cannot be said.

    The attacker is told where it holds the target, unless it was agreed that this loses. The
    defender, who must not learn it, never is: there saying it has a consequence instead.
    """
    if not fold(line):
        return "Say something: a line needs at least one word."
    if line != clean(line, LONGEST_LINE):
        return f"A line is plain text of at most {LONGEST_LINE} characters."
    if view.options.slip == "refuse" and (slip := find_slip(view, line)):
        return slip
    return None


def find_slip(view: View, line: str) -> str | None:
    """Where the attacker's own line gives the target away, in a sentence."""
    if view.role is not Role.ATTACKER or view.target is None:
        return None
    rule = said_in(line, view.target)
    return rule and f"You may not say your target, “{view.target}”, in any form: {rule}."


def find_guess_fault(word: str) -> str | None:
    """Why a guess is no word."""
    if word != clean(word, LONGEST_WORD):
        return f"A guess is plain text of at most {LONGEST_WORD} characters."
    if len(strip_article(word)) != 1:
        return "A guess is a single word."
    return None


def strip_article(word: str) -> tuple[str, ...]:
    """The words of a guess as they compare, without an article before them."""
    words = fold(word)
    return words[1:] if len(words) > 1 and words[0] in ARTICLES else words


def is_right_guess(guess: str, target: str) -> bool:
    """Whether a guess is the target, or a form of it."""
    return same_word(" ".join(strip_article(guess)), target) is not None
