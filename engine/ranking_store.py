"""Rankings of word vectors on disk: computed once, and mapped by every process that needs them."""

import mmap
import os
import struct
from pathlib import Path
from zlib import crc32

import numpy as np
from numpy.typing import NDArray

from words.file_access import make_private_folder

RECORD = struct.Struct("<IHHI")
"""Before each record: its checksum, the bytes of the text, how many were asked for, how many words
there are. Then come the text and the indices of the words."""
MAX_BYTES = 256 << 20
"""The size from which on nothing more is added."""

type Ranking = NDArray[np.unsignedinteger]


class RankingStore:
    """A file of rankings that only grows; several processes may read and add."""

    def __init__(self, path: Path, dtype: np.dtype[np.unsignedinteger]) -> None:
        """Open the file, and create it if it is missing.

        Args:
            path: The file; its name has to tell the space, the corpus and their versions apart.
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
        """The ranking of a text, if some process has computed it."""
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
            os.ftruncate(self._file, self._end)  # what a killed process left of a record
            head = RECORD.pack(crc32(name + body), len(name), n, len(ranking))
            os.write(self._file, head + name + body)
        finally:
            flock(self._file, LOCK_UN)

    def _read_new(self) -> None:
        """Map what was added since the last time; a record that is cut short or damaged ends it."""
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
