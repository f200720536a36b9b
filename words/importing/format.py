"""Detect the format of a file of word vectors from its first bytes."""

import re
from collections import Counter
from dataclasses import dataclass
from typing import Literal

from words.importing.text import is_number, parse_text
from words.space.archive import OLD_MAGIC

OTHER_FORMATS = {
    b"\x1f\x8b": "another gzip file",
    b"PK\x03\x04": "another zip file",
    b"BZh": "a bzip2 file; unpack it first",
    b"\xfd7zXZ": "an xz file; unpack it first",
    b"7z\xbc\xaf": "a 7z file; unpack it first",
    b"\x28\xb5\x2f\xfd": "a zstandard file; unpack it first",
    b"\x93NUMPY": "an array that belongs to a .kv file; give that file itself",
    b"\xba\x16\x4f\x2f": "a fastText model; take the .vec file instead",
    b"\x89HDF": "an HDF5 file",
    b"\x89PNG": "a picture",
    b"%PDF": "a PDF",
    OLD_MAGIC: "a space of an older version; import what it was made from",
}
"""First bytes of files that hold no word vectors, and what these files are."""


@dataclass(frozen=True)
class Format:
    """The format of a file of word vectors."""

    kind: Literal["GloVe text", "word2vec text", "word2vec binary", "gensim kv"]
    width: int = 0
    """Numbers per vector; 0 for a gensim file, where it is known only after loading."""
    promised: int | None = None
    """Number of rows in the header."""
    skip: int = 0
    """Bytes before the first row."""


def describe_other_format(head: bytes) -> str:
    """Describe a file without word vectors from its first bytes."""
    if not head.strip():
        return "empty" if not head else "blank"
    for magic, what in OTHER_FORMATS.items():
        if head.startswith(magic):
            return what
    if head[257:262] == b"ustar":
        return "a tar archive; unpack it first"
    if re.match(rb"\s*<(!doctype|html|\?xml|head|body)", head, re.IGNORECASE):
        return "a web page"
    return "in no known format (GloVe, word2vec, gensim)"


def detect_format(head: bytes, *, whole: bool) -> Format | None:
    """Detect the format of word vectors; None if the file holds none.

    Args:
        head: The first bytes of the file.
        whole: Whether they are the whole file.
    """
    if head[:1] == b"\x80" and head[1:2] in (b"\x02", b"\x03", b"\x04", b"\x05"):
        return Format("gensim kv")
    if any(head.startswith(magic) for magic in OTHER_FORMATS):
        return None
    skip = 3 if head.startswith(b"\xef\xbb\xbf") else 0
    lines = head if whole else head[: head.rfind(b"\n") + 1]
    header = re.match(rb"[ \t]*(\d{1,10})[ \t]+(\d{1,5})[ \t]*\r?\n", head[skip:])
    if header and int(header[2]) > 1:
        skip += header.end()
        width, promised = int(header[2]), int(header[1])
        if parse_text(lines[skip:], width).words:
            return Format("word2vec text", width, promised, skip)
        if re.search(rb"[\x00-\x08\x0e-\x1f]", head[skip:]):
            return Format("word2vec binary", width, promised, skip)
        return None
    width = _find_usual_width(lines[skip:])
    return Format("GloVe text", width, None, skip) if width else None


def _find_usual_width(lines: bytes) -> int:
    """Find the usual count of numbers at the end of lines; 0 if lines differ."""
    widths: Counter[int] = Counter()
    for line in lines.split(b"\n")[:200]:
        fields = line.split()
        if fields:
            numbers = 0
            while numbers < len(fields) - 1 and is_number(fields[-1 - numbers]):
                numbers += 1
            widths[numbers] += 1
    width, count = max(widths.items(), key=lambda item: item[1], default=(0, 0))
    return width if width > 1 and 2 * count > widths.total() else 0
