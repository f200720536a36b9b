"""Writing a space of word vectors: in batches, and whole or not at all."""

import fcntl
import os
import secrets
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from types import TracebackType
from typing import Self
from zlib import crc32

import numpy as np
from numpy.typing import ArrayLike, NDArray

from words.layout import ALIGN, MAGIC, PREAMBLE, Header, padding
from words.table import TableBuilder

UNFINISHED = ".unfinished"
"""The ending of a file that is still being written."""


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
    """Writes a space beside its place and moves it there when the `with` block ends well.

    The unfinished file is locked as long as its writer lives, so that `remove_unfinished` can tell
    what a killed run left behind.
    """

    def __init__(
        self, path: Path, *, name: str, width: int, source: str = "", licence: str = ""
    ) -> None:
        """Prepare a space called `name` with `width` numbers a vector, to be written to `path`."""
        self.left_out: dict[str, int] = {}
        """Rows of the source that were left out, by what was wrong; goes into the header."""
        self._path = path
        self._about = {"name": name, "source": source, "licence": licence}
        self._width = width
        self._table = TableBuilder()
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
        fcntl.flock(self._file, fcntl.LOCK_EX)
        self._file.write(bytes(ALIGN))
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
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
            The places in this batch of words that were there before; their rows are left out.
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
        """Let another form stand for a word.

        Raises:
            ValueError: The word has no row, or the alias is a word or an alias already.
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
        self._write(bytes(padding(self._rows * self._width)))
        for section in (
            np.concatenate(self._scales).astype("<f4").tobytes(),
            np.asarray(table.offsets, "<u4").tobytes(),
            np.asarray(self._targets, "<u4").tobytes(),
            np.asarray(table.slots, "<u4").tobytes(),
            table.blob,
        ):
            self._write(section)
            self._write(bytes(padding(len(section))))
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
    """Write a space at once.

    Args:
        path: Where to; an older space there is replaced.
        words: Different words, the most frequent first.
        vectors: Shape (words, width), finite, no row zero; only directions are kept.
        name: The name the space is asked for by.
        aliases: Further forms and the word each stands for.
        source: Where the vectors came from.
        licence: On what terms they may be used.

    Raises:
        ValueError: Shapes disagree, a vector is zero or not finite, or a word or alias comes twice.
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


def remove_unfinished(folder: Path) -> list[Path]:
    """Remove what killed runs left behind in a folder; a file whose writer lives stays."""
    removed = []
    for path in sorted(folder.glob(f".*{UNFINISHED}")):
        with path.open("rb") as file:
            try:
                fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
            except BlockingIOError:
                continue
            path.unlink(missing_ok=True)
            removed.append(path)
    return removed
