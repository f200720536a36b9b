"""How a rater saw the cards of an item."""

from typing import Annotated

from pydantic import Field

from engine.frozen_model import FrozenModel

PROTOCOL_LENGTH = 20
MOST = 100_000
"""No size in pixels or cells, and no count, is larger."""
NOT_RECORDED = "not recorded"


type Count = Annotated[int, Field(ge=0, le=MOST)]


class Display(FrozenModel):
    """How cards were shown until the guess was locked, and what the rater opened."""

    protocol: str = Field(pattern=rf"^[A-Za-z0-9]{{1,{PROTOCOL_LENGTH}}}$")
    """The protocol of pictures: `kitty`, `sixel`, blocks such as `half`, or `none` for words."""
    cell_width: Count
    """The width of a cell of the terminal in pixels."""
    cell_height: Count
    card_columns: Count
    """The width of a card in cells."""
    card_rows: Count
    one_at_a_time: bool = False
    """Whether one card was shown at a time, with all cards in words beside it."""
    words_opened: Count = 0
    """How often the rater opened the words of a card (D)."""
    zooms: Count = 0
    """How often the rater looked at a card alone, as large as possible (Z)."""

    @property
    def label(self) -> str:
        """Name the kind of display, for tables."""
        return f"{self.protocol}, one card at a time" if self.one_at_a_time else self.protocol
