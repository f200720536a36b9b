"""What is shown of a card."""

from pathlib import Path
from typing import NamedTuple

from textual.content import Content

from screens.widgets.text_layout import BLANK


class CardItem(NamedTuple):
    """What is shown of a card."""

    picture: Path | None
    """The picture file; `None` if the card is face down."""
    alt_text: str = ""
    """What the picture shows, in words. Outside text: never parsed as markup."""
    caption: tuple[Content, ...] = ()
    """The caption: lines beneath the card, under the line for the mark."""
    note: Content = BLANK
    """A word that is added to the caption, or to what the card shows in a list of cards."""
    dim: bool = False
    """Whether it is faded, as it cannot be chosen."""
    empty: bool = False
    """Whether only the place of a card to come is shown, if it is face down."""
    number: str = ""
    """Its number on the table, which stands in the row of the mark."""
