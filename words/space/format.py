"""The file format of word-vector spaces, with its header."""

import dataclasses
import json
import struct
from typing import Self
from zlib import crc32

SUFFIX = ".space"
"""The ending of a space's file name."""


MAGIC = b"parlour\x01"
"""The first eight bytes of a file; the last of them is the version of the format."""


PREAMBLE = struct.Struct("<8sQQI")
"""Magic; offset, length and CRC-32 of the header."""


ALIGN = 64
"""Sections begin at multiples of this many bytes."""


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
