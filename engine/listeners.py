"""Models of listeners: how near several spaces of word vectors hear words to each other.

A player that thinks of others needs to guess what each of them will understand. The literature
calls it the rational speech act model (Frank and Goodman, *Predicting pragmatic reasoning in
language games*, Science 2012; Goodman and Frank, *Pragmatic language interpretation as
probabilistic inference*, 2016; Andreas and Klein, *Reasoning about neural speakers*, 2016):

    L0(meaning | words)  ~  exp(b * similarity(words, meaning))         a literal listener
    S1(words | meaning)  ~  exp(a * (log L0(meaning | words) - cost))   a speaker who models it
    L1(meaning | words)  ~  S1(words | meaning) * prior(meaning)        a listener who knows that

Every space is one literal listener. What people think of when they hear a word
(`engine.associations`) is evidence besides. A game's `pragmatic.py` says what meanings and costs
are.
"""

import re
from collections.abc import Iterable, Sequence
from functools import cached_property, lru_cache
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from engine.associations import load_associations
from engine.game import Seat
from engine.games.baselines import SeededPlayer
from engine.text import fold_words, lemma, stem
from engine.word_vectors import Floats, WordVectors, load_word_vectors
from words.space_folders import parse_listeners
from words.word_lists import compounds, hint_corpus, spellings, word_traits

LEAST_PART = 3
"""The fewest letters of a word that an unknown word is split into."""
LEAST_SLIP = 4
"""The fewest letters of a word that is tried with a letter changed."""
LETTERS = "abcdefghijklmnopqrstuvwxyz"
ENDINGS = ("ness", "less", "like", "ship", "ing", "ish", "ful", "ist", "ers", "er", "ly", "ed", "y")
"""What is taken off an unknown word to find the word that it is made from."""
BEGINNINGS = ("non", "pre", "un", "re")
SOUND_ALIKES = (
    *(("f", "ph"), ("k", "c"), ("ck", "k"), ("s", "c"), ("z", "s"), ("y", "i"), ("ie", "ei")),
    *(("ant", "ent"), ("ance", "ence"), ("able", "ible"), ("ee", "ea"), ("oo", "u"), ("x", "cks")),
    *((2 * letter, letter) for letter in "bcdfglmnprst"),
)
"""Letters that sound alike, so that one is often written for the other."""


def multiply(rows: Floats, others: Floats) -> Floats:
    """The dot product of each row with each of the others; BLAS would start threads, and lose."""
    products: Floats = np.einsum("ij,kj->ik", rows, others)
    return products


def find_greatest(values: Floats, count: int) -> NDArray[np.intp]:
    """The places of the greatest values, the greatest first, ties in order."""
    if count >= len(values):
        return np.argsort(-values, kind="stable")
    least = np.partition(values, len(values) - count)[len(values) - count]
    places = np.flatnonzero(values >= least)
    return places[np.argsort(-values[places], kind="stable")[:count]]


class Heard(NamedTuple):
    """Words as one listener hears them."""

    rows: Floats
    """Their unit vectors, zeros for unknown ones; shape (words, width)."""
    usual: Floats
    """The mean of each word's cosines with the corpus."""
    spread: Floats
    """Their standard deviation; infinite for unknown words."""

    def take(self, places: Sequence[int] | NDArray[np.intp]) -> "Heard":
        """Some of the words."""
        chosen = np.asarray(places, np.intp)
        return Heard(self.rows[chosen], self.usual[chosen], self.spread[chosen])

    def compare(self, others: "Heard") -> Floats:
        """Compute how much nearer words are than words usually are to each of them.

        The unit is a standard deviation, so that spaces, and words that are near to everything,
        can be compared.

        Returns:
            Shape (words, others); 0 for unknown ones.
        """
        middle = (self.usual[:, None] + others.usual[None, :]) / 2
        width = np.sqrt(self.spread[:, None] * others.spread[None, :])
        compared: Floats = (multiply(self.rows, others.rows) - middle) / width
        return compared


