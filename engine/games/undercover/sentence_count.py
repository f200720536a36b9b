"""Count the sentences of a line."""

import re

SENTENCE_ENDS = re.compile(
    r"(\S*?)"  # the last word of a sentence
    r"([.!?\u2026]+[\"'\u201d\u2019)\]]*\s+|[\u3002\uff01\uff1f]\s*)"  # the marks that end it
    r"(?=(\S))"  # how another begins
)
"""Matches where a sentence may end and another one begin."""


CLOSING = "\"'\u201d\u2019)]"
"""Marks that close a quotation; a sentence that goes on after one has not ended in it."""


ABBREVIATIONS = frozenset(
    {"approx", "cf", "dr", "eg", "etc", "ie", "mr", "mrs", "ms", "prof", "st", "vs"}
)
"""Abbreviations, whose full stop does not end a sentence."""


def count_sentences(line: str) -> int:
    """Count the sentences of a line; an abbreviation or three dots need not end one."""
    return 1 + sum(map(_ends_sentence, SENTENCE_ENDS.finditer(line)))


def _ends_sentence(found: re.Match[str]) -> bool:
    word, marks, follows = found.group(1, 2, 3)
    marks = marks.strip()
    dots = marks.rstrip(CLOSING)
    if dots != marks and follows.islower():
        return False
    if dots == ".":
        plain = word.lstrip("\"'(\u201c\u2018").casefold()
        return plain not in ABBREVIATIONS and "." not in plain and len(plain) > 1
    return dots not in ("...", "\u2026") or not follows.islower()
