"""Compute and rank similarities in a space of word vectors, and replace words that it lacks.

Also here: the best assignments in a matrix of similarities, and a file through which processes
share rankings.
"""

import mmap
import os
import re
import struct
from collections.abc import Collection, Iterable, Sequence
from contextlib import suppress
from functools import cached_property, lru_cache
from itertools import permutations
from pathlib import Path
from zlib import crc32

import numpy as np
from numpy.typing import NDArray

from engine.text import find_lemma, fold_words, stem
from files.private import make_private_folder
from words.space_reader_and_writer import Space, open_space
from words.word_lists import read_compounds, read_hint_corpus, read_spellings

DIGITS = 9
"""Similarities are rounded to this many decimals in rankings, so that noise does not decide."""

LEAST_PART = 3
"""Minimum length of the words that an unknown word is split into."""
LEAST_SLIP = 4
"""Minimum length of a word that is corrected by one letter."""
LETTERS = "abcdefghijklmnopqrstuvwxyz"
ENDINGS = ("ness", "less", "like", "ship", "ing", "ish", "ful", "ist", "ers", "er", "ly", "ed", "y")
"""Endings that are removed from an unknown word to find the word it derives from."""
BEGINNINGS = ("non", "pre", "un", "re")
SOUND_ALIKES = (
    *(("f", "ph"), ("k", "c"), ("ck", "k"), ("s", "c"), ("z", "s"), ("y", "i"), ("ie", "ei")),
    *(("ant", "ent"), ("ance", "ence"), ("able", "ible"), ("ee", "ea"), ("oo", "u"), ("x", "cks")),
    *((2 * letter, letter) for letter in "bcdfglmnprst"),
)
"""Letters that sound alike and are often confused in spelling."""

type Floats = NDArray[np.float64]
TIE = 1e-9
"""Sums this close count as equal, so that the order of additions does not decide."""

type Assignment = tuple[int, ...]
"""For each row its column; no column comes twice."""


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
        known = self._corpus_rows >= 0
        found = np.zeros((len(self.corpus), self.space.width))
        found[known] = self.space.get_vectors(self._corpus_rows[known])
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
        name = f"{self.space.header.crc:08x}-{corpus:08x}-{DIGITS}.rankings"
        with suppress(OSError, ImportError):  # Windows has no such locks
            self._stored = RankingStore(folder / name, np.min_scalar_type(len(self.corpus)))

    def _compute_ranking(self, text: str, n: int) -> NDArray[np.unsignedinteger] | None:
        if self._stored is None:
            return self._rank_anew(text, n)
        ranking = self._stored.find(text, n)
        if ranking is None and (ranking := self._rank_anew(text, n)) is not None:
            with suppress(OSError, ImportError):
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
    if _shared_folder is not None:
        word_vectors.share_rankings(_shared_folder)
    return word_vectors


_shared_folder: Path | None = None


def share_rankings(folder: Path) -> None:
    """Share the rankings of all spaces loaded from now on with other processes."""
    global _shared_folder
    _shared_folder = folder


def recover_words(space: WordVectors, text: str) -> str:
    """Replace each word that a space does not know by known words.

    Tried in this order: another spelling, the parts of a compound, the word without a prefix or
    suffix, a word that differs by one letter. Words that are still unknown are left out.
    """
    found: list[str] = []
    for word in fold_words(text):
        found += [word] if knows_word(space, word) else _recover_word(space, word)
    return " ".join(found)


def knows_word(space: WordVectors, word: str) -> bool:
    return (
        space.space.find_row(word) is not None or space.space.find_row(find_lemma(word)) is not None
    )


def _recover_word(space: WordVectors, word: str) -> Sequence[str]:
    other = read_spellings().get(word, word)
    if other != word and knows_word(space, other):
        return (other,)
    if word in read_compounds():
        return tuple(part.replace("-", "") for part in read_compounds()[word])
    if len(word) < LEAST_SLIP:
        return ()
    for candidates in (_strip_affixes(word), _list_sound_alikes(word), _list_single_edits(word)):
        for other in candidates:
            if knows_word(space, other):
                return (other,)
    splits = ((word[:i], word[i:]) for i in range(len(word) - LEAST_PART, LEAST_PART - 1, -1))
    return next((pair for pair in splits if all(knows_word(space, part) for part in pair)), ())


def _strip_affixes(word: str) -> Iterable[str]:
    yield stem(word)
    for ending in ENDINGS:
        base = word.removesuffix(ending)
        if base != word and len(base) >= LEAST_PART:
            yield from (base, base + "e", base[:-1] if base[-1:] == base[-2:-1] else base + "y")
            if base.endswith("i"):
                yield base[:-1] + "y"
            yield from _strip_affixes(base)
    for beginning in BEGINNINGS:
        base = word.removeprefix(beginning)
        if base != word and len(base) >= LEAST_SLIP:
            yield base


