"""Whether two nouns belong together in the way that a question asks, as far as the lists tell."""

import re

from engine.games.taboo.asked_kind import CATEGORIES, NAMES_ONE, list_wanted_kinds
from engine.players.pragmatic.listeners import Listeners
from engine.players.pragmatic.nouns import find_kind
from words.knowledge import read_word_associations

CONNECTED = 2.5
"""Similarity, in standard deviations, from which on two words belong together without a list."""
TOGETHER = re.compile(
    r"\b(goes? (together )?with|belongs? (to|with)|never far from|has to do with|"
    r"comes (with|after|before))\b",
    re.IGNORECASE,
)
"""Matches questions for what belongs to a noun, whatever its kind."""

GOES_WITH = re.compile(r"\b(goes? (well )?|have )with\b", re.IGNORECASE)
MEALS, GARMENTS = frozenset({"food", "drink"}), frozenset({"garment"})
"""Matches questions for what one puts together with something to eat, or to wear."""


def are_associated(word: str, other: str) -> bool:
    """Whether people think of one of the words when they hear the other."""
    lists = read_word_associations()
    return other in lists.get(word, ()) or word in lists.get(other, ())


def are_connected(listeners: Listeners, word: str, other: str) -> bool:
    """Whether one can come from one word to the other in a talk."""
    if are_associated(word, other):
        return True
    return float(listeners.compare((word,), (other,)).mean()) >= CONNECTED


def asks_relation(line: str, topic: str | None) -> bool:
    """Whether a line asks for what stands in some relation to its noun.

    It does not if the noun only names the kind of what is asked for: "your favourite animal".
    """
    if topic is None or topic in CATEGORIES or NAMES_ONE.search(line):
        return False
    return bool(list_wanted_kinds(line) or TOGETHER.search(line))


def answers_relation(line: str, topic: str, word: str) -> bool:
    """Whether a word stands in the relation to the noun of a line that the line asks for."""
    if not are_associated(topic, word):  # most words: the line is read for the few others
        return False
    kinds = list_wanted_kinds(line)
    if GOES_WITH.search(line) and find_kind(topic) in MEALS | GARMENTS:
        kinds = tuple(MEALS if find_kind(topic) in MEALS else GARMENTS)
    return not kinds or find_kind(word) in kinds
