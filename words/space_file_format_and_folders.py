"""The file format of word-vector spaces, and the folders in which spaces are found by name.

All numbers are little-endian; every section begins at a multiple of 64 bytes:

    preamble   magic; offset, length and CRC-32 of the header
    vectors    int8, rows x width
    scales     float32, rows; scale x int8 row is a unit vector
    offsets    uint32, words + aliases + 1; where each entry begins in the text, words first
    targets    uint32, aliases; the row each alias stands for
    slots      uint32, a power of two; the hash table of entries
    text       the entries in UTF-8, without separators
    header     JSON, the fields of `Header`; the file ends with it

The hash table is searched in the file, so that opening a space builds nothing. The preamble is
written last, so that an incomplete file never begins with the magic.
"""

import dataclasses
import json
import struct
from array import array
from collections.abc import Sequence
from difflib import get_close_matches
from functools import cache
from pathlib import Path
from typing import Protocol, Self
from urllib.parse import unquote, urlsplit
from zlib import crc32

from files.regular import open_binary

SUFFIX = ".space"
"""The ending of a space's file name."""
UNFINISHED = ".unfinished"
"""The ending of a file that is being written."""
MAGIC = b"parlour\x01"
"""The first eight bytes of a file; the last of them is the version of the format."""
PREAMBLE = struct.Struct("<8sQQI")
"""Magic; offset, length and CRC-32 of the header."""
ALIGN = 64
"""Sections begin at multiples of this many bytes."""


class SpaceError(Exception):
    """A space of word vectors cannot be found, read or made; the message is for a person."""


@dataclasses.dataclass(frozen=True, kw_only=True)
class Header:
    """The metadata of a space."""

    name: str
    """The name of the space."""
    width: int
    """Numbers per vector."""
    rows: int
    """Number of words with a vector."""
    aliases: int = 0
    """Number of further forms, each of which stands for a word."""
    slots: int
    """Slots of the hash table, a power of two."""
    letters: int
    """Bytes of the text of all words and aliases."""
    crc: int
    """CRC-32 of all bytes between preamble and header."""
    source: str = ""
    """Where the vectors came from."""
    licence: str = ""
    """The terms on which they may be used."""
    left_out: dict[str, int] = dataclasses.field(default_factory=dict)
    """How many rows of the source were left out, by fault."""

    def list_sections(self) -> dict[str, tuple[int, int]]:
        """Offset and length in bytes of every section; `header` is last, with length 0."""
        lengths = {
            "vectors": self.rows * self.width,
            "scales": 4 * self.rows,
            "offsets": 4 * (self.rows + self.aliases + 1),
            "targets": 4 * self.aliases,
            "slots": 4 * self.slots,
            "text": self.letters,
            "header": 0,
        }
        placed = {}
        offset = ALIGN
        for section, length in lengths.items():
            placed[section] = (offset, length)
            offset += length + compute_padding(length)
        return placed

    def to_json(self) -> bytes:
        """Serialise the header; equal headers give equal bytes."""
        return json.dumps(dataclasses.asdict(self), sort_keys=True, ensure_ascii=False).encode()

    @classmethod
    def from_json(cls, text: bytes) -> Self:
        """Read a header.

        Raises:
            ValueError: If it is not JSON, or a field is missing, unknown or invalid.
        """
        fields = json.loads(text)
        known = {field.name for field in dataclasses.fields(cls)}
        if not isinstance(fields, dict) or fields.keys() != known:
            raise ValueError("not the fields of a header")
        counts = ("width", "rows", "aliases", "slots", "letters", "crc")
        if any(type(fields[field]) is not int or fields[field] < 0 for field in counts):
            raise ValueError("a count is not a number")
        if any(not isinstance(fields[field], str) for field in ("name", "source", "licence")):
            raise ValueError("a text is not a string")
        left_out = fields["left_out"]
        if not isinstance(left_out, dict) or {type(n) for n in left_out.values()} - {int}:
            raise ValueError("what was left out is not counted")
        if not fields["width"] or not fields["rows"] or fields["slots"].bit_count() != 1:
            raise ValueError("a count is impossible")
        return cls(**fields)


def compute_padding(length: int) -> int:
    """Bytes between a section of this length and the next section."""
    return -length % ALIGN


def read_header(file: memoryview) -> Header:
    """Read the header of a space and check the length of the file.

    Raises:
        ValueError: If the file is not a space, is cut short or has a damaged header; the message
            completes the sentence "FILE ...".
    """
    if len(file) < ALIGN or bytes(file[: len(MAGIC) - 1]) != MAGIC[:-1]:
        raise ValueError("is not a space of word vectors")
    magic, offset, length, crc = PREAMBLE.unpack_from(file)
    if magic != MAGIC:
        raise ValueError(f"is of format {magic[-1]}, and this version reads format {MAGIC[-1]}")
    if offset + length != len(file):
        raise ValueError(
            f"is damaged: it should have {offset + length:,} bytes and has {len(file):,}"
        )
    text = bytes(file[offset:])
    if crc32(text) != crc:
        raise ValueError("is damaged: its header is not what was written")
    try:
        header = Header.from_json(text)
    except ValueError as error:
        raise ValueError("is damaged: its header makes no sense") from error
    if header.list_sections()["header"][0] != offset:
        raise ValueError("is damaged: its header does not fit its length")
    return header


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