class Listeners:
    """Several spaces, each of which is one listener, and what people associate with words."""

    def __init__(self, names: Sequence[str], associations: bool) -> None:
        """Load the spaces.

        Args:
            names: The names of the spaces.
            associations: Whether associations count besides.

        Raises:
            SpaceError: If there is no such space, or it is damaged.
        """
        self.names = tuple(names)
        self.spaces = tuple(map(load_word_vectors, names))
        self.corpus = hint_corpus()
        self.place = {word: place for place, word in enumerate(self.corpus)}
        self.associations = load_associations() if associations else None
        self._cached_corpus = lru_cache(maxsize=1024)(self._compare_with_corpus)
        self._cached_heard = lru_cache(maxsize=8192)(self._hear)

    def is_known(self, text: str) -> bool:
        """Whether a space has a vector for a text, or for what it is made from, or it is listed."""
        if self.associations is not None and self.associations.is_known(text):
            return True
        return any(vector.any() for vector, _, _ in self._cached_heard(text))

    def hear(self, texts: Sequence[str], space: int) -> Heard:
        """Texts as one space hears them."""
        found = [self._cached_heard(text)[space] for text in texts]
        if not found:
            return self.hear_corpus(space).take([])
        rows, usual, spread = zip(*found, strict=True)
        return Heard(np.array(rows), np.array(usual), np.array(spread))

    def hear_corpus(self, space: int) -> Heard:
        """The words of the corpus as one space hears them."""
        return self._heard_corpus[space]

    def compare(self, texts: Sequence[str], others: Sequence[str]) -> Floats:
        """`Heard.compare` in every space; shape (spaces, texts, others)."""
        spaces = range(len(self.spaces))
        return np.stack([self.hear(texts, one).compare(self.hear(others, one)) for one in spaces])

    def compare_with_corpus(self, text: str) -> NDArray[np.float32]:
        """`compare` with each word of the corpus.

        Returns:
            Shape (spaces, corpus), not to be changed.
        """
        return self._cached_corpus(text)

    def _compare_with_corpus(self, text: str) -> NDArray[np.float32]:
        found = []
        for space, rows in enumerate(self._narrow_rows):
            vector, usual, spread = self._cached_heard(text)[space]
            corpus = self._heard_corpus[space]
            cosines = np.einsum("ij,j->i", rows, vector.astype(np.float32))
            found.append((cosines - (corpus.usual + usual) / 2) / np.sqrt(corpus.spread * spread))
        scores = np.stack(found).astype(np.float32).round(5)
        scores.setflags(write=False)
        return scores

    def associate(self, texts: Sequence[str], words: Sequence[str]) -> Floats:
        """`Associations.rate`, in the unit of `compare`; shape (texts, words)."""
        if self.associations is None:
            return np.zeros((len(texts), len(words)))
        return self.associations.rate(texts, words)

    def associate_with_corpus(self, text: str) -> NDArray[np.float32]:
        """`Associations.rate_corpus`, in the unit of `compare`; shape (corpus,)."""
        if self.associations is None:
            return np.zeros(len(self.corpus), np.float32)
        return self.associations.rate_corpus(text)

    @cached_property
    def _narrow_rows(self) -> list[NDArray[np.float32]]:
        """The corpus by space, in half the memory, as it is read often."""
        return [heard.rows.astype(np.float32) for heard in self._heard_corpus]

    @cached_property
    def _statistics(self) -> list[tuple[Floats, Floats]]:
        """Mean and covariance of the corpus by space."""
        found = []
        for space in self.spaces:
            rows = space.corpus_vectors
            mean = rows.mean(axis=0)
            found.append((mean, rows.T @ rows / len(rows) - np.outer(mean, mean)))
        return found

    @cached_property
    def _heard_corpus(self) -> list[Heard]:
        return [self._measure(place, one.corpus_vectors) for place, one in enumerate(self.spaces)]

    def _measure(self, space: int, rows: Floats) -> Heard:
        mean, covariance = self._statistics[space]
        variance = (multiply(rows, covariance) * rows).sum(axis=1)
        known = rows.any(axis=1)
        spread = np.where(known, np.sqrt(np.maximum(variance, 1e-9)), np.inf)
        return Heard(rows, np.where(known, rows @ mean, 0), spread)

    def _hear(self, text: str) -> tuple[tuple[Floats, float, float], ...]:
        """By space: vector, usual cosine and spread."""
        found = []
        for place, vector in enumerate(self._find_vectors(text)):
            rows, usual, spread = self._measure(place, vector[None])
            found.append((rows[0], float(usual[0]), float(spread[0])))
        return tuple(found)

    def _find_vectors(self, text: str) -> tuple[Floats, ...]:
        found = []
        for space in self.spaces:
            vector = space.vector(text)
            if vector is None or any(not _knows(space, word) for word in _content(text)):
                heard = space.vector(recover_words(space, text))
                vector = vector if heard is None else heard
            found.append(np.zeros(space.space.width) if vector is None else vector)
        return tuple(found)


def load_listeners(names: str = "") -> Listeners:
    """Load listeners by the names of their spaces, such as `word2vec+glove`; blank for all.

    Associations count if they are named among the spaces, or nothing is named.

    Raises:
        SpaceError: If there is no such space, or it is damaged.
    """
    return _load(*parse_listeners(names))


