"""Which hints and guesses are legal in Decrypto; the rules and the forms both ask here."""

from itertools import permutations

from engine.games.decrypto.view import Code, Hints, View
from engine.text import clean, fold_words
from engine.word_forms import match_word

CODES = tuple(permutations((1, 2, 3, 4), 3))
"""All 24 codes."""
LONGEST_HINT = 40


def find_hints_fault(view: View, words: Hints) -> str | None:
    """Find the first reason why these three hints are illegal."""
    if len(words) != 3:
        return f"Give three hints, one for each digit of the code, not {len(words)}."
    given = _fold_past_hints(view)
    for place, word in enumerate(words):
        if fault := _find_fault(view, word, given.union(map(fold_words, words[:place]))):
            return fault
    return None


def find_hint_fault(view: View, word: str, before: tuple[str, ...] = ()) -> str | None:
    """Find a reason why one hint is illegal, given the hints `before` it in this round."""
    return _find_fault(view, word, _fold_past_hints(view).union(map(fold_words, before)))


def _fold_past_hints(view: View) -> frozenset[tuple[str, ...]]:
    """List the hints that may not be given again, folded for comparison."""
    if view.options.reuse_hints:
        return frozenset()
    return frozenset(fold_words(hint) for done in view.rounds for hint in done.hints)


def _find_fault(view: View, word: str, given: frozenset[tuple[str, ...]]) -> str | None:
    if not fold_words(word):
        return "A hint needs a word: it may not be empty."
    if word != clean(word, LONGEST_HINT):
        return f"A hint is plain text of at most {LONGEST_HINT} characters."
    if len(word.split()) > 2:
        return f"A hint is one or two words; “{word}” has {len(word.split())}."
    for number, keyword in enumerate(view.keywords or (), 1):
        if found := match_word(word, keyword, view.word_rules):
            return f"“{word}” gives away keyword {number}, “{keyword}”: {found.describe(word)}."
    if not view.options.reuse_hints and fold_words(word) in given:
        return f"“{word}” was already given in this game; a hint is not repeated."
    return None


def find_guess_fault(code: Code) -> str | None:
    """Find a reason why a guess is illegal."""
    if code not in CODES:
        return "A guess is three different digits from 1 to 4."
    return None
