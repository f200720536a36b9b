"""Explanations: the numbers by which a baseline chose its move."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import islice

from engine.word_vectors import Floats, WordVectors

COSINE = "cosine"
"""The measure of most explanations."""
SHORTLIST_LENGTH = 12
"""How many words of a long ranking are shown."""


@dataclass(frozen=True, slots=True)
class Explanation:
    """One table of numbers by which a move was chosen."""

    title: str
    """What was compared with what."""
    rows: tuple[str, ...]
    """What each row is of: a hint, a card, a seat, a word."""
    columns: tuple[str, ...]
    """What it was compared with."""
    values: tuple[tuple[float, ...], ...]
    """Shape (rows, columns)."""
    measure: str
    """What the values are: `cosine`, or cards."""
    chosen: frozenset[tuple[int, int]]
    """The cells that the move stands for, as (row, column); none where it is not in the table."""
    note: str
    """How the choice follows from them, in a sentence or two."""


def to_rows(values: Floats) -> tuple[tuple[float, ...], ...]:
    """Turn an array of shape (rows, columns) into `Explanation.values`."""
    return tuple(map(tuple, values.tolist()))


def compute_cosines(
    word_vectors: WordVectors, rows: Sequence[str], columns: Sequence[str]
) -> Floats:
    """Compute the cosine of each row with each column; 0 for unknown words.

    Returns:
        Shape (rows, columns).
    """
    compared: Floats = word_vectors.vectors(rows) @ word_vectors.vectors(columns).T
    return compared


def shortlist(ranking: Iterable[str], chosen: Iterable[str]) -> tuple[str, ...]:
    """The first words of a ranking, and then those that were chosen from further down."""
    head = list(islice(ranking, SHORTLIST_LENGTH))
    return tuple(dict.fromkeys((*head, *chosen)))


def note_unknown_words(word_vectors: WordVectors, texts: Iterable[str]) -> str:
    """A sentence about words that the space does not know; empty if it knows them all."""
    missing = [text for text in dict.fromkeys(texts) if word_vectors.vector(text) is None]
    return f"The space does not know {', '.join(missing)}." if missing else ""
