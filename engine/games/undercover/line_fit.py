"""How well a line fits words, as Parlour's own player of Undercover judges it."""

from functools import lru_cache

import numpy as np

from engine.forms.folding import find_lemma, fold_words
from engine.games.undercover.baseline import average_lines, average_neighbourhood
from engine.players.pragmatic.embedded_texts import EmbeddedTexts
from engine.players.pragmatic.listeners import Listeners
from engine.players.vectors.word_vectors import Floats, WordVectors
from words.knowledge import read_word_facts

MOST = 4.0
"""Cap on a word's similarity, in standard deviations."""
HEARD_WORDS = 3
"""The fit of a line is the mean over this many of its best words."""
FACT_BONUS = 4.0
"""Bonus, in standard deviations, for a line whose words all occur in the facts about the word."""
NEIGHBOURS = 16
"""Size of a word's neighbourhood, as the baselines use it."""
NEIGHBOURHOOD_WEIGHT = 2.0
"""Standard deviations for a cosine of 1 between a line and the neighbourhood of a word."""
EMPTY_WORDS = frozenset(
    (
        *("it", "is", "a", "an", "the", "of", "kind", "sort", "some", "rather", "has", "have"),
        *("and", "or", "to", "in", "on", "for", "with", "from", "by", "as", "at", "that", "this"),
        *("used", "use", "made", "make", "comes", "come", "belongs", "belong", "be", "are", "was"),
        *("often", "people", "you", "would", "not", "thing", "something", "one", "can", "many"),
        *("like", "i", "my", "me", "think", "there", "where", "very", "usually", "found", "find"),
        *("close", "name", "together", "far", "hear", "say", "almost", "goes", "go", "makes"),
        *("about", "add", "again", "agree", "all", "am", "ask", "believe", "besides", "but"),
        *("cannot", "connect", "could", "do", "does", "ease", "else", "feel", "forget", "hears"),
        *("if", "know", "let", "look", "may", "mean", "means", "meet", "met", "might", "miss"),
        *("more", "near", "nobody", "once", "said", "see", "separate", "so", "sure", "tell"),
        *("then", "we", "well", "what", "when", "which", "whoever", "will", "without", "yet"),
        *("also", "too", "who"),
    )
)
"""Words without content, which are ignored."""


@lru_cache(maxsize=4096)
def rate_line(listeners: Listeners, line: str, words: tuple[str, ...]) -> Floats:
    """Compute the fit of a line to each word, in standard deviations; shape (words,).

    The result is shared: do not modify it.
    """
    heard = find_words(listeners, line)
    if not heard:
        return np.zeros(len(words))
    by_space = [
        listeners.embed(heard, space).compare(of_words)
        for space, of_words in enumerate(_embed_words(listeners, words))
    ]
    near = np.stack(by_space).clip(0, MOST).mean(axis=0)
    near = near + listeners.associate(heard, words)
    counted = min(HEARD_WORDS, len(heard))
    rates: Floats = np.sort(near, axis=0)[-counted:].mean(axis=0)
    known = [len(_list_known(word).intersection(heard)) for word in words]
    rates = rates + FACT_BONUS * np.array(known) / len(heard)
    return rates + NEIGHBOURHOOD_WEIGHT * compare_literally(listeners, line, words).mean(axis=0)


@lru_cache(maxsize=256)
def _embed_words(listeners: Listeners, words: tuple[str, ...]) -> list[EmbeddedTexts]:
    """Cache the vectors of the words, which are compared with many lines."""
    return [listeners.embed(words, space) for space in range(len(listeners.spaces))]


@lru_cache(maxsize=4096)
def _list_known(word: str) -> frozenset[str]:
    """The words in the facts about a word, and their lemmas."""
    said = {one for fact in read_word_facts().get(word, ()) for one in fold_words(fact)}
    return frozenset(said | set(map(find_lemma, said)))


def compare_literally(listeners: Listeners, line: str, words: tuple[str, ...]) -> Floats:
    """Compare a line with the neighbourhood of each word, as the baseline of each space does.

    Returns:
        Cosines; shape (spaces, words).
    """
    return np.stack(
        [_average_words(space, words) @ average_lines(space, (line,)) for space in listeners.spaces]
    )


@lru_cache(maxsize=256)
def _average_words(space: WordVectors, words: tuple[str, ...]) -> Floats:
    return np.array([average_neighbourhood(space, word, NEIGHBOURS) for word in words])


@lru_cache(maxsize=8192)
def find_words(listeners: Listeners, line: str) -> tuple[str, ...]:
    """Find the content words of a line that the listeners know, as lemmas."""
    return listeners.find_words(line, EMPTY_WORDS)
