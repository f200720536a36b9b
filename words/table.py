"""A hash table of words that is searched where it lies, so that opening a space builds nothing."""

from array import array
from collections.abc import Sequence
from typing import Protocol
from zlib import crc32


class Bytes(Protocol):
    """What the words are read from: bytes in memory or a mapped file."""

    def __getitem__(self, part: slice, /) -> bytes | bytearray | memoryview: ...


def find(key: bytes, slots: Sequence[int], offsets: Sequence[int], blob: Bytes) -> int | None:
    """Find a word's entry number by linear probing from its CRC-32.

    Args:
        key: The word in UTF-8.
        slots: A power of two of slots; each holds 0 (empty) or an entry number plus one.
        offsets: Entry `e` is `blob[offsets[e]:offsets[e + 1]]`.
        blob: All words, one behind the other.
    """
    mask = len(slots) - 1
    start = crc32(key)
    for step in range(len(slots)):  # bounded: a damaged table may have no empty slot
        held = slots[(start + step) & mask]
        if not held:
            return None
        if blob[offsets[held - 1] : offsets[held]] == key:
            return held - 1
    return None


class TableBuilder:
    """The same table, growing: entries are numbered in the order in which they are added."""

    slots: array[int]
    """Entry numbers plus one by hash; never more than half full."""
    offsets: array[int]
    """Where each entry begins in the blob, and last where the blob ends."""
    blob: bytearray
    """All words, one behind the other."""

    def __init__(self) -> None:
        self.slots = array("I", bytes(4 * 1024))
        self.offsets = array("I", [0])
        self.blob = bytearray()
        self._hashes = array("I")

    def __len__(self) -> int:
        return len(self._hashes)

    def find(self, key: bytes) -> int | None:
        """Find the entry number of a word, None if it was never added."""
        return find(key, self.slots, self.offsets, self.blob)

    def add(self, key: bytes) -> bool:
        """Add a word as the next entry; False if it is there already."""
        if self.find(key) is not None:
            return False
        self.blob += key
        self.offsets.append(len(self.blob))
        self._hashes.append(crc32(key))
        if 2 * len(self) > len(self.slots):
            self.slots = array("I", bytes(8 * len(self.slots)))
            for entry, start in enumerate(self._hashes):
                self._place(entry, start)
        else:
            self._place(len(self) - 1, self._hashes[-1])
        return True

    def _place(self, entry: int, start: int) -> None:
        mask = len(self.slots) - 1
        slot = start & mask
        while self.slots[slot]:
            slot = (slot + 1) & mask
        self.slots[slot] = entry + 1
