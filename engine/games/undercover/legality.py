"""Which options, descriptions and votes are legal in Undercover, for its rules and its forms."""

import re

from engine.games.undercover.view import LONGEST_LINE, Options, View
from engine.options import OptionError
from engine.text import clean, fold_words
from engine.word_forms import COMPOUNDS, match_in_line

SENTENCE_ENDS = re.compile(
    r"(\S*?)"  # the last word of a sentence
    r"([.!?\u2026]+[\"'\u201d\u2019)\]]*\s+|[\u3002\uff01\uff1f]\s*)"  # the marks that end it
    r"(?=(\S))"  # how another begins
)
"""Where a sentence may end and another one begin."""
ABBREVIATIONS = frozenset(
    {"approx", "cf", "dr", "eg", "etc", "ie", "mr", "mrs", "ms", "prof", "st", "vs"}
)
"""Abbreviations, whose full stop ends no sentence."""


def find_line_fault(view: View, line: str) -> str | None:
    """Find a reason why a description is illegal; it never quotes the secret word."""
    if not fold_words(clean(line)):
        return "A description needs a word: it may not be empty."
    if line != clean(line, LONGEST_LINE):
        if len(clean(line, LONGEST_LINE + 1)) > LONGEST_LINE:
            return f"A description has at most {LONGEST_LINE} characters."
        return "A description is one line of plain text."
    if view.word and (found := match_in_line(line, view.word, view.word_rules)):
        why = found.describe() if found.kind in COMPOUNDS else found.kind
        return f"This gives away your word: {why}."
    if (count := count_sentences(line)) > 1:
        return f"A description is one sentence; this has {count}."
    folded = fold_words(line)
    if any(folded == fold_words(said.text) for said in view.said):
        return "This was already said in this game; a description is not repeated."
    return None


def count_sentences(line: str) -> int:
    """Count the sentences of a line; an abbreviation or three dots need not end one."""
    return 1 + sum(map(_ends_sentence, SENTENCE_ENDS.finditer(line)))


def _ends_sentence(found: re.Match[str]) -> bool:
    word, marks, follows = found.group(1, 2, 3)
    dots = marks.strip()
    if dots == ".":
        plain = word.lstrip("\"'(\u201c\u2018").casefold()
        return plain not in ABBREVIATIONS and "." not in plain and len(plain) > 1
    return dots not in ("...", "\u2026") or not follows.islower()


def find_vote_fault(view: View, name: str) -> str | None:
    """Find a reason why a vote is illegal."""
    suspects = [view.seats[seat] for seat in view.suspects]
    if name in suspects:
        return None
    if view.seat is not None and name == view.seats[view.seat]:
        return "You cannot vote for yourself."
    allowed = f"Vote for one of {', '.join(suspects)}."
    if name in view.seats:
        return f"{name} is out already. {allowed}"
    return f"There is no seat “{clean(name, 20)}”. {allowed}"


def check_options(options: Options) -> None:
    """Check that the options go together.

    Raises:
        OptionError: If they do not; the message says what would.
    """
    most = (options.seats - 1) // 2
    if options.undercover > most:
        raise OptionError(
            f"undercover: of {options.seats} seats at most {most} can be undercover, "
            f"fewer than half, not {options.undercover}."
        )
