"""How a seat without a mind came to its move: what it compared, and what it chose."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import islice

from engine.vectors.nearness import Floats, Nearness

COSINE = "cosine"
"""What most of their numbers are."""
SHORTLIST = 12
"""How many words of a long ranking are told."""


@dataclass(frozen=True, slots=True)
class Explanation:
    """One table of numbers that a move was made by."""

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
    """How the choice follows, in a sentence or two."""


def table(values: Floats) -> tuple[tuple[float, ...], ...]:
    """An array of shape (rows, columns) as an insight has it."""
    return tuple(map(tuple, values.tolist()))


def cosines(nearness: Nearness, rows: Sequence[str], columns: Sequence[str]) -> Floats:
    """The cosine of words with words; 0 where there is no opinion.

    Returns:
        Shape (rows, columns).
    """
    compared: Floats = nearness.opinions(rows) @ nearness.opinions(columns).T
    return compared


def shortlist(ranking: Iterable[str], chosen: Iterable[str]) -> tuple[str, ...]:
    """The head of a ranking, and after it what was chosen from further down."""
    head = list(islice(ranking, SHORTLIST))
    return tuple(dict.fromkeys((*head, *chosen)))


def unknown(nearness: Nearness, texts: Iterable[str]) -> str:
    """A sentence about words of which the space has no opinion; empty if it knows them all."""
    missing = [text for text in dict.fromkeys(texts) if nearness.opinion(text) is None]
    return f"The space has no opinion of {', '.join(missing)}." if missing else ""