@lru_cache(maxsize=4)
def _load(names: tuple[str, ...], associations: bool) -> Listeners:
    return Listeners(names, associations)


def rate_plainness(listeners: Listeners) -> NDArray[np.float32]:
    """Rate how readily a person would say each word of the corpus, about -1 to 1.

    Common words are said more readily than rare ones, and things more readily than abstractions.

    Returns:
        Shape (corpus,).
    """
    return _rate_plainness(listeners.corpus)


@lru_cache(maxsize=2)
def _rate_plainness(corpus: tuple[str, ...]) -> NDArray[np.float32]:
    traits = word_traits()
    common, concrete = np.array([traits.get(word, (3, 5)) for word in corpus], np.float32).T
    plainness: NDArray[np.float32] = np.minimum(common, 7) / 7 * 1.2 + concrete / 9 * 0.6 - 1
    return plainness


def soften(scores: Floats, sharpness: float) -> Floats:
    """Turn scores into the logarithms of probabilities along the last axis (softmax)."""
    scaled = sharpness * scores
    scaled = scaled - scaled.max(axis=-1, keepdims=True)
    logs: Floats = scaled - np.log(np.exp(scaled).sum(axis=-1, keepdims=True))
    return logs


def recover_words(space: WordVectors, text: str) -> str:
    """Replace each word that a space does not know by what it is made from or meant for.

    Tried in order: another spelling, the parts of a compound, the word without ending or
    beginning, the nearest word with one letter changed. What is still unknown is left out.
    """
    found: list[str] = []
    for word in fold_words(text):
        found += [word] if _knows(space, word) else _recover(space, word)
    return " ".join(found)


def _content(text: str) -> tuple[str, ...]:
    return tuple(word for word in fold_words(text) if len(word) >= LEAST_PART)


def _knows(space: WordVectors, word: str) -> bool:
    return space.space.row(word) is not None or space.space.row(lemma(word)) is not None


def _recover(space: WordVectors, word: str) -> Sequence[str]:
    other = spellings().get(word, word)
    if other != word and _knows(space, other):
        return (other,)
    if word in compounds():
        return tuple(part.replace("-", "") for part in compounds()[word])
    if len(word) < LEAST_SLIP:
        return ()
    for candidates in (_without_affixes(word), _sounding_alike(word), _with_one_change(word)):
        for other in candidates:
            if _knows(space, other):
                return (other,)
    splits = ((word[:i], word[i:]) for i in range(len(word) - LEAST_PART, LEAST_PART - 1, -1))
    return next((pair for pair in splits if all(_knows(space, part) for part in pair)), ())


def _without_affixes(word: str) -> Iterable[str]:
    yield stem(word)
    for ending in ENDINGS:
        base = word.removesuffix(ending)
        if base != word and len(base) >= LEAST_PART:
            yield from (base, base + "e", base[:-1] if base[-1:] == base[-2:-1] else base + "y")
            if base.endswith("i"):
                yield base[:-1] + "y"
            yield from _without_affixes(base)
    for beginning in BEGINNINGS:
        base = word.removeprefix(beginning)
        if base != word and len(base) >= LEAST_SLIP:
            yield base


def _sounding_alike(word: str) -> Iterable[str]:
    for one, other in SOUND_ALIKES:
        for written, meant in ((one, other), (other, one)):
            for found in re.finditer(written, word):
                yield word[: found.start()] + meant + word[found.end() :]


def _with_one_change(word: str) -> Iterable[str]:
    """Words with two letters exchanged, one left out, one put in or one replaced, in this order.

    The first letter stays: it is the one that people rarely get wrong.
    """
    pairs = [(word[:i], word[i:]) for i in range(1, len(word) + 1)]
    yield from (a + b[1] + b[0] + b[2:] for a, b in pairs if len(b) > 1)
    yield from (a + b[1:] for a, b in pairs if b)
    yield from (a + letter + b for a, b in pairs for letter in LETTERS)
    yield from (a + letter + b[1:] for a, b in pairs if b for letter in LETTERS)


class ListeningPlayer(SeededPlayer):
    """Base of Parlour's own player in each game, which keeps nothing between moves."""

    def __init__(self, seat: Seat, seed: str, spaces: str, strength: int) -> None:
        """Load the listeners.

        Args:
            seat: The seat.
            seed: The seed of the match.
            spaces: What it listens with, as `load_listeners` takes it.
            strength: How hard it plays, from 1 to 5.

        Raises:
            SpaceError: If there is no such space, or it is damaged.
        """
        super().__init__(seat, seed)
        self.listeners = load_listeners(spaces)
        self.strength = strength
