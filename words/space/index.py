"""The hash table by which a space finds a word in its file."""

from array import array
from collections.abc import Sequence
from typing import Protocol
from zlib import crc32


class Bytes(Protocol):
    """Bytes in memory or in a mapped file."""

    def __getitem__(self, part: slice, /) -> bytes | bytearray | memoryview: ...


def find_entry(key: bytes, slots: Sequence[int], offsets: Sequence[int], blob: Bytes) -> int | None:
    """Find a word's entry number, by linear probing from its CRC-32.

    Args:
        key: The word in UTF-8.
        slots: A power of two of slots; each holds 0 (empty) or an entry number plus one.
        offsets: Entry `e` is `blob[offsets[e]:offsets[e + 1]]`.
        blob: All words, without separators.
    """
    mask = len(slots) - 1
    start = crc32(key)
    for step in range(len(slots)):  # bounded: a damaged table may have no empty slot
        held = slots[(start + step) & mask]
        if not held:
            return None
        if held < len(offsets) and blob[offsets[held - 1] : offsets[held]] == key:
            return held - 1
    return None


class HashTableBuilder:
    """Builds the hash table; entries are numbered in the order in which they are added."""

    slots: array[int]
    """Entry numbers plus one by hash; never more than half full."""
    offsets: array[int]
    """Where each entry begins in the blob, and where the blob ends."""
    blob: bytearray
    """All words, without separators."""

    def __init__(self) -> None:
        self.slots = array("I", bytes(4 * 1024))
        self.offsets = array("I", [0])
        self.blob = bytearray()
        self._hashes = array("I")

    def __len__(self) -> int:
        return len(self._hashes)

    def find(self, key: bytes) -> int | None:
        """Return the entry number of a word, or None if it was not added."""
        return find_entry(key, self.slots, self.offsets, self.blob)

    def add(self, key: bytes) -> bool:
        """Add a word as the next entry; return False if it is there already."""
        if self.find(key) is not None:
            return False
        self.blob += key
        self.offsets.append(len(self.blob))
        self._hashes.append(crc32(key))
        if 2 * len(self) > len(self.slots):
            self.slots = array("I", bytes(8 * len(self.slots)))
            for entry, start in enumerate(self._hashes):
                self._place_entry(entry, start)
        else:
            self._place_entry(len(self) - 1, self._hashes[-1])
        return True

    def _place_entry(self, entry: int, start: int) -> None:
        mask = len(self.slots) - 1
        slot = start & mask
        while self.slots[slot]:
            slot = (slot + 1) & mask
        self.slots[slot] = entry + 1
