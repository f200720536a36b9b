"""`Explanation`, a table of the numbers by which a player chose a move."""

from dataclasses import dataclass

COSINE = "cosine"
"""The measure of most explanations."""
PROBABILITY = "probability"
"""The measure of explanations that say how sure a player was."""
SHORTLIST_LENGTH = 12
"""Maximum number of words shown of a ranking."""


LEAST_DIFFERENCE = 0.005
"""Probabilities that are nearer to each other count as equal."""


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
    reason: str = ""
    """Why the move was made, in one sentence for an audience; empty if the numbers say it all."""
    is_open: bool = False
    """Whether the reason tells nothing that the reveal of the move leaves secret."""

    def describe_certainty(self) -> str:
        """Say in a plain line how sure the player was of its choice, for an audience.

        Returns:
            `4-3-2, 62 % sure; else 4-2-3, 20 %`; empty if the numbers are no probabilities, the
            choice is not among them, or all are equal.
        """
        if self.measure != PROBABILITY or len(self.columns) != 1 or len(self.chosen) != 1:
            return ""
        ((chosen, _),) = self.chosen
        sure = [value for (value,) in self.values]
        others = [row for row in range(len(sure)) if row != chosen]
        if not others or max(sure) - min(sure) < LEAST_DIFFERENCE:
            return ""
        other = max(others, key=lambda row: sure[row])
        link = "else" if sure[chosen] >= sure[other] else "rather"
        first = f"{self.rows[chosen]}, {sure[chosen]:.0%} sure"
        return f"{first}; {link} {self.rows[other]}, {sure[other]:.0%}"
