"""The nouns of a talk that Parlour's own player takes up."""

from engine.forms.folding import find_lemma, fold_words
from engine.games.line_words import collect_word_forms
from engine.games.taboo.pragmatic_beliefs import (
    EMPTY_WORDS,
    find_words,
    infer_attacker_words,
)
from engine.games.taboo.remark import NO_ANSWER, find_remark
from engine.games.taboo.view import View, find_speaker
from engine.players.pragmatic.listeners import Listeners
from words.knowledge import read_word_traits

PRONOUNS = frozenset({"i", "you", "he", "she", "it", "we", "they", "that", "which", "who"})
FAMILIAR = 3
"""Least frequency, as in `read_word_traits`, of a word that a sentence repeats."""


def list_own_lines(view: View) -> list[str]:
    """List the lines that the view's role has said."""
    return [line for place, line in enumerate(view.talk) if find_speaker(place) is view.role]


def list_attacker_nouns(listeners: Listeners, view: View) -> list[str]:
    """List the common nouns that the attacker said first, in order."""
    traits = read_word_traits()
    return [word for word in infer_attacker_words(listeners, view) if word in traits]


def find_asked_noun(listeners: Listeners, view: View) -> str | None:
    """Find the noun that the attacker's last line asks about: the last one that it said first."""
    earlier = collect_word_forms(view.talk[:-1])
    nouns = [word for word in find_words(listeners, view.talk[-1]) if word in read_word_traits()]
    new = [word for word in nouns if earlier.isdisjoint(collect_word_forms((word,)))]
    return new[-1] if new else nouns[-1] if nouns else None


def find_earlier_noun(listeners: Listeners, view: View) -> str | None:
    """Find the last noun that the attacker spoke of before its last line."""
    traits = read_word_traits()
    for place in range(len(view.talk) - 2, -1, -1):
        line = view.talk[place]
        if find_speaker(place) is view.role or find_remark(line, listeners.is_word) in NO_ANSWER:
            continue
        nouns = [word for word in find_words(listeners, line) if word in traits]
        if nouns:
            return nouns[-1]
    return None


def find_own_noun(view: View) -> str | None:
    """Find the last noun that the view's role said first."""
    traits = read_word_traits()
    for place in range(len(view.talk) - 1, -1, -1):
        if find_speaker(place) is not view.role:
            continue
        before = collect_word_forms(view.talk[:place])
        for word in reversed(fold_words(view.talk[place])):
            noun = word if word in traits else find_lemma(word)
            if noun in traits and before.isdisjoint(collect_word_forms((word,))):
                return noun
    return None


def find_offered_word(view: View) -> str | None:
    """Find the last noun of the other side's last line, if it is new and a common word."""
    if not view.talk:
        return None
    traits = read_word_traits()
    before = collect_word_forms(view.talk[:-1])
    words = fold_words(view.talk[-1])
    for place in range(len(words) - 1, -1, -1):
        word = words[place]
        if place and words[place - 1] in PRONOUNS:
            continue  # a verb: "it costs"
        noun = word if word in traits else find_lemma(word)
        if noun in traits and EMPTY_WORDS.isdisjoint((word, noun)):
            if before.isdisjoint(collect_word_forms((word,))) and traits[noun][0] >= FAMILIAR:
                return word
            return None
    return None
