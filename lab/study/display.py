"""How a rater saw the cards of an item."""

from dataclasses import dataclass
from typing import Any, Self

PROTOCOL_LENGTH = 20
MOST = 100_000
"""No size in pixels or cells, and no count, is larger."""
NOT_RECORDED = "not recorded"


@dataclass(frozen=True, slots=True)
class Display:
    """How cards were shown until the guess was locked, and what the rater opened."""

    protocol: str
    """The protocol of pictures: `kitty`, `sixel`, blocks such as `half`, or `none` for words."""
    cell_width: int
    """The width of a cell of the terminal in pixels."""
    cell_height: int
    card_columns: int
    """The width of a card in cells."""
    card_rows: int
    one_at_a_time: bool = False
    """Whether one card was shown at a time, with all cards in words beside it."""
    words_opened: int = 0
    """How often the rater opened the words of a card (D)."""
    zooms: int = 0
    """How often the rater looked at a card alone, as large as possible (Z)."""

    @property
    def label(self) -> str:
        """Name the kind of display, for tables."""
        return f"{self.protocol}, one card at a time" if self.one_at_a_time else self.protocol

    @classmethod
    def parse(cls, values: dict[str, Any]) -> Self:
        """Read it from a line of a study.

        Raises:
            ValueError: If a value is none that Parlour writes.
            TypeError: If a field is unknown or missing.
        """
        found = cls(**values)
        counts = (
            *(found.cell_width, found.cell_height, found.card_columns),
            *(found.card_rows, found.words_opened, found.zooms),
        )
        if not all(type(one) is int and 0 <= one <= MOST for one in counts):
            raise ValueError(values)
        protocol, one = found.protocol, found.one_at_a_time
        if not (isinstance(protocol, str) and protocol.isalnum() and protocol.isascii()):
            raise ValueError(values)
        if len(protocol) > PROTOCOL_LENGTH or not isinstance(one, bool):
            raise ValueError(values)
        return found
