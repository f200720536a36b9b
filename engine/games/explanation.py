"""`Explanation`, a table of the numbers by which a player chose a move."""

from dataclasses import dataclass

COSINE = "cosine"
"""The measure of most explanations."""
SHORTLIST_LENGTH = 12
"""Maximum number of words shown of a ranking."""


@dataclass(frozen=True, slots=True)
class Explanation:
    """A table of the numbers that a player compared to choose a move."""

    title: str
    """What was compared with what."""
    rows: tuple[str, ...]
    """The label of each row: a hint, a card, a seat, a word."""
    columns: tuple[str, ...]
    """The label of each column: what the rows are compared with."""
    values: tuple[tuple[float, ...], ...]
    """Shape (rows, columns)."""
    measure: str
    """The unit of the values: `cosine`, `cards`."""
    chosen: frozenset[tuple[int, int]]
    """The cells of the chosen move, as (row, column); empty if it is not in the table."""
    note: str
    """How the move follows from the values, in a sentence or two."""
