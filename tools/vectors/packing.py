"""Writing a trained space as it is shipped."""

from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING
from zlib import crc32

import numpy as np
from numpy.typing import NDArray

from words.space.format import MAGIC, PREAMBLE, read_header
from words.space.writer import write_space

if TYPE_CHECKING:
    from tools.lists.vocabulary import Vocabulary

SOURCES = {
    "word2vec": "random walks over WordNet 3.0, and its glosses; see tools/vectors/README.md",
    "webster": "Webster's dictionary of 1913, as GCIDE has it; glosses of WordNet 3.0, random "
    "walks over it, the King James Bible, and associations written for Parlour; "
    "see tools/vectors/README.md",
    "glove": "glosses of WordNet 3.0, random walks over it, and the King James Bible; "
    "see tools/vectors/README.md",
}
"""By space: where the vectors come from, as their header says."""

LICENCE = "WordNet 3.0 license; see words/NOTICES.md"
"""On what terms."""


def pack(
    path: Path,
    name: str,
    vocabulary: "Vocabulary",
    vectors: NDArray[np.float32],
    more: Sequence[str] = (),
    defined: NDArray[np.float32] | None = None,
) -> None:
    """Centre the unit vectors on their mean, which all words share, and write them.

    Words and aliases are in alphabetical order; a word whose vector is zero was never seen and is
    left out.

    Args:
        path: The file.
        name: The name of the space.
        vocabulary: The words.
        vectors: Their vectors.
        more: Further words.
        defined: Their vectors.
    """
    seen = vectors.any(axis=1)
    words = [word for word, known in zip(vocabulary.words, seen, strict=True) if known]
    known = frozenset(words)
    units = unit(vectors[seen].astype(np.float64))
    rows = unit(units - units.mean(axis=0))
    if defined is not None:
        extra = unit(defined.astype(np.float64)) - units.mean(axis=0)
        rows = np.concatenate([rows, unit(extra)])
        words = [*words, *more]
        order = sorted(range(len(words)), key=words.__getitem__)
        words, rows = [words[place] for place in order], rows[order]
    write_space(
        path,
        words,
        rows,
        name=name,
        aliases=sorted(pair for pair in vocabulary.aliases.items() if pair[1] in known),
        source=SOURCES[name],
        licence=LICENCE,
    )


def update_header(path: Path, name: str) -> None:
    """Write source and licence of a shipped space again; its vectors stay as they are."""
    data = path.read_bytes()
    header = replace(read_header(memoryview(data)), source=SOURCES[name], licence=LICENCE)
    offset, _ = header.list_sections()["header"]
    text = header.to_json()
    preamble = PREAMBLE.pack(MAGIC, offset, len(text), crc32(text))
    path.write_bytes(preamble + data[len(preamble) : offset] + text)


def unit(vectors: NDArray[np.float64]) -> NDArray[np.float64]:
    """Scale vectors, none of them zero, to length 1."""
    return vectors / np.linalg.norm(vectors, axis=1, keepdims=True)
