"""Write a space of word vectors, each rounded to int8 and one scale."""

import os
import secrets
from collections.abc import Iterable, Mapping, Sequence
from fcntl import LOCK_EX, flock
from pathlib import Path
from typing import Self
from zlib import crc32

import numpy as np
from numpy.typing import ArrayLike, NDArray

from words.space.folder import UNFINISHED
from words.space.format import ALIGN, MAGIC, PREAMBLE, Header, compute_padding
from words.space.index import HashTableBuilder


def quantise(vectors: NDArray[np.float32]) -> tuple[NDArray[np.int8], NDArray[np.float32]]:
    """Round vectors to int8 with one scale a row, so that scale x row has length 1.

    Args:
        vectors: Shape (n, width); finite, no row zero.

    Returns:
        Rows of int8, shape (n, width), and scales, shape (n,).
    """
    peaks = np.abs(vectors).max(axis=1, keepdims=True)
    rows = np.rint(vectors / peaks * np.float32(127)).astype(np.int8)
    squares = np.einsum("ij,ij->i", rows, rows, dtype=np.int64)
    return rows, (1 / np.sqrt(squares)).astype(np.float32)


class SpaceWriter:
    """Context manager that writes a space to a temporary file and renames it on success.

    The temporary file stays locked while its writer runs, so that `remove_unfinished` recognises
    what a killed process left behind.
    """

    def __init__(
        self, path: Path, *, name: str, width: int, source: str = "", licence: str = ""
    ) -> None:
        """Prepare a space called `name`, with `width` numbers per vector, for the file `path`."""
        self.left_out: dict[str, int] = {}
        """How many rows of the source were left out, by fault; written to the header."""
        self._path = path
        self._about = {"name": name, "source": source, "licence": licence}
        self._width = width
        self._table = HashTableBuilder()
        self._rows = 0
        self._scales: list[NDArray[np.float32]] = []
        self._targets: list[int] = []
        self._crc = 0

    def __enter__(self) -> Self:
        self._path.parent.mkdir(parents=True, exist_ok=True)
        self._unfinished = self._path.with_name(
            f".{self._path.name}.{secrets.token_hex(4)}{UNFINISHED}"
        )
        self._file = self._unfinished.open("xb")
        flock(self._file, LOCK_EX)
        self._file.write(bytes(ALIGN))
        return self

    def __exit__(self, kind: object, error: object, trace: object) -> None:
        try:
            if error is None:
                self._finish()
        finally:
            self._unfinished.unlink(missing_ok=True)
            self._file.close()

    def __len__(self) -> int:
        return self._rows

    def add(
        self, words: Sequence[bytes], rows: NDArray[np.int8], scales: NDArray[np.float32]
    ) -> list[int]:
        """Add quantised rows with their words in UTF-8.

        Returns:
            The positions of words that the space already has; their rows are left out.
        """
        if self._targets:
            raise ValueError("words come before aliases")
        new = [place for place, word in enumerate(words) if self._table.add(word)]
        self._rows += len(new)
        if len(new) == len(words):
            self._write(np.ascontiguousarray(rows))
            self._scales.append(scales)
            return []
        self._write(rows[new])
        self._scales.append(scales[new])
        return sorted(set(range(len(words))).difference(new))

    def add_alias(self, alias: str, word: str) -> None:
        """Add another form of a word.

        Raises:
            ValueError: If the word has no row, or the alias is taken.
        """
        row = self._table.find(word.encode())
        if row is None or row >= self._rows:
            raise ValueError(f"{alias!r} cannot stand for {word!r}, which has no vector")
        if not self._table.add(alias.encode()):
            raise ValueError(f"{alias!r} is there already")
        self._targets.append(row)

    def _write(self, data: NDArray[np.int8] | bytes | bytearray) -> None:
        self._crc = crc32(data, self._crc)
        self._file.write(data)

    def _finish(self) -> None:
        if not self._rows:
            raise ValueError("a space needs a word")
        table = self._table
        self._write(bytes(compute_padding(self._rows * self._width)))
        for section in (
            np.concatenate(self._scales).astype("<f4").tobytes(),
            np.asarray(table.offsets, "<u4").tobytes(),
            np.asarray(self._targets, "<u4").tobytes(),
            np.asarray(table.slots, "<u4").tobytes(),
            table.blob,
        ):
            self._write(section)
            self._write(bytes(compute_padding(len(section))))
        header = Header(
            **self._about,
            width=self._width,
            rows=self._rows,
            aliases=len(self._targets),
            slots=len(table.slots),
            letters=len(table.blob),
            crc=self._crc,
            left_out=self.left_out,
        )
        text = header.to_json()
        offset = self._file.tell()
        self._file.write(text)
        self._file.flush()
        os.fsync(self._file.fileno())
        self._file.seek(0)
        self._file.write(PREAMBLE.pack(MAGIC, offset, len(text), crc32(text)))
        self._file.flush()
        os.fsync(self._file.fileno())
        self._unfinished.replace(self._path)


def write_space(
    path: Path,
    words: Sequence[str],
    vectors: ArrayLike,
    *,
    name: str,
    aliases: Mapping[str, str] | Iterable[tuple[str, str]] = (),
    source: str = "",
    licence: str = "",
) -> None:
    """Write a whole space.

    Args:
        path: The file; an existing one is replaced.
        words: Distinct words, the most frequent first.
        vectors: Shape (words, width), finite, no row zero; only directions are stored.
        name: The name of the space.
        aliases: Further forms, and the word that each stands for.
        source: Where the vectors came from.
        licence: The terms on which they may be used.

    Raises:
        ValueError: If shapes disagree, a vector is zero or not finite, or a word or alias repeats.
    """
    matrix = np.asarray(vectors, dtype=np.float32)
    if matrix.ndim != 2 or len(matrix) != len(words):
        raise ValueError(f"{len(words)} words and vectors of shape {matrix.shape}")
    if not np.isfinite(matrix).all() or not matrix.any(axis=1).all():
        raise ValueError("a vector is zero or not finite")
    with SpaceWriter(
        path, name=name, width=matrix.shape[1], source=source, licence=licence
    ) as writer:
        if twice := writer.add([word.encode() for word in words], *quantise(matrix)):
            raise ValueError(f"{words[twice[0]]!r} comes twice")
        for alias, word in aliases.items() if isinstance(aliases, Mapping) else aliases:
            writer.add_alias(alias, word)
