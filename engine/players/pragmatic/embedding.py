"""Texts as vectors of one space, whose cosines are standardised."""

from collections.abc import Sequence
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from engine.players.pragmatic.arrays import multiply
from engine.players.vectors.similarity import Floats


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
