"""What one space of word vectors thinks of words and phrases."""

from collections.abc import Sequence
from functools import cached_property, lru_cache

import numpy as np
from numpy.typing import NDArray

from engine.text import fold_words, lemma
from words.space import Space
from words.space_folders import open_space
from words.word_lists import hint_corpus

DIGITS = 9
"""Decimals of a similarity that count in a ranking: float64 noise must not decide."""

type Floats = NDArray[np.float64]


class Nearness:
    """How near words are to each other in one space, by cosine.

    A word or phrase of which the space has no opinion is a row of zeros
    wherever vectors come in rows: it is near to nothing and far from nothing.
    """

    def __init__(self, space: Space, corpus: Sequence[str]) -> None:
        self.space = space
        """The space asked."""
        self.corpus = corpus
        """The words that `ranking` ranks."""
        self._vectors = lru_cache(maxsize=8192)(self._vector)
        self._rankings = lru_cache(maxsize=2048)(self._rank)
        self._similarities = lru_cache(maxsize=256)(self._compare)

    def opinion(self, text: str) -> Floats | None:
        """The unit vector of a word or phrase, or `None` if the space has no opinion of it.

        The whole phrase as it is written or in lower case; else the mean of those
        of its words that are known, each as it is written, in lower case or by
        its lemma.

        Returns:
            Shape (width,), length 1.
        """
        vector = self._vectors(text)
        return vector if vector.any() else None

    def opinions(self, texts: Sequence[str]) -> Floats:
        """The unit vectors of several words or phrases; zeros where there is no opinion.

        Returns:
            Shape (texts, width).
        """
        return np.array([self._vectors(text) for text in texts])

    def ranking(self, text: str, n: int) -> list[int] | None:
        """The `n` words of the corpus most similar to `text`, or `None` without an opinion of it.

        Words without a vector, and `text` itself under any of its names, are left
        out; ties stand in corpus order.

        Returns:
            Indices into `corpus`, most similar first; fewer than `n` if there are no more.
        """
        ranked = self._rankings(text, n)
        return None if ranked is None else ranked.tolist()

    def similarities(self, text: str) -> Floats:
        """The cosine of `text` with each word of the corpus; 0 where there is no opinion.

        Rounded, so that the noise of float64 decides nothing.

        Returns:
            Shape (corpus,), not to be changed.
        """
        return self._similarities(text)

    def _vector(self, text: str) -> Floats:
        rows = self._rows(text)
        vector: Floats = self.space.vectors(rows).astype(np.float64).sum(axis=0)
        length = np.linalg.norm(vector)
        return vector / length if length else vector

    def _rows(self, text: str) -> tuple[int, ...]:
        """The rows whose mean stands for `text`; none without an opinion."""
        if (row := self.space.row(text)) is not None:
            return (row,)
        rows: list[int | None] = []
        for word in text.split():
            row = self.space.row(word)
            rows += map(self._folded, fold_words(word)) if row is None else [row]
        return tuple(row for row in rows if row is not None)

    def _folded(self, word: str) -> int | None:
        row = self.space.row(word)
        return self.space.row(lemma(word)) if row is None else row

    @cached_property
    def _corpus_rows(self) -> NDArray[np.int32]:
        """The row of each corpus word, -1 for those the space does not have."""
        rows = [self.space.row(word) for word in self.corpus]
        return np.array([-1 if row is None else row for row in rows], np.int32)

    @cached_property
    def _corpus_vectors(self) -> Floats:
        """The vector of each corpus word; zeros for those the space does not have."""
        known = self._corpus_rows >= 0
        found = np.zeros((len(self.corpus), self.space.width))
        found[known] = self.space.vectors(self._corpus_rows[known])
        return found

    def _compare(self, text: str) -> Floats:
        similarities: Floats = np.einsum(  # BLAS would start threads, and lose by it
            "ij,j->i", self._corpus_vectors, self._vectors(text)
        ).round(DIGITS)
        similarities.setflags(write=False)
        return similarities

    def _rank(self, text: str, n: int) -> NDArray[np.unsignedinteger] | None:
        rows = self._rows(text)
        if not rows or self.opinion(text) is None:
            return None
        others = self._corpus_rows >= 0
        for row in rows:
            others &= self._corpus_rows != row
        known = np.flatnonzero(others)
        distances = -self._similarities(text)[known]
        if n < len(known):
            near = np.flatnonzero(distances <= np.partition(distances, n)[n])
            known, distances = known[near], distances[near]
        nearest = known[np.argsort(distances, kind="stable")[:n]]
        return nearest.astype(np.min_scalar_type(len(self.corpus)))


def nearness(name: str) -> Nearness:
    """The space of that name over the hint corpus, shared by all seats and games.

    Raises:
        SpaceError: If there is no such space, or it is damaged.
    """
    return _over_hints(open_space(name))


@lru_cache(maxsize=4)
def _over_hints(space: Space) -> Nearness:
    return Nearness(space, hint_corpus())
