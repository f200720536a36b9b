"""What the words of Adversarial Taboo's attacker tell of the target, to each kind of defender.

A defender listens with one space, or with all spaces and what people associate, as Parlour's own
player does (`engine.listeners`). The player infers the target by it, and as attacker imagines by it
what defenders will infer.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

from engine.games.baselines import collect_word_forms
from engine.games.taboo.view import Role, View, find_speaker
from engine.listeners import Listeners
from engine.text import fold_words, lemma
from engine.word_vectors import Floats

MOST = 4.0
"""The most standard deviations of nearness that count."""
SHARPNESS = 2.2
"""How surely a word is the target that suits the attacker's words better by a standard deviation
in the mean."""
ASSOCIATION_WEIGHT = 0.25
"""What it counts that people think of one word when they hear the other, for a defender."""
EMPTY_WORDS = frozenset(
    (
        *("a", "an", "the", "of", "and", "or", "to", "in", "on", "for", "with", "it", "is", "you"),
        *("i", "me", "my", "your", "do", "does", "what", "which", "would", "how", "about", "say"),
        *("see", "when", "then", "rather", "not", "far", "from", "goes", "have", "put", "before"),
        *("after", "if", "tell", "us", "let", "begin", "comes", "feel", "add", "besides", "hear"),
        *("fine", "think", "like", "know", "that", "this", "so", "well", "very", "any", "there"),
        *("ask", "believe", "obviously", "perhaps", "probably", "maybe", "could", "might", "may"),
        *("seem", "seems", "look", "anything", "something", "everything", "nothing", "idea"),
        *("make", "makes", "mean", "means", "remind", "reminds", "belong", "belongs", "go"),
        *("going", "more", "than", "else", "now", "next", "okay", "yes", "no", "sure", "course"),
        *("guess", "thing", "things", "kind", "sort", "way", "lot", "bit", "word", "words", "be"),
        *("she", "he", "her", "him", "his", "they", "them", "their", "its", "am", "has", "had"),
        *("been", "being", "did", "done", "will", "shall", "should", "must", "said", "says"),
        *("told", "asked", "answer", "take", "took", "give", "gave", "got", "want", "need"),
        *("please", "all", "each", "every", "both", "some", "same", "such", "one", "two"),
        *("other", "another", "always", "never", "often", "also", "just", "only", "too", "still"),
        *(
            "even",
            "ever",
            "here",
            "at",
            "by",
            "into",
            "out",
            "over",
            "up",
            "down",
            "off",
            "without",
        ),
        *(
            "because",
            "but",
            "until",
            "while",
            "again",
            "much",
            "many",
            "most",
            "nor",
            "as",
            "these",
        ),
        *("mind", "was", "are", "can", "come", "get", "good", "where", "who", "why", "we", "our"),
    )
)
"""Words that say nothing of a thing: those of questions and answers themselves."""


@dataclass(frozen=True, slots=True)
class Suspects:
    """What a defender believes that the target is."""

    words: tuple[str, ...]
    """The likeliest words, the best first."""
    chances: tuple[float, ...]
    """The probability of each."""


def find_words(listeners: Listeners, line: str) -> tuple[str, ...]:
    """The words of a line that say something, in their basic form."""
    words = (word for word in fold_words(line) if word not in EMPTY_WORDS)
    found = (word if word in listeners.place else lemma(word) for word in words)
    return tuple(dict.fromkeys(word for word in found if listeners.is_known(word)))


def hear_attacker(listeners: Listeners, view: View) -> tuple[str, ...]:
    """The words that the attacker brought up: not those that the defender had said before."""
    said: set[str] = set()
    found: list[str] = []
    for place, line in enumerate(view.talk):
        words = find_words(listeners, line)
        if find_speaker(place) is Role.ATTACKER:
            found += [word for word in words if word not in said]
        said.update(words)
    return tuple(dict.fromkeys(found))


@lru_cache(maxsize=256)
def hear_word(listeners: Listeners, word: str) -> NDArray[np.float32]:
    """How near a word is to each word of the corpus, as defenders hear it.

    Returns:
        Shape (spaces + 1, corpus), not to be changed: defenders of one space each, and last the one
        that this player is, with all spaces and associations.
    """
    each = listeners.compare_with_corpus(word)
    together = each.mean(axis=0).clip(0, MOST)
    together += ASSOCIATION_WEIGHT * listeners.associate_with_corpus(word)
    found: NDArray[np.float32] = np.vstack((each.clip(0, MOST), together))
    found.setflags(write=False)
    return found


def rate_candidates(heard: Sequence[NDArray[np.float32]]) -> Floats:
    """How well each word of the corpus suits what was heard, see `hear_word`.

    The logarithm of how likely it is the target, but for a constant; a defender and the attacker
    who imagines one count alike.

    Returns:
        The shape of one word that was heard.
    """
    marks: Floats = np.mean(heard, axis=0, dtype=np.float64) * np.sqrt(len(heard)) * SHARPNESS
    return marks


def infer_target(listeners: Listeners, view: View) -> Suspects:
    """Infer the target from what the attacker said; words that were said are no candidates."""
    heard = hear_attacker(listeners, view)
    gone = collect_word_forms(view.talk)
    if not heard:
        return Suspects((), ())
    marks = rate_candidates([hear_word(listeners, word)[-1:] for word in heard])[-1]
    for place in np.argsort(-marks, kind="stable")[:100].tolist():
        if not gone.isdisjoint(collect_word_forms((listeners.corpus[place],))):
            marks[place] = -99
    order = np.argsort(-marks, kind="stable")[:50]
    chances = np.exp(marks - marks.max())
    chances /= chances.sum()
    return Suspects(
        tuple(listeners.corpus[place] for place in order.tolist()),
        tuple(chances[order].round(6).tolist()),
    )
