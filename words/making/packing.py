"""Writing a trained space as it is shipped."""

from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from words.making.vocabulary import Vocabulary
from words.space_writer import write_space

SOURCE = "WordNet 3.0 and the King James Bible; see words/making/README.md"
"""Where the vectors come from, as their header says."""

LICENCE = "WordNet 3.0 license; see words/NOTICES.md"
"""On what terms."""


def pack(path: Path, name: str, vocabulary: Vocabulary, vectors: NDArray[np.float32]) -> None:
    """Centre the unit vectors on their mean, which all words share, and write them.

    Words and aliases are in alphabetical order; a word whose vector is zero was never seen and is
    left out.
    """
    seen = vectors.any(axis=1)
    words = [word for word, known in zip(vocabulary.words, seen, strict=True) if known]
    known = frozenset(words)
    units = unit(vectors[seen].astype(np.float64))
    write_space(
        path,
        words,
        unit(units - units.mean(axis=0)),
        name=name,
        aliases=sorted(pair for pair in vocabulary.aliases.items() if pair[1] in known),
        source=SOURCE,
        licence=LICENCE,
    )


def unit(vectors: NDArray[np.float64]) -> NDArray[np.float64]:
    """Scale vectors, none of them zero, to length 1."""
    return vectors / np.linalg.norm(vectors, axis=1, keepdims=True)
