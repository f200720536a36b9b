"""Compare words by what comes to mind beside them.

Lists of associations are never complete: a hint that a keyword's list lacks may still stand beside
the same words in other lists. The space `thoughts` was trained on the lists for that
(`tools/vectors/thoughts.py`). It is evidence of second order, beside `associations.py`.
"""

from collections.abc import Sequence
from functools import cache, cached_property, lru_cache

import numpy as np

from engine.players.pragmatic.embedded_texts import EmbeddedTexts, Yardstick
from engine.players.vectors.word_vectors import Floats, load_word_vectors
from words.space.names import THOUGHTS

LEAST, MOST = -1.0, 6.0
"""Similarities, in standard deviations, are clipped to this range."""


class Thoughts:
    """The space of thoughts."""

    def __init__(self) -> None:
        self._vectors = load_word_vectors(THOUGHTS)
        self._cached_embedded = lru_cache(maxsize=32)(self._embed)

    def compare(self, texts: Sequence[str], words: Sequence[str]) -> Floats:
        """Standardise the cosine of each text with each word, as `EmbeddedTexts.compare` does.

        Returns:
            Standard deviations, 0 for unknown words; shape (texts, words).
        """
        heard, meant = self._cached_embedded(tuple(texts)), self._cached_embedded(tuple(words))
        return heard.compare(meant).clip(LEAST, MOST)

    @cached_property
    def _yardstick(self) -> Yardstick:
        every = np.arange(len(self._vectors.corpus))
        return Yardstick.of(self._vectors.read_corpus_vectors(every))

    def _embed(self, texts: tuple[str, ...]) -> EmbeddedTexts:
        rows = self._vectors.get_vectors(texts)
        return self._yardstick.measure(rows.reshape(len(texts), self._vectors.space.width))


@cache
def load_thoughts() -> Thoughts:
    """Open the space; the result is shared."""
    return Thoughts()
