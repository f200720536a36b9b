"""How a space of word vectors lies in its one file.

Little endian, every section on a multiple of 64 bytes:

    preamble   magic; place, length and CRC-32 of the header
    vectors    int8, rows x width
    scales     float32, rows; scale x int8 row is a unit vector
    offsets    uint32, words + aliases + 1; where each entry begins in the text, words first
    targets    uint32, aliases; the row each alias stands for
    slots      uint32, a power of two; the hash table of entries (`words.table`)
    text       the entries in UTF-8, one behind the other
    header     JSON, the fields of `Header`; the file ends with it

The preamble is written last, so a file that was cut short never begins with the magic.
"""

import dataclasses
import json
import struct
from typing import Self
from zlib import crc32

SUFFIX = ".space"
"""The ending of a space's file name."""
MAGIC = b"parlour\x01"
"""First eight bytes of a space; the last of them is the version of the format."""
PREAMBLE = struct.Struct("<8sQQI")
"""Magic, then offset, length and CRC-32 of the header."""
ALIGN = 64
"""Sections begin on multiples of this many bytes."""


class SpaceError(Exception):
    """A space of word vectors cannot be had; the message is a sentence for a person."""


@dataclasses.dataclass(frozen=True, kw_only=True)
class Header:
    """What a space says about itself."""

    name: str
    """The name it is asked for by."""
    width: int
    """Numbers in a vector."""
    rows: int
    """Words with a vector."""
    aliases: int = 0
    """Further words that stand for one of the rows."""
    slots: int
    """Slots of the hash table, a power of two."""
    letters: int
    """Bytes of text of all words and aliases."""
    crc: int
    """CRC-32 of all bytes between preamble and header."""
    source: str = ""
    """Where the vectors came from."""
    licence: str = ""
    """On what terms they may be used."""
    left_out: dict[str, int] = dataclasses.field(default_factory=dict)
    """Rows of the source that were left out, counted by what was wrong with them."""

    def sections(self) -> dict[str, tuple[int, int]]:
        """Place every section: its offset and length in bytes, `header` last with length 0."""
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
            offset += length + padding(length)
        return placed

    def to_json(self) -> bytes:
        """Write the header as the same bytes for the same values."""
        return json.dumps(dataclasses.asdict(self), sort_keys=True, ensure_ascii=False).encode()

    @classmethod
    def from_json(cls, text: bytes) -> Self:
        """Read a header.

        Raises:
            ValueError: It is not JSON, or a field is missing, unknown, of another type or negative.
        """
        fields = json.loads(text)
        known = {field.name for field in dataclasses.fields(cls)}
        if not isinstance(fields, dict) or fields.keys() != known:
            raise ValueError("not the fields of a header")
        counts = ("width", "rows", "aliases", "slots", "letters", "crc")
        if any(type(fields[field]) is not int or fields[field] < 0 for field in counts):
            raise ValueError("a count is not a number")
        if any(not isinstance(fields[field], str) for field in ("name", "source", "licence")):
            raise ValueError("a text is not a text")
        left_out = fields["left_out"]
        if not isinstance(left_out, dict) or {type(n) for n in left_out.values()} - {int}:
            raise ValueError("what was left out is not counted")
        if not fields["width"] or not fields["rows"] or fields["slots"].bit_count() != 1:
            raise ValueError("a count is impossible")
        return cls(**fields)


def padding(length: int) -> int:
    """Count the bytes that fill a section of this length up to where the next may begin."""
    return -length % ALIGN


def read_header(file: memoryview) -> Header:
    """Read the header of a space and check that the file is exactly as long as it says.

    Raises:
        ValueError: The file is not a space, is cut, or its header is damaged; the message ends the
            sentence "FILE ...".
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
    if header.sections()["header"][0] != offset:
        raise ValueError("is damaged: its header does not fit its length")
    return header