BUILTIN_SPACES = ("word2vec", "glove")
"""The names of the spaces that come with Parlour and play as the paper's baselines."""
EMBEDDED_SPACES = (*BUILTIN_SPACES, "webster")
"""The names of all spaces that come with Parlour."""
ASSOCIATIONS = "associations"
"""The name that adds word associations to the spaces of Parlour's own player."""


def parse_spaces(text: str) -> tuple[str, ...]:
    """Parse names of spaces such as `word2vec+glove`."""
    return tuple(dict.fromkeys(part.strip() for part in text.split("+") if part.strip()))


def parse_listeners(text: str) -> tuple[tuple[str, ...], bool]:
    """Parse the listeners of Parlour's own player, such as `word2vec+associations`.

    Returns:
        The names of the spaces, by default all built-in ones; and whether to use associations: if
        they are named, or if nothing is named.
    """
    named = parse_spaces(text)
    spaces = tuple(name for name in named if name != ASSOCIATIONS)
    return spaces or EMBEDDED_SPACES, not named or ASSOCIATIONS in named


def list_spaces(imported: Path) -> dict[str, Path]:
    """The files of all spaces by name: the built-in ones, then the imported ones in order.

    Args:
        imported: The folder of imported spaces.
    """
    builtin = {name: _get_builtin_file(name) for name in EMBEDDED_SPACES}
    found = {path.name.removesuffix(SUFFIX): path for path in imported.glob(f"[!.]*{SUFFIX}")}
    return builtin | {name: found[name] for name in sorted(found) if name not in builtin}


@cache
def _get_builtin_file(name: str) -> Path:
    return Path(__file__).parent / "vectors" / f"{name}{SUFFIX}"


def find_space(name: str, imported: Path) -> Path:
    """Find the file of a space.

    Args:
        name: Its name.
        imported: The folder of imported spaces.

    Raises:
        SpaceError: If there is no space of that name; the message lists the spaces.
    """
    if name in EMBEDDED_SPACES:  # needed in every headless game, so do not list the folder
        return _get_builtin_file(name)
    known = list_spaces(imported)
    if name in known:
        return known[name]
    close = get_close_matches(name, known, n=1)
    hint = f" Did you mean {close[0]}?" if close else ""
    raise SpaceError(f"There is no space named {name!r}; there are {', '.join(known)}.{hint}")


def build_reference(name: str, imported: Path) -> str:
    """Build the reference by which players open a space, wherever imported spaces are kept.

    Returns:
        The name of a built-in space, or the URI of the file of an imported one.

    Raises:
        SpaceError: If there is no space of that name; the message lists the spaces.
    """
    return name if name in EMBEDDED_SPACES else find_space(name, imported).absolute().as_uri()


def build_references(text: str, imported: Path) -> str:
    """Replace the names of spaces by references, in a text such as `word2vec+mine+associations`.

    Raises:
        SpaceError: If there is no space of one of the names.
    """
    names = parse_spaces(text)
    return "+".join(n if n == ASSOCIATIONS else build_reference(n, imported) for n in names)


def find_referred(reference: str) -> Path:
    """Find the file of the space that a reference means.

    Raises:
        SpaceError: If it is neither a built-in space nor the URI of a file.
    """
    if reference in EMBEDDED_SPACES:
        return _get_builtin_file(reference)
    parts = urlsplit(reference)
    if parts.scheme != "file":
        raise SpaceError(f"There is no built-in space named {reference!r}.")
    return Path(unquote(parts.path))


def get_space_name(reference: str) -> str:
    """Return the name of the space that a reference means, as people know it.

    Raises:
        SpaceError: If it is neither a built-in space nor the URI of a file.
    """
    return find_referred(reference).name.removesuffix(SUFFIX)


def remove_unfinished(folder: Path) -> list[Path]:
    """Remove temporary files of killed processes; keep those that are still being written."""
    from fcntl import LOCK_EX, LOCK_NB, flock

    removed = []
    for path in sorted(folder.glob(f".*{UNFINISHED}")):
        try:
            file = open_binary(path)
        except OSError:  # not one of our files
            continue
        with file:
            try:
                flock(file, LOCK_EX | LOCK_NB)
            except BlockingIOError:
                continue
            path.unlink(missing_ok=True)
            removed.append(path)
    return removed
