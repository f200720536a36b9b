"""Which lines and guesses are legal in Adversarial Taboo; the rules and the forms ask here."""

from engine.games.taboo.view import LONGEST_LINE, LONGEST_WORD, Role, View
from engine.text import clean, fold_words
from engine.word_forms import COMPOUNDS, WORD_RULES, match_in_line, match_word

ARTICLES = frozenset({"a", "an", "the"})
"""What may stand before a guessed word."""


def find_line_fault(view: View, line: str) -> str | None:
    """Find a reason why a line is illegal.

    A line of the attacker that holds the target is illegal, unless the option `slip` lets it
    lose the game. A line of the defender never is, as the reason would reveal the target.
    """
    if not fold_words(line):
        return "Say something: a line needs at least one word."
    if line != clean(line, LONGEST_LINE):
        return f"A line is plain text of at most {LONGEST_LINE} characters."
    if view.options.slip == "refuse" and (slip := find_slip(view, line)):
        return slip
    return None


def find_slip(view: View, line: str) -> str | None:
    """Say how a line of the attacker gives the target away, if it does."""
    if view.role is not Role.ATTACKER or view.target is None:
        return None
    found = match_in_line(line, view.target, view.word_rules)
    return found and (
        f"You may not say your target, “{view.target}”, in any form: {found.describe()}."
    )


def find_guess_fault(word: str) -> str | None:
    """Find a reason why a guess is illegal."""
    if word != clean(word, LONGEST_WORD):
        return f"A guess is plain text of at most {LONGEST_WORD} characters."
    if len(strip_article(word)) != 1:
        return "A guess is a single word."
    return None


def strip_article(word: str) -> tuple[str, ...]:
    """Fold a guess for comparison, and drop an article before it."""
    words = fold_words(word)
    return words[1:] if len(words) > 1 and words[0] in ARTICLES else words


def is_right_guess(guess: str, target: str, rules: int = WORD_RULES) -> bool:
    """Is the guess the target, or a form of it? A compound with it is another word."""
    found = match_word(" ".join(strip_article(guess)), target, rules)
    return found is not None and found.kind not in COMPOUNDS
