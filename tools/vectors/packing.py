"""Writing a trained space as it is shipped."""

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from words.space.reader import Space
from words.space.writer import write_space

if TYPE_CHECKING:
    from tools.lists.vocabulary import Vocabulary

SOURCES = {
    "word2vec": "random walks over WordNet 3.0, and its glosses; see tools/vectors/README.md",
    "webster": "Webster's dictionary of 1913, as GCIDE has it; glosses of WordNet 3.0, random "
    "walks over it, the King James Bible, and associations written for Parlour; "
    "see tools/vectors/README.md",
    "thoughts": "associations written for Parlour; see tools/vectors/README.md",
    "glove": "glosses of WordNet 3.0, random walks over it, and the King James Bible; "
    "see tools/vectors/README.md",
}
"""By space: where the vectors come from, as they say themselves."""

LICENCE = "WordNet 3.0 license; see words/NOTICES.md"
"""On what terms."""

LICENCES = {"thoughts": "MIT, as Parlour"}
"""By space: its licence, if it is another."""


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
        source=SOURCES.get(name, "trained by tools/vectors, not shipped"),
        licence=LICENCE,
    )


def pack_words(path: Path, name: str, words: Sequence[str], vectors: NDArray[np.float64]) -> None:
    """Centre unit vectors on their mean, and write them with their words as they are."""
    units = unit(vectors)
    write_space(
        path,
        words,
        unit(units - units.mean(axis=0)),
        name=name,
        source=SOURCES[name],
        licence=LICENCES[name],
    )


def update_about(path: Path, name: str) -> None:
    """Write source and licence of a shipped space again; words, numbers and version stay."""
    space = Space.open(path)
    write_space(
        path,
        list(space.words),
        space.get_vectors(range(len(space))),
        name=space.name,
        version=space.about.version,
        aliases=space.list_aliases(),
        source=SOURCES[name],
        licence=LICENCES.get(name, LICENCE),
    )


def unit(vectors: NDArray[np.float64]) -> NDArray[np.float64]:
    """Scale vectors, none of them zero, to length 1."""
    return vectors / np.linalg.norm(vectors, axis=1, keepdims=True)
