"""How Parlour's own player of Adversarial Taboo infers the target from the attacker's words.

A defender is modelled with one space of word vectors, or with all spaces and associations
(`engine.players.pragmatic`). As defender, the player uses the latter to infer the target. As
attacker, it uses all of them to predict what a defender will infer.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

from engine.games.line_words import collect_word_forms
from engine.games.taboo.pictured_words import spell_pictures
from engine.games.taboo.view import Role, View, find_speaker
from engine.players.pragmatic.listeners import Listeners
from engine.players.vectors.word_vectors import Floats

MOST = 4.0
"""Cap on similarity, in standard deviations."""
SHARPNESS = 2.2
"""Inverse temperature of the target: log-odds per standard deviation of mean similarity, times the
square root of the number of words."""
ASSOCIATION_WEIGHT, PHRASE_WEIGHT = 0.25, 1.5
"""A defender's weight of associations, against 1 for similarity, of a word and of a phrase. The
second was chosen on written talks: a phrase means little beside what stands in a list with it."""
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
        *("afraid", "against", "almost", "along", "already", "anybody", "bad", "behind"),
        *("best", "better", "between", "bring", "brings", "buy", "careful", "choose"),
        *("close", "closer", "connect", "curious", "differently", "easy", "enough"),
        *("everybody", "explain", "fair", "find", "first", "forgotten", "further"),
        *("getting", "happen", "happens", "happy", "hardly", "hello", "help", "helps"),
        *("instead", "keep", "knew", "known", "knows", "laugh", "last", "lets", "little"),
        *("long", "made", "meet", "met", "miss", "missing", "mostly", "myself"),
        *("naturally", "near", "nearby", "nearly", "neither", "nobody", "notice", "old"),
        *("open", "quick", "quite", "really", "remember", "right", "seen", "since"),
        *("sometimes", "somewhere", "stay", "stop", "suppose", "swap", "takes", "though"),
        *("through", "together", "tried", "try", "under", "usually", "were", "whenever"),
        *("wherever", "whoever", "puts", "around", "away", "back", "cannot", "everyone"),
        *("exactly", "hi", "hey", "however", "indeed", "itself", "later", "lots", "none"),
        *("oh", "ok", "once", "ones", "own", "someone", "soon", "thanks", "thank"),
        *("themselves", "understand", "unless", "whether", "whatever", "whom", "whose"),
        *(
            "within",
            "yet",
            "yourself",
            "start",
        ),
        *("mind", "was", "are", "can", "come", "get", "good", "where", "who", "why", "we", "our"),
    )
)
"""Words without content, such as those of questions and answers, which are ignored."""


@dataclass(frozen=True, slots=True)
class Beliefs:
    """What a defender believes about the target."""

    words: tuple[str, ...]
    """The most likely words, most likely first."""
    chances: tuple[float, ...]
    """The probability of each."""


def find_words(listeners: Listeners, line: str) -> tuple[str, ...]:
    """Find the content words of a line that the listeners know, as lemmas."""
    return listeners.find_words(spell_pictures(line), EMPTY_WORDS)


def infer_attacker_words(listeners: Listeners, view: View) -> tuple[str, ...]:
    """Find the content words that the attacker said first, before the defender."""
    said: set[str] = set()
    found: list[str] = []
    for place, line in enumerate(view.talk):
        words = find_words(listeners, line)
        if find_speaker(place) is Role.ATTACKER:
            found += [word for word in words if word not in said]
        said.update(words)
    return tuple(dict.fromkeys(found))


def infer_attacker_texts(listeners: Listeners, view: View) -> tuple[str, ...]:
    """Find the same words, but phrases in place of those that stand together in some list."""
    words = infer_attacker_words(listeners, view)
    parts = {
        phrase: frozenset(find_words(listeners, phrase)).intersection(words)
        for place, line in enumerate(view.talk)
        if find_speaker(place) is Role.ATTACKER
        for phrase in listeners.find_phrases(line, EMPTY_WORDS)
    }
    phrases = [phrase for phrase, new in parts.items() if new]
    gone = {word for new in parts.values() for word in new}
    return (*(word for word in words if word not in gone), *phrases)


@lru_cache(maxsize=256)
def compare_with_corpus(listeners: Listeners, word: str) -> NDArray[np.float32]:
    """Compare a word or phrase with each word of the corpus, for each kind of defender.

    Returns:
        Clipped similarities; shape (spaces + 1, corpus), read-only. Rows are defenders with one
        space each, the last row is a defender with all spaces and associations.
    """
    each = listeners.compare_with_corpus(word)
    together = each.mean(axis=0).clip(0, MOST)
    weight = PHRASE_WEIGHT if " " in word else ASSOCIATION_WEIGHT
    together += weight * listeners.associate_with_corpus(word)
    found: NDArray[np.float32] = np.vstack((each.clip(0, MOST), together))
    found.setflags(write=False)
    return found


def rate_candidates(heard: Sequence[NDArray[np.float32]]) -> Floats:
    """Compute the log-probability, up to a constant, that each word of the corpus is the target.

    A defender and an attacker that models one use the same formula.

    Args:
        heard: The similarities of each word that was heard, see `compare_with_corpus`.

    Returns:
        The shape of one element of `heard`.
    """
    marks: Floats = np.mean(heard, axis=0, dtype=np.float64) * np.sqrt(len(heard)) * SHARPNESS
    return marks


def infer_beliefs(listeners: Listeners, view: View) -> Beliefs:
    """Infer the target from the attacker's words; words that were said are excluded."""
    heard = infer_attacker_texts(listeners, view)
    gone = collect_word_forms(view.talk)
    if not heard:
        return Beliefs((), ())
    marks = rate_candidates([compare_with_corpus(listeners, word)[-1:] for word in heard])[-1]
    for place in np.argsort(-marks, kind="stable")[:100].tolist():
        if not gone.isdisjoint(collect_word_forms((listeners.corpus[place],))):
            marks[place] = -99
    order = np.argsort(-marks, kind="stable")[:50]
    chances = np.exp(marks - marks.max())
    chances /= chances.sum()
    return Beliefs(
        tuple(listeners.corpus[place] for place in order.tolist()),
        tuple(chances[order].round(6).tolist()),
    )
