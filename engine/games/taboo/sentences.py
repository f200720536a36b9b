"""Sentences in which Parlour's own player of Adversarial Taboo says a word about the talk."""

from collections.abc import Sequence
from random import Random

from engine.forms.folding import find_lemma, fold_words
from engine.forms.giveaway import match_in_line
from engine.games.line_words import collect_word_forms
from engine.games.taboo.moves import Say
from engine.games.taboo.reading import EMPTY_WORDS
from engine.games.taboo.view import Role, View, find_line_fault, find_slip
from words.lists import read_word_traits

LEAST_ROOT = 4
"""Minimum length of a word that another word may be derived from."""
FAMILIAR = 3
"""Least frequency, as in `read_word_traits`, of a word that a sentence repeats."""
OPENINGS = (
    "What do you think of when I say {new}?",
    "What does {new} make you think of?",
    "What do you say when you hear {new}?",
    "When you hear {new}, what do you think of?",
    "{New}: what does that make you think of?",
    "Let us begin with {new}. What do you think of?",
    "I say {new}. What do you say?",
    "If I say {new}, what do you think of?",
)
"""An attacker's first lines. No frame contains a noun of the hint corpus. Each frame mentions the
word without using it, as we do not know whether it needs an article or is a plural."""
ATTACKS = (
    "And {new}: what does that make you think of?",
    "And when I say {new}?",
    "What else do you think of when you hear {new}?",
    "Let us go on with {new}. What do you say to that?",
    "Now I say {new}. And you?",
    "You say {heard}. And what about {new}?",
    "{heard}, I see. And what about {new}?",
    "{heard}, and then {new}: what do you think of now?",
    "From {heard} I come to {new}. And you?",
)
"""An attacker's later lines; `{heard}` is a word from the defender's last line."""
ANSWERS_TO = (
    "{heard}? {New}, I would say.",
    "{heard}? I would say {new}.",
    "{heard}? That makes me think of {new}.",
    "When I hear {heard}, I think of {new}.",
    "When you say {heard}, I say {new}.",
    "I would say {new}.",
    "{new}, I think.",
    "I think of {new}.",
    "That makes me think of {new}.",
    "{new}, perhaps.",
)
"""A defender's lines; `{heard}` is a word from the attacker's last line."""


def say_about_talk(view: View, words: Sequence[str], rng: Random, never: Sequence[str] = ()) -> Say:
    """Say the first of these words that does no harm, in a sentence that refers to the talk.

    Args:
        view: The view of the seat.
        words: The words to try, best first; one of them must be harmless.
        rng: Draws the sentence.
        never: Words that the line must not contain in any form.
    """

    def is_harmless(text: str) -> bool:
        return not (
            find_line_fault(view, text)
            or find_slip(view, text)
            or any(match_in_line(text, word) for word in never)
        )

    said = collect_word_forms(view.talk)
    heard = find_offered_word(view)
    frames = OPENINGS if not view.talk else ATTACKS if view.role is Role.ATTACKER else ANSWERS_TO
    fitting = [frame for frame in frames if heard or "{heard}" not in frame]
    for word in words:
        if not is_harmless(word) or not said.isdisjoint(collect_word_forms((word,))):
            continue
        if any(are_of_one_root(word, other) for other in said):
            continue
        for frame in rng.sample(fitting, len(fitting)):
            text = frame.format(heard=heard, new=word, New=word[0].upper() + word[1:])
            text = text[0].upper() + text[1:]
            if is_harmless(text):
                return Say(line=text)
        return Say(line=word)
    return Say(line=next(word for word in words if is_harmless(word)))


def are_of_one_root(word: str, other: str) -> bool:
    """Whether one of two words begins with the other, such as work and worker."""
    short, long = sorted((word, other), key=len)
    return len(short) >= LEAST_ROOT and long.startswith(short)


def find_offered_word(view: View) -> str | None:
    """Find the last noun of the other side's last line, if it is new and a common word."""
    if not view.talk:
        return None
    traits = read_word_traits()
    before = collect_word_forms(view.talk[:-1])
    for word in reversed(fold_words(view.talk[-1])):
        noun = word if word in traits else find_lemma(word)
        if noun in traits and EMPTY_WORDS.isdisjoint((word, noun)):
            if before.isdisjoint(collect_word_forms((word,))) and traits[noun][0] >= FAMILIAR:
                return word
            return None
    return None
