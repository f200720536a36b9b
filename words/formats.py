"""Telling what a file of word vectors is by its first bytes."""

import re
from collections import Counter
from dataclasses import dataclass
from typing import Literal

from words.layout import MAGIC
from words.parsing import is_number, parse_text

HEAD = 1 << 18
"""Bytes from the beginning of a file that are looked at."""

FOREIGN = {
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
    MAGIC[:-1]: "a space of this program already",
}
"""Beginnings of files that are no vectors, and what they are."""


@dataclass(frozen=True)
class Format:
    """What kind of vectors a file holds."""

    kind: Literal["GloVe text", "word2vec text", "word2vec binary", "gensim kv"]
    """The name of the format."""
    width: int = 0
    """Numbers in a vector; 0 for a gensim file, where only loading it tells."""
    promised: int | None = None
    """Rows that the header promises."""
    skip: int = 0
    """Bytes before the first row."""


def foreign(head: bytes) -> str:
    """Say what a file without vectors is, as well as its beginning tells."""
    if not head.strip():
        return "empty" if not head else "blank"
    for magic, what in FOREIGN.items():
        if head.startswith(magic):
            return what
    if head[257:262] == b"ustar":
        return "a tar archive; unpack it first"
    if re.match(rb"\s*<(!doctype|html|\?xml|head|body)", head, re.IGNORECASE):
        return "a web page"
    return "in no known format (GloVe, word2vec, gensim)"


def sniff(head: bytes, *, whole: bool) -> Format | None:
    """Recognise a format of word vectors, None if it is none.

    Args:
        head: The first bytes of the file.
        whole: Whether they are the whole file.
    """
    if head[:1] == b"\x80" and head[1:2] in (b"\x02", b"\x03", b"\x04", b"\x05"):
        return Format("gensim kv")
    if any(head.startswith(magic) for magic in FOREIGN):
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
    width = _usual_width(lines[skip:])
    return Format("GloVe text", width, None, skip) if width else None


def _usual_width(lines: bytes) -> int:
    """Count the numbers at the end of most lines, 0 if that is not one and the same for most."""
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
