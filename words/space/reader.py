"""Open a space of word vectors as a memory-mapped file, look words up and find the nearest ones."""

import mmap
from collections.abc import Iterator, Sequence
from functools import cache
from pathlib import Path
from typing import Any, Self
from zlib import crc32

import numpy as np
from numpy.typing import ArrayLike, NDArray

from files.regular import open_binary
from words.space.errors import SpaceError
from words.space.folder import find_referred
from words.space.format import ALIGN, Header, read_header
from words.space.index import find_entry

CHUNK_ROWS = 1024
"""Rows that a scan converts to float32 at a time, so that they fit into the CPU cache."""


RESIDENT_BYTES = 32 << 20
"""Maximum number of the file's bytes that a scan keeps in memory."""


type Floats = NDArray[np.float32]


class Space:
    """A read-only space of words with a unit vector each, in the order of the source."""

    header: Header
    """Its metadata."""
    path: Path
    """Its file."""

    def __init__(self, path: Path, mapped: mmap.mmap, header: Header) -> None:
        """Use `Space.open` instead."""
        self.path = path
        self.header = header
        self._mapped = mapped
        sections = header.list_sections()

        def numbers(section: str, kind: str) -> NDArray[Any]:
            offset, length = sections[section]
            dtype = np.dtype(kind)
            return np.frombuffer(mapped, dtype, length // dtype.itemsize, offset)

        self._vectors: NDArray[np.int8] = numbers("vectors", "i1").reshape(
            header.rows, header.width
        )
        self._scales: Floats = numbers("scales", "<f4")
        self._offsets: Sequence[int] = numbers("offsets", "<u4").astype("=u4", copy=False).data
        self._targets: Sequence[int] = numbers("targets", "<u4").astype("=u4", copy=False).data
        self._slots: Sequence[int] = numbers("slots", "<u4").astype("=u4", copy=False).data
        start, length = sections["text"]
        self._text = memoryview(mapped)[start : start + length]

    @classmethod
    def open(cls, path: Path) -> Self:
        """Open a space.

        Raises:
            SpaceError: If the file does not exist, or is not a space, truncated or damaged.
        """
        try:
            with open_binary(path) as file:
                mapped = mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_READ)
            return cls(path, mapped, read_header(memoryview(mapped)))
        except OSError as error:
            raise SpaceError(f"{path} cannot be opened: {error.strerror or error}.") from error
        except ValueError as error:  # an empty file cannot be mapped
            raise SpaceError(f"{path} {error if path.stat().st_size else 'is empty'}.") from error

    def verify(self) -> None:
        """Verify the checksum of the whole file, which `open` does not do.

        Raises:
            SpaceError: If the file is damaged.
        """
        end = self.header.list_sections()["header"][0]
        if crc32(memoryview(self._mapped)[ALIGN:end]) != self.header.crc:
            raise self._describe_damage("its contents are not what was written")

    def _describe_damage(self, what: str) -> SpaceError:
        return SpaceError(f"{self.path} is damaged: {what}.")

    @property
    def name(self) -> str:
        """The name of the space."""
        return self.header.name

    @property
    def width(self) -> int:
        """Numbers per vector."""
        return self.header.width

    def __len__(self) -> int:
        return self.header.rows

    def find_row(self, word: str) -> int | None:
        """Return the row of a word or alias, or None if the space lacks it.

        The word is looked up as it is written, then with underscores for spaces (GoogleNews writes
        `New_York`), then both in lower case. `space.word(row)` says what was found.
        """
        row = self._find_written(word)
        if row is None:
            lower = word.lower()
            forms = dict.fromkeys((word.replace(" ", "_"), lower, lower.replace(" ", "_")))
            rows = (self._find_written(form) for form in forms if form != word)
            row = next((row for row in rows if row is not None), None)
        return row

    def _find_written(self, form: str) -> int | None:
        """Return the row of a word or alias that is written so."""
        key = form.encode("utf-8", "replace")
        entry = find_entry(key, self._slots, self._offsets, self._text)
        rows = self.header.rows
        return entry if entry is None or entry < rows else self._targets[entry - rows]

    def __contains__(self, word: object) -> bool:
        return isinstance(word, str) and self.find_row(word) is not None

    def get_word(self, row: int) -> str:
        """The word of a row."""
        if not 0 <= row < len(self):
            raise IndexError(f"row {row} of a space of {len(self)} words")
        return str(self._text[self._offsets[row] : self._offsets[row + 1]], "utf-8", "replace")

    @property
    def words(self) -> Iterator[str]:
        """All words in the order of their rows, without aliases."""
        return (self.get_word(row) for row in range(len(self)))

    def get_vectors(self, rows: ArrayLike) -> Floats:
        """The unit vectors of some rows: float32, shape (number of rows, width).

        Raises:
            SpaceError: If one of them is damaged: zero, or not finite.
        """
        chosen = np.asarray(rows, dtype=np.intp)
        vectors: Floats = self._vectors[chosen] * self._scales[chosen, None]
        lengths = np.vecdot(vectors, vectors)
        if not (np.isfinite(lengths) & (lengths > 0)).all():
            raise self._describe_damage("a vector is zero or not finite")
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
        end = self.header.list_sections()["vectors"][0]
        kept = 0
        for first in range(0, len(self), CHUNK_ROWS):
            part = slice(first, first + CHUNK_ROWS)
            # Not `@`, whose threads wait for each other at every chunk: slow on a busy machine.
            scores[part] = np.vecdot(self._vectors[part].astype(np.float32), query)
            end += CHUNK_ROWS * self.width
            if end - kept >= RESIDENT_BYTES:
                seen = min(end, len(self._mapped)) // mmap.PAGESIZE * mmap.PAGESIZE
                self._mapped.madvise(mmap.MADV_DONTNEED, kept, seen - kept)
                kept = seen
        with np.errstate(invalid="ignore", over="ignore"):
            scores *= self._scales
        if not np.isfinite(scores).all():
            raise self._describe_damage("a vector is not finite")
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
