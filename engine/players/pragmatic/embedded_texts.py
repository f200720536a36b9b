"""Texts as vectors of one space, whose cosines are standardised."""

from collections.abc import Sequence
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from engine.players.pragmatic.products import MOST_PRODUCTS, multiply, multiply_many
from engine.players.vectors.word_vectors import Floats, WordVectors


def flip(rows: NDArray[np.float32], ends: Sequence[int] = ()) -> NDArray[Any]:
    """Turn rows of `EmbeddedTexts.stretch` into the right-hand factors of a product.

    Args:
        rows: The rows; they are not modified.
        ends: The index after the last column of each space; empty if there is one space.
    """
    flipped = rows.copy()
    for end in ends or (rows.shape[1],):
        flipped[:, end - 2] = rows[:, end - 1] / -2
        flipped[:, end - 1] = rows[:, end - 2] / -2
    return flipped


class EmbeddedTexts(NamedTuple):
    """Texts as vectors of one space, with what standardises their cosines."""

    rows: Floats
    """Unit vectors, zeros for unknown words; shape (words, width)."""
    usual: Floats
    """Mean cosine of each word with the corpus; shape (words,)."""
    spread: Floats
    """Standard deviation of those cosines; infinite for unknown words; shape (words,)."""

    @property
    def known(self) -> NDArray[np.bool_]:
        """Whether the space has a vector for each word; shape (words,)."""
        return np.isfinite(self.spread)

    def take(self, places: Sequence[int] | NDArray[np.intp]) -> "EmbeddedTexts":
        """Select words by index."""
        chosen = np.asarray(places, np.intp)
        return EmbeddedTexts(self.rows[chosen], self.usual[chosen], self.spread[chosen])

    def stretch(self) -> NDArray[np.float32]:
        """Build rows whose dot product with the `flip` of other rows approximates `compare`."""
        scale = 1 / np.sqrt(self.spread)[:, None]
        ends = (scale * self.usual[:, None], scale)
        return np.concatenate([scale * self.rows, *ends], axis=1, dtype=np.float32)

    def compare(self, others: "EmbeddedTexts") -> Floats:
        """Standardise the cosine of each word with each of the others.

        The mean of both words' usual cosines is subtracted, and the difference divided by the
        geometric mean of their spreads. So spaces can be compared, and a word that is near to
        everything has no advantage.

        Returns:
            Standard deviations; shape (words, others); 0 for unknown words.
        """
        return self.standardize(multiply(self.rows, others.rows), others)

    def standardize(self, cosines: Floats, others: "EmbeddedTexts") -> Floats:
        """Do the same as `compare` if the cosines are known."""
        middle = (self.usual[:, None] + others.usual[None, :]) / 2
        width = np.sqrt(self.spread[:, None] * others.spread[None, :])
        compared: Floats = (cosines - middle) / width
        return compared


class EmbeddedCorpus(NamedTuple):
    """The words of the hint corpus, whose vectors stay in the space's file until they are taken."""

    word_vectors: WordVectors
    usual: Floats
    """As of `EmbeddedTexts`; shape (corpus,)."""
    spread: Floats
    """As of `EmbeddedTexts`; shape (corpus,)."""

    @property
    def known(self) -> NDArray[np.bool_]:
        """Whether the space has a vector for each word; shape (corpus,)."""
        return np.isfinite(self.spread)

    def take(self, places: Sequence[int] | NDArray[np.intp] | slice) -> EmbeddedTexts:
        """Select words by index."""
        chosen = np.arange(len(self.usual))[places]
        rows = self.word_vectors.read_corpus_vectors(chosen)
        return EmbeddedTexts(rows, self.usual[chosen], self.spread[chosen])


class Yardstick(NamedTuple):
    """How near words are to the hint corpus in one space, by which cosines are standardised."""

    mean: Floats
    """The mean vector of the corpus; shape (width,)."""
    covariance: Floats
    """The covariance of its vectors; shape (width, width)."""

    @classmethod
    def of(cls, rows: Floats) -> "Yardstick":
        """Measure the corpus, whose vectors are `rows`; shape (corpus, width)."""
        mean = rows.mean(axis=0)
        squares = np.zeros((rows.shape[1], rows.shape[1]))
        block = max(1, MOST_PRODUCTS // squares.size)  # so that BLAS starts no threads
        for first in range(0, len(rows), block):
            some = rows[first : first + block]
            squares += some.T.copy() @ some
        return cls(mean, squares / len(rows) - np.outer(mean, mean))

    def measure(self, rows: Floats) -> EmbeddedTexts:
        """Measure words by their vectors, zeros for unknown ones; shape (words, width)."""
        many = multiply if len(rows) == 1 else multiply_many
        variance = (many(rows, self.covariance) * rows).sum(axis=1)
        known = rows.any(axis=1)
        spread = np.where(known, np.sqrt(np.maximum(variance, 1e-9)), np.inf)
        return EmbeddedTexts(rows, np.where(known, rows @ self.mean, 0), spread)
