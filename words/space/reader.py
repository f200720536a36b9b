"""Open a space of word vectors as a memory-mapped file, look words up and find the nearest ones."""

import mmap
from collections.abc import Iterator
from functools import cache, cached_property
from pathlib import Path
from typing import Self

import numpy as np
from numpy.typing import ArrayLike, NDArray

from files.regular import open_binary
from words.space.about import About
from words.space.archive import Arrays, find_damage, read_archive
from words.space.errors import SpaceError
from words.space.folder import find_referred

CHUNK_ROWS = 1024
"""Rows that a scan converts to float32 at a time, so that they fit into the CPU cache."""


RESIDENT_BYTES = 32 << 20
"""Maximum number of the file's bytes that a scan keeps in memory."""


type Floats = NDArray[np.float32]


class Space:
    """A read-only space of words with a unit vector each, in the order of the source."""

    about: About
    """Its metadata."""
    path: Path
    """Its file."""

    def __init__(self, path: Path, about: About, mapped: mmap.mmap, arrays: Arrays) -> None:
        """Use `Space.open` instead."""
        self.path = path
        self.about = about
        self._mapped = mapped
        self._vectors, self._forms, self._rows = arrays

    @classmethod
    def open(cls, path: Path) -> Self:
        """Open a space.

        Raises:
            SpaceError: If the file does not exist, or is not a space, truncated or damaged.
        """
        try:
            with open_binary(path) as file:
                return cls(path, *read_archive(file))
        except OSError as error:
            raise SpaceError(f"{path} cannot be opened: {error.strerror or error}.") from error
        except ValueError as error:
            raise SpaceError(f"{path} {error}.") from error

    def verify(self) -> None:
        """Verify the checksums of the whole file, which `open` does not do.

        Raises:
            SpaceError: If the file is damaged.
        """
        try:
            with open_binary(self.path) as file:
                damaged = find_damage(file)
        except OSError as error:
            raise SpaceError(f"{self.path} cannot be read: {error.strerror or error}.") from error
        if damaged:
            raise self._describe_damage(f"{damaged} is not what was written")

    def _describe_damage(self, what: str) -> SpaceError:
        return SpaceError(f"{self.path} is damaged: {what}.")

    def _require_whole_file(self) -> None:
        """Refuse a file that was cut short since, as reading beyond its end ends the process."""
        if self._mapped.size() < len(self._mapped):
            raise self._describe_damage("it was cut short while it was open")

    @property
    def name(self) -> str:
        """The name of the space."""
        return self.about.name

    @property
    def width(self) -> int:
        """Numbers per vector."""
        return int(self._vectors.shape[1])

    @property
    def aliases(self) -> int:
        """Number of further forms, each of which stands for a word."""
        return len(self._forms) - len(self)

    def __len__(self) -> int:
        return len(self._vectors)

    def find_row(self, word: str) -> int | None:
        """Return the row of a word or alias, or None if the space lacks it.

        The word is looked up as it is written, then with underscores for spaces (GoogleNews writes
        `New_York`), then both in lower case. `space.word(row)` says what was found.
        """
        row = self._find_written(word)
        lower = word.lower()
        if row is None and (lower != word or " " in word):
            forms = dict.fromkeys((word.replace(" ", "_"), lower, lower.replace(" ", "_")))
            rows = (self._find_written(form) for form in forms if form != word)
            row = next((row for row in rows if row is not None), None)
        return row

    def _find_written(self, form: str) -> int | None:
        """Return the row of a word or alias that is written so."""
        key = form.encode("utf-8", "replace")
        if len(key) > self._forms.itemsize or b"\0" in key:
            return None  # numpy would make all words as long; it ignores zeros at the end
        self._require_whole_file()
        place = int(self._forms.searchsorted(key))
        if place == len(self._forms) or self._forms[place] != key:
            return None
        row = int(self._rows[place])
        row = row if row >= 0 else ~row
        if row >= len(self):
            raise self._describe_damage("a word has no row")
        return row

    def __contains__(self, word: object) -> bool:
        return isinstance(word, str) and self.find_row(word) is not None

    @cached_property
    def _places(self) -> NDArray[np.int32]:
        """For each row, the place of its word; -1 if a damaged file has none."""
        self._require_whole_file()
        own = np.flatnonzero((self._rows >= 0) & (self._rows < len(self)))
        places = np.full(len(self), -1, np.int32)
        places[self._rows[own]] = own
        return places

    def get_word(self, row: int) -> str:
        """The word of a row."""
        if not 0 <= row < len(self):
            raise IndexError(f"row {row} of a space of {len(self)} words")
        place = self._places[row]
        if place < 0:
            raise self._describe_damage("a row has no word")
        self._require_whole_file()
        return str(self._forms[place], "utf-8", "replace")

    @property
    def words(self) -> Iterator[str]:
        """All words in the order of their rows, without aliases."""
        return (self.get_word(row) for row in range(len(self)))

    def list_aliases(self) -> list[tuple[str, str]]:
        """Every alias in alphabetical order, with the word that it stands for."""
        self._require_whole_file()
        return [
            (str(self._forms[place], "utf-8", "replace"), self.get_word(~int(self._rows[place])))
            for place in np.flatnonzero(self._rows < 0)
        ]

    def get_vectors(self, rows: ArrayLike) -> Floats:
        """The unit vectors of some rows: float32, shape (number of rows, width).

        Raises:
            SpaceError: If one of them is damaged: all zeros.
        """
        self._require_whole_file()
        chosen = self._vectors[np.asarray(rows, dtype=np.intp)]
        squares = np.einsum("ij,ij->i", chosen, chosen, dtype=np.int64)
        if not squares.all():
            raise self._describe_damage("a vector is zero")
        vectors: Floats = chosen * (1 / np.sqrt(squares)).astype(np.float32)[:, None]
        return vectors

    def find_nearest(
        self, vector: ArrayLike, n: int, *, among: ArrayLike | None = None
    ) -> list[tuple[str, float]]:
        """Find the `n` words nearest to a vector by cosine similarity, ties in row order.

        Args:
            vector: A vector of the space's width; its length does not matter.
            n: How many words; the result is shorter if there are fewer.
            among: The rows to choose from; all if None.

        Returns:
            Words and their cosines, the nearest first.

        Raises:
            ValueError: If the vector is zero, not finite or of another width.
        """
        query = np.asarray(vector, dtype=np.float32)
        length = np.linalg.norm(query)
        if query.shape != (self.width,) or not 0 < length < np.inf:
            raise ValueError(f"a vector of {self.width} numbers, not all zero, is needed")
        if among is None:
            rows = np.arange(len(self))
            scores = self._scan(query / length)
        else:
            rows = np.unique(np.asarray(among, dtype=np.intp))
            scores = np.vecdot(self.get_vectors(rows), query / length)
        if 0 < n < len(rows):
            kept = np.flatnonzero(scores >= np.partition(scores, -n)[-n])
            rows, scores = rows[kept], scores[kept]
        best = np.lexsort((rows, -scores))[: max(n, 0)]
        return [(self.get_word(int(rows[place])), float(scores[place])) for place in best]

    def _scan(self, query: Floats) -> Floats:
        """Compare every row with a unit vector; release the memory of pages that were read."""
        scores = np.empty(len(self), np.float32)
        chunks = RESIDENT_BYTES // (CHUNK_ROWS * self.width) + 1
        for count, first in enumerate(range(0, len(self), CHUNK_ROWS), 1):
            self._require_whole_file()
            part = slice(first, first + CHUNK_ROWS)
            rows = self._vectors[part].astype(np.float32)
            # Not `@`, whose threads wait for each other at every chunk: slow on a busy machine.
            with np.errstate(invalid="ignore", divide="ignore"):
                scores[part] = np.vecdot(rows, query) / np.sqrt(np.vecdot(rows, rows))
            if count % chunks == 0:
                self._mapped.madvise(mmap.MADV_DONTNEED)
        if not np.isfinite(scores).all():
            raise self._describe_damage("a vector is zero")
        return scores


def open_space(reference: str) -> Space:
    """Open a space; the same space is opened only once.

    Args:
        reference: The name of a built-in space, or the URI of a file, see `build_reference`.

    Raises:
        SpaceError: If there is no such space, or its file is damaged.
    """
    return _open(find_referred(reference))


@cache
def _open(path: Path) -> Space:
    return Space.open(path)