def _list_sound_alikes(word: str) -> Iterable[str]:
    for one, other in SOUND_ALIKES:
        for written, meant in ((one, other), (other, one)):
            for found in re.finditer(written, word):
                yield word[: found.start()] + meant + word[found.end() :]


def _list_single_edits(word: str) -> Iterable[str]:
    """Yield words with two letters swapped, one deleted, one inserted or one replaced, in order.

    The first letter is kept, because people rarely mistype it.
    """
    pairs = [(word[:i], word[i:]) for i in range(1, len(word) + 1)]
    yield from (a + b[1] + b[0] + b[2:] for a, b in pairs if len(b) > 1)
    yield from (a + b[1:] for a, b in pairs if b)
    yield from (a + letter + b for a, b in pairs for letter in LETTERS)
    yield from (a + letter + b[1:] for a, b in pairs if b for letter in LETTERS)


def find_best_assignments(
    similarities: NDArray[np.float64], barred: Collection[Assignment] = ()
) -> tuple[Assignment, ...]:
    """Find the assignments with the greatest sum of similarities, by trying them all.

    Args:
        similarities: Shape (rows, columns), small, with at most as many rows as columns.
        barred: Assignments to exclude, unless this excludes all of them.

    Returns:
        All best assignments in lexical order; more than one if they tie.
    """
    every, places = _list_assignments(*similarities.shape)
    totals = similarities.ravel().take(places).sum(axis=1).tolist()
    rated = list(zip(totals, every, strict=True))
    allowed = [(total, one) for total, one in rated if one not in barred] or rated
    best = max(total for total, _ in allowed)
    return tuple(one for total, one in allowed if total >= best - TIE)


@lru_cache
def _list_assignments(rows: int, columns: int) -> tuple[tuple[Assignment, ...], NDArray[np.intp]]:
    """List every assignment, and the indices of its similarities in the flattened array."""
    every = tuple(permutations(range(columns), rows))
    return every, np.arange(rows) * columns + np.array(every, np.intp)


RECORD = struct.Struct("<IHHI")
"""The head of a record: checksum, length of the text in bytes, requested and actual number of
words. The text and the indices of the words follow."""
MAX_BYTES = 256 << 20
"""Maximum size of the file in bytes; after that, nothing is added."""

type Ranking = NDArray[np.unsignedinteger]


class RankingStore:
    """An append-only file of rankings that several processes read and write."""

    def __init__(self, path: Path, dtype: np.dtype[np.unsignedinteger]) -> None:
        """Open the file, and create it if it is missing.

        Args:
            path: The file; its name must identify the space, the corpus and their versions.
            dtype: The type of the indices.

        Raises:
            OSError: If it cannot be opened.
        """
        make_private_folder(path.parent)
        self._file = os.open(path, os.O_RDWR | os.O_CREAT | os.O_APPEND, 0o600)
        self._dtype = dtype
        self._places: dict[tuple[str, int], tuple[int, int]] = {}
        self._mapped: mmap.mmap | None = None
        self._end = 0

    def find(self, text: str, n: int) -> Ranking | None:
        """Find the ranking of a text, if some process has computed it."""
        if (text, n) not in self._places:
            self._read_new()
        place = self._places.get((text, n))
        if place is None or self._mapped is None:
            return None
        offset, count = place
        return np.frombuffer(self._mapped, self._dtype, count, offset)

    def add(self, text: str, n: int, ranking: Ranking) -> None:
        """Add a ranking, unless another process was faster or the file is full.

        Raises:
            OSError: If it cannot be written.
        """
        from fcntl import LOCK_EX, LOCK_UN, flock

        name, body = text.encode(), ranking.astype(self._dtype).tobytes()
        if len(name) > 0xFFFF or n > 0xFFFF:
            return
        flock(self._file, LOCK_EX)
        try:
            self._read_new()
            if (text, n) in self._places or self._end > MAX_BYTES:
                return
            os.ftruncate(self._file, self._end)  # an incomplete record of a killed process
            head = RECORD.pack(crc32(name + body), len(name), n, len(ranking))
            os.write(self._file, head + name + body)
        finally:
            flock(self._file, LOCK_UN)

    def _read_new(self) -> None:
        """Read the records added since the last call; stop at a damaged or incomplete one."""
        size = os.fstat(self._file).st_size
        if size <= self._end:
            return
        mapped = self._mapped = mmap.mmap(self._file, size, access=mmap.ACCESS_READ)
        while self._end + RECORD.size <= size:
            checksum, length, n, count = RECORD.unpack_from(mapped, self._end)
            start = self._end + RECORD.size
            end = start + length + count * self._dtype.itemsize
            if end > size or crc32(mapped[start:end]) != checksum:
                return
            text = mapped[start : start + length].decode()
            self._places[text, n] = start + length, count
            self._end = end
