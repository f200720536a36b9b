"""Compute and rank similarities in a space of word vectors."""

from collections.abc import Sequence
from contextlib import suppress
from functools import cached_property, lru_cache
from pathlib import Path
from zlib import crc32

import numpy as np
from numpy.typing import NDArray

from engine.forms.folding import find_lemma, fold_words
from engine.players.vectors.ranking_store import RankingStore
from engine.players.vectors.shared_folder import get_shared_folder
from words.game_words import read_hint_corpus
from words.space.reader import Space, open_space

DIGITS = 9
"""Similarities are rounded to this many decimals in rankings, so that noise does not decide."""


type Floats = NDArray[np.float64]


class WordVectors:
    """Unit vectors of words and phrases in one space, and their cosine similarity.

    The vector of an unknown word or phrase is zero, so its similarity to every word is 0.
    """

    def __init__(self, space: Space, corpus: Sequence[str]) -> None:
        self.space = space
        """The space."""
        self.corpus = corpus
        """The words that `rank` ranks."""
        self._stored: RankingStore | None = None
        self._cached_vector = lru_cache(maxsize=8192)(self._compute_vector)
        self._cached_ranking = lru_cache(maxsize=2048)(self._compute_ranking)
        self._cached_similarities = lru_cache(maxsize=256)(self._compute_similarities)

    def get_vector(self, text: str) -> Floats | None:
        """Look up the unit vector of a word or phrase; `None` if it is unknown.

        This is the vector of the whole phrase as written or in lower case; else the mean of its
        known words, each as written, in lower case or by its lemma.

        Returns:
            A unit vector; shape (width,).
        """
        vector = self._cached_vector(text)
        return vector if vector.any() else None

    def get_vectors(self, texts: Sequence[str]) -> Floats:
        """Look up the unit vectors of several words or phrases; zeros for unknown ones.

        Returns:
            Shape (texts, width).
        """
        return np.array([self._cached_vector(text) for text in texts])

    def rank(self, text: str, n: int) -> list[int] | None:
        """Rank the `n` words of the corpus most similar to `text`; `None` if `text` is unknown.

        Words without a vector, and `text` itself in any spelling, are left out; ties are in
        corpus order.

        Returns:
            Indices into `corpus`, most similar first; fewer than `n` if there are no more.
        """
        ranked = self._cached_ranking(text, n)
        return None if ranked is None else ranked.tolist()

    def compute_similarities(self, text: str) -> Floats:
        """Compute the cosine of `text` with each word of the corpus; 0 for unknown words.

        Cosines are rounded, so that noise decides nothing.

        Returns:
            Shape (corpus,), read-only.
        """
        return self._cached_similarities(text)

    def _compute_vector(self, text: str) -> Floats:
        rows = self._find_rows(text)
        vector: Floats = self.space.get_vectors(rows).astype(np.float64).sum(axis=0)
        length = np.linalg.norm(vector)
        return vector / length if length else vector

    def _find_rows(self, text: str) -> tuple[int, ...]:
        """Find the rows of the space whose mean is the vector of `text`; empty if unknown."""
        if (row := self.space.find_row(text)) is not None:
            return (row,)
        rows: list[int | None] = []
        for word in text.split():
            row = self.space.find_row(word)
            rows += map(self._find_folded, fold_words(word)) if row is None else [row]
        return tuple(row for row in rows if row is not None)

    def _find_folded(self, word: str) -> int | None:
        row = self.space.find_row(word)
        return self.space.find_row(find_lemma(word)) if row is None else row

    @cached_property
    def _corpus_rows(self) -> NDArray[np.int32]:
        """The row of each corpus word, -1 if the space does not have it; shape (corpus,)."""
        rows = [self.space.find_row(word) for word in self.corpus]
        return np.array([-1 if row is None else row for row in rows], np.int32)

    @cached_property
    def corpus_vectors(self) -> Floats:
        """The vector of each corpus word, zeros if unknown; shape (corpus, width)."""
        return self.read_corpus_vectors(np.arange(len(self.corpus)))

    def read_corpus_vectors(self, places: NDArray[np.intp]) -> Floats:
        """Read the vectors of words of the corpus, by index, without keeping them in memory."""
        rows = self._corpus_rows[places]
        known = rows >= 0
        found = np.zeros((len(rows), self.space.width))
        found[known] = self.space.get_vectors(rows[known])
        return found

    def _compute_similarities(self, text: str) -> Floats:
        similarities: Floats = np.einsum(  # BLAS would start threads, which is slower here
            "ij,j->i", self.corpus_vectors, self._cached_vector(text)
        ).round(DIGITS)
        similarities.setflags(write=False)
        return similarities

    def share_rankings(self, folder: Path) -> None:
        """Share rankings with other processes through a file; do without if that fails."""
        corpus = crc32("\n".join(self.corpus).encode())
        name = f"{self.space.about.version}-{corpus:08x}-{DIGITS}.rankings"
        with suppress(OSError):
            self._stored = RankingStore(folder / name, np.min_scalar_type(len(self.corpus)))

    def _compute_ranking(self, text: str, n: int) -> NDArray[np.unsignedinteger] | None:
        if self._stored is None:
            return self._rank_anew(text, n)
        ranking = self._stored.find(text, n)
        if ranking is None and (ranking := self._rank_anew(text, n)) is not None:
            with suppress(OSError):
                self._stored.add(text, n, ranking)
        return ranking

    def _rank_anew(self, text: str, n: int) -> NDArray[np.unsignedinteger] | None:
        rows = self._find_rows(text)
        if not rows or self.get_vector(text) is None:
            return None
        others = self._corpus_rows >= 0
        for row in rows:
            others &= self._corpus_rows != row
        known = np.flatnonzero(others)
        distances = -self._cached_similarities(text)[known]
        if n < len(known):
            near = np.flatnonzero(distances <= np.partition(distances, n)[n])
            known, distances = known[near], distances[near]
        nearest = known[np.argsort(distances, kind="stable")[:n]]
        return nearest.astype(np.min_scalar_type(len(self.corpus)))


def load_word_vectors(reference: str) -> WordVectors:
    """Load a space with the hint corpus; the result is shared by all seats and games.

    Args:
        reference: The space, as for `open_space`.

    Raises:
        SpaceError: If there is no such space, or it is damaged.
    """
    return _create_with_hint_corpus(open_space(reference))


@lru_cache(maxsize=8)
def _create_with_hint_corpus(space: Space) -> WordVectors:
    word_vectors = WordVectors(space, read_hint_corpus())
    if (folder := get_shared_folder()) is not None:
        word_vectors.share_rankings(folder)
    return word_vectors


def compute_cosines(
    word_vectors: WordVectors, rows: Sequence[str], columns: Sequence[str]
) -> Floats:
    """Compute the cosine of each row with each column; 0 for unknown words.

    Returns:
        Shape (rows, columns).
    """
    compared: Floats = word_vectors.get_vectors(rows) @ word_vectors.get_vectors(columns).T
    return compared
