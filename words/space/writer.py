"""Write a space of word vectors, each rounded to int8."""

import os
import secrets
import zipfile
from collections.abc import Iterable, Mapping, Sequence
from fcntl import LOCK_EX, flock
from pathlib import Path
from tempfile import TemporaryFile
from typing import Self
from zlib import crc32

import numpy as np
from numpy.lib import format as npy
from numpy.typing import ArrayLike, NDArray

from files.regular import open_regular
from files.removal import delete_file
from files.replacement import SHARED_FILE, move_into_place
from words.space.about import About
from words.space.archive import ABOUT, ROWS, VECTORS, WORDS
from words.space.unfinished_files import UNFINISHED

CREATE = os.O_RDWR | os.O_CREAT | os.O_EXCL | os.O_NOFOLLOW


def quantise(vectors: NDArray[np.float32]) -> NDArray[np.int8]:
    """Round vectors to int8, the greatest number of each to 127: only directions are kept.

    Args:
        vectors: Shape (n, width); finite, no row zero.
    """
    peaks = np.abs(vectors).max(axis=1, keepdims=True)
    return np.rint(vectors / peaks * np.float32(127)).astype(np.int8)


class SpaceWriter:
    """Context manager that writes a space to a temporary file and renames it on success.

    The temporary file stays locked while its writer runs, so that `remove_unfinished` recognises
    what a killed process left behind.
    """

    def __init__(
        self,
        path: Path,
        *,
        name: str,
        width: int,
        version: str = "",
        source: str = "",
        licence: str = "",
    ) -> None:
        """Prepare a space called `name`, with `width` numbers per vector, for the file `path`."""
        self.left_out: dict[str, int] = {}
        """How many rows of the source were left out, by fault; written to the metadata."""
        self._path = path
        self._about = {"name": name, "source": source, "licence": licence}
        self._version = version
        self._width = width
        self._rows: dict[bytes, int] = {}
        self._count = 0
        self._crc = 0

    def __enter__(self) -> Self:
        self._path.parent.mkdir(parents=True, exist_ok=True)
        self._unfinished = self._path.with_name(
            f".{self._path.name}.{secrets.token_hex(4)}{UNFINISHED}"
        )
        file = open_regular(self._unfinished, CREATE, SHARED_FILE)
        self._file = os.fdopen(file, "w+b")
        flock(self._file, LOCK_EX)
        self._vectors = TemporaryFile(dir=self._path.parent)
        return self

    def __exit__(self, kind: object, error: object, trace: object) -> None:
        try:
            if error is None:
                self._finish()
        finally:
            delete_file(self._unfinished)
            try:
                self._vectors.close()
            finally:  # on a full disk, closing fails, too
                self._file.close()

    def __len__(self) -> int:
        return self._count

    def add(self, words: Sequence[bytes], rows: NDArray[np.int8]) -> list[int]:
        """Add quantised rows with their words in UTF-8.

        Returns:
            The positions of words that the space already has; their rows are left out.
        """
        if len(self._rows) > self._count:
            raise ValueError("words come before aliases")
        new = []
        for place, word in enumerate(words):
            if word not in self._rows:
                self._rows[word] = self._count
                self._count += 1
                new.append(place)
        self._write(np.ascontiguousarray(rows if len(new) == len(words) else rows[new]))
        return sorted(set(range(len(words))).difference(new))

    def add_alias(self, alias: str, word: str) -> None:
        """Add another form of a word.

        Raises:
            ValueError: If the word has no row, or the alias is taken.
        """
        row = self._rows.get(word.encode(), -1)
        if row < 0:
            raise ValueError(f"{alias!r} cannot stand for {word!r}, which has no vector")
        if alias.encode() in self._rows:
            raise ValueError(f"{alias!r} is there already")
        self._rows[alias.encode()] = ~row

    def _write(self, rows: NDArray[np.int8]) -> None:
        self._crc = crc32(rows, self._crc)
        self._vectors.write(rows)

    def _finish(self) -> None:
        if not self._count:
            raise ValueError("a space needs a word")
        if any(b"\0" in word for word in self._rows):
            raise ValueError("a word has a zero byte")
        forms = sorted(self._rows)
        words = np.array(forms, "S")
        rows = np.array([self._rows[form] for form in forms], "<i4")
        version = f"{crc32(rows, crc32(words, self._crc)):08x}"
        about = About(version=self._version or version, left_out=self.left_out, **self._about)
        self._vectors.flush()
        vectors = np.memmap(self._vectors, np.int8, "r", shape=(self._count, self._width))
        with zipfile.ZipFile(self._file, "w") as archive:
            archive.writestr(zipfile.ZipInfo(ABOUT), about.to_json())
            for name, array in {VECTORS: vectors, WORDS: words, ROWS: rows}.items():
                with archive.open(zipfile.ZipInfo(name), "w", force_zip64=True) as member:
                    npy.write_array(member, array, version=(1, 0), allow_pickle=False)
        self._file.flush()
        os.fsync(self._file.fileno())
        move_into_place(self._unfinished, self._path)


def write_space(
    path: Path,
    words: Sequence[str],
    vectors: ArrayLike,
    *,
    name: str,
    aliases: Mapping[str, str] | Iterable[tuple[str, str]] = (),
    version: str = "",
    source: str = "",
    licence: str = "",
) -> None:
    """Write a whole space.

    Args:
        path: The file; an existing one is replaced.
        words: Distinct words, the most frequent first.
        vectors: Shape (words, width), finite, no row zero; only directions are stored.
        name: The name of the space.
        version: What journals call these vectors; by default the checksum of words and numbers.
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
        path, name=name, width=matrix.shape[1], version=version, source=source, licence=licence
    ) as writer:
        if twice := writer.add([word.encode() for word in words], quantise(matrix)):
            raise ValueError(f"{words[twice[0]]!r} comes twice")
        for alias, word in aliases.items() if isinstance(aliases, Mapping) else aliases:
            writer.add_alias(alias, word)
