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

from collections.abc import Sequence
from functools import cached_property, lru_cache
from itertools import accumulate, batched
from threading import Lock
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from engine.associations import load_associations
from engine.game import Seat
from engine.games.baselines import SeededPlayer
from engine.text import fold_words
from engine.word_vectors import LEAST_PART, Floats, knows_word, load_word_vectors, recover_words
from words.space_folders import parse_listeners
from words.word_lists import hint_corpus, word_traits

MOST_PRODUCTS = 1 << 18
"""How many products of two numbers OpenBLAS computes without threads."""
TOGETHER = 4
"""How many texts are compared with the corpus at a time: its rows are read from memory once."""
BLOCK = 32
"""Of how many values the greatest is found at a time."""
KEPT_TEXTS = 1024
"""How many texts are kept as they compare with the corpus."""


def multiply(rows: Floats, others: Floats) -> Floats:
    """The dot product of each row with each of the others; BLAS would start threads, and lose."""
    products: Floats = np.einsum("ij,kj->ik", rows, others)
    return products


def multiply_many[T: np.floating[Any]](rows: NDArray[T], others: NDArray[T]) -> NDArray[T]:
    """`multiply` for many rows, by BLAS, in blocks for which it starts no threads.

    The last digit of a product may depend on its place.
    """
    columns = np.ascontiguousarray(others.T)
    products = np.empty((len(rows), len(others)), rows.dtype)
    block = max(1, MOST_PRODUCTS // max(1, columns.size))
    for first in range(0, len(rows), block):
        np.matmul(rows[first : first + block], columns, out=products[first : first + block])
    return products


def find_greatest(values: Floats, count: int) -> NDArray[np.intp]:
    """The places of the greatest values, the greatest first, ties in order."""
    blocks = len(values) // BLOCK
    if count > blocks:
        return np.argsort(-values, kind="stable")[:count]
    # as many blocks have a value of at least `least`, so none of the greatest is below it
    most = values[: blocks * BLOCK].reshape(BLOCK, blocks).max(axis=0)
    least = np.partition(most, blocks - count)[blocks - count]
    places = np.flatnonzero(values >= least)
    return places[np.argsort(-values[places], kind="stable")[:count]]


def flip(rows: NDArray[np.float32], ends: Sequence[int] = ()) -> NDArray[Any]:
    """Turn rows of `Heard.stretch` into those that others are multiplied with.

    Args:
        rows: The rows; they stay as they are.
        ends: Where the columns of each space end; at the end of the row, if there is one space.
    """
    flipped = rows.copy()
    for end in ends or (rows.shape[1],):
        flipped[:, end - 2] = rows[:, end - 1] / -2
        flipped[:, end - 1] = rows[:, end - 2] / -2
    return flipped


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

    def stretch(self) -> NDArray[np.float32]:
        """Rows of which one's product with another's flipped row is about what `compare` says."""
        scale = 1 / np.sqrt(self.spread)[:, None]
        ends = (scale * self.usual[:, None], scale)
        return np.concatenate([scale * self.rows, *ends], axis=1, dtype=np.float32)

    def compare(self, others: "Heard") -> Floats:
        """Compute how much nearer words are than words usually are to each of them.

        The unit is a standard deviation, so that spaces, and words that are near to everything,
        can be compared.

        Returns:
            Shape (words, others); 0 for unknown ones.
        """
        return self.standardize(multiply(self.rows, others.rows), others)

    def standardize(self, cosines: Floats, others: "Heard") -> Floats:
        """`compare`, if the cosines are known."""
        middle = (self.usual[:, None] + others.usual[None, :]) / 2
        width = np.sqrt(self.spread[:, None] * others.spread[None, :])
        compared: Floats = (cosines - middle) / width
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
        self._widths = [space.space.width + 2 for space in self.spaces]
        self._ends = list(accumulate(self._widths))
        """Where the columns of each space end, if those of all spaces are in one row."""
        self._compared: dict[str, NDArray[np.float32]] = {}
        self._lock = Lock()
        self._cached_row = lru_cache(maxsize=8192)(self._hear)
        self._cached_heard = lru_cache(maxsize=64)(self._hear_all)

    def is_known(self, text: str) -> bool:
        """Whether a space has a vector for a text, or for what it is made from, or it is listed."""
        if self.associations is not None and self.associations.is_known(text):
            return True
        return any(heard.rows.any() for heard in self.hear_all((text,)))

    def hear(self, texts: Sequence[str], space: int) -> Heard:
        """Texts as one space hears them."""
        return self.hear_all(texts)[space]

    def hear_all(self, texts: Sequence[str]) -> list[Heard]:
        """Texts as each space hears them; not to be changed."""
        return self._cached_heard(tuple(texts))

    def _hear_all(self, texts: tuple[str, ...]) -> list[Heard]:
        rows = [self._cached_row(text) for text in texts]
        table = np.array(rows).reshape(len(texts), self._ends[-1])
        spans = (
            (end - width, end - 2) for end, width in zip(self._ends, self._widths, strict=True)
        )
        return [Heard(table[:, a:b], table[:, b], table[:, b + 1]) for a, b in spans]

    def hear_corpus(self, space: int) -> Heard:
        """The words of the corpus as one space hears them."""
        return self._heard_corpus[space]

    def compare(self, texts: Sequence[str], others: Sequence[str]) -> Floats:
        """`Heard.compare` in every space; shape (spaces, texts, others)."""
        both = zip(self.hear_all(texts), self.hear_all(others), strict=True)
        return np.stack([one.compare(other) for one, other in both])

    def compare_with_corpus(self, text: str) -> NDArray[np.float32]:
        """`compare` with each word of the corpus.

        Returns:
            Shape (spaces, corpus), not to be changed.
        """
        return self.compare_all_with_corpus((text,))[0]

    def compare_all_with_corpus(self, texts: Sequence[str]) -> list[NDArray[np.float32]]:
        """`compare_with_corpus` for several texts, which takes less time than one by one."""
        wanted = dict.fromkeys(texts)
        with self._lock:
            new = [text for text in wanted if text not in self._compared]
            for batch in batched(new, TOGETHER, strict=False):
                self._compared |= zip(batch, self._compare_with_corpus(batch), strict=True)
            found = {text: self._compared.pop(text) for text in wanted}
            self._compared |= found  # the latest comes last
            while len(self._compared) > KEPT_TEXTS:
                del self._compared[next(iter(self._compared))]
        return [found[text] for text in texts]

    def _compare_with_corpus(self, texts: tuple[str, ...]) -> list[NDArray[np.float32]]:
        """Compare up to `TOGETHER` texts; one gets the same numbers with others and alone."""
        scores = np.empty((len(texts), len(self.spaces), len(self.corpus)), np.float32)
        for space, heard in enumerate(self.hear_all(texts)):
            end, width = self._ends[space], self._widths[space]
            others = np.zeros((TOGETHER, width), np.float32)
            others[: len(texts)] = flip(heard.stretch())
            near = multiply_many(self._stretched_corpus[:, end - width : end], others)
            scores[:, space] = near.T[: len(texts)]
        found = list(map(np.array, scores.round(5)))
        for one in found:
            one.setflags(write=False)
        return found

    def compare_words(self, places: NDArray[np.intp], others: NDArray[np.intp]) -> Floats:
        """`compare` within the corpus, the mean of all spaces; shape (places, others)."""
        rows = self._stretched_corpus
        near = multiply_many(rows[places], flip(rows[others], self._ends))
        return near.astype(np.float64) / len(self.spaces)

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
    def _stretched_corpus(self) -> NDArray[np.float32]:
        """The corpus in all spaces, in half the memory, as it is read often."""
        return np.concatenate([heard.stretch() for heard in self._heard_corpus], axis=1)

    @cached_property
    def _statistics(self) -> list[tuple[Floats, Floats]]:
        """Mean and covariance of the corpus by space."""
        found = []
        for space in self.spaces:
            rows = space.corpus_vectors
            mean = rows.mean(axis=0)
            squares = np.zeros((rows.shape[1], rows.shape[1]))
            block = max(1, MOST_PRODUCTS // squares.size)  # so that BLAS starts no threads
            for first in range(0, len(rows), block):
                some = rows[first : first + block]
                squares += some.T.copy() @ some
            found.append((mean, squares / len(rows) - np.outer(mean, mean)))
        return found

    @cached_property
    def _heard_corpus(self) -> list[Heard]:
        return [self._measure(place, one.corpus_vectors) for place, one in enumerate(self.spaces)]

    @cached_property
    def _known_everywhere(self) -> NDArray[np.bool_]:
        """Whether every space knows a word of the corpus."""
        return np.all([np.isfinite(heard.spread) for heard in self._heard_corpus], axis=0)

    def _measure(self, space: int, rows: Floats) -> Heard:
        mean, covariance = self._statistics[space]
        many = multiply if len(rows) == 1 else multiply_many
        variance = (many(rows, covariance) * rows).sum(axis=1)
        known = rows.any(axis=1)
        spread = np.where(known, np.sqrt(np.maximum(variance, 1e-9)), np.inf)
        return Heard(rows, np.where(known, rows @ mean, 0), spread)

    def _hear(self, text: str) -> Floats:
        """By space: vector, usual cosine and spread; all in one row."""
        known = self.place.get(text) if text.isalpha() else None
        if known is not None and self._known_everywhere[known]:
            measured = [heard.take([known]) for heard in self._heard_corpus]
        else:
            vectors = self._find_vectors(text)
            measured = [self._measure(space, one[None]) for space, one in enumerate(vectors)]
        return np.concatenate([part for one in measured for part in (one.rows[0], *one[1:])])

    def _find_vectors(self, text: str) -> tuple[Floats, ...]:
        found = []
        for space in self.spaces:
            vector = space.vector(text)
            if vector is None or any(not knows_word(space, word) for word in _content(text)):
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


def _content(text: str) -> tuple[str, ...]:
    return tuple(word for word in fold_words(text) if len(word) >= LEAST_PART)


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
