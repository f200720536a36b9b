"""A file of rankings that several processes share."""

import mmap
import os
import struct
from fcntl import LOCK_EX, LOCK_UN, flock
from pathlib import Path
from zlib import crc32

import numpy as np
from numpy.typing import NDArray

from files.private import make_private_folder
from files.regular import open_regular

RECORD = struct.Struct("<IHHI")
"""The head of a record: checksum, length of the text in bytes, requested and actual number of
words. The text and the indices of the words follow."""


MAX_BYTES = 256 << 20
"""Maximum size of the file in bytes; after that, nothing is added."""


OPEN = os.O_RDWR | os.O_CREAT | os.O_APPEND | os.O_NOFOLLOW


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
        self._file = open_regular(path, OPEN)
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
