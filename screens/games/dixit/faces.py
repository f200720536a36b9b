"""Cards as screens show them, and people as they are called in little room."""

from collections import Counter
from pathlib import Path

from textual.content import Content

from engine.games.dixit.cards import get_card_description, open_deck_to_show
from engine.games.dixit.view import View
from screens.games.ui import SeatNames
from screens.widgets.card_row import CardItem

UNSAID = "nobody has said what is to be seen"


def face(view: View, card: str, *beneath: Content, dim: bool = False) -> CardItem:
    """A card face up, with what stands `beneath` it."""
    deck, _ = open_deck_to_show(view)
    path = deck.pictures.get(card, Path()) if deck else Path()
    return CardItem(path, words(view, card), beneath, dim)


def words(view: View, card: str) -> str:
    """What is literally to be seen on a card."""
    return get_card_description(view, card) or UNSAID


def short_names(names: SeatNames) -> tuple[str, ...]:
    """What each seat is called: by its label, and where two have the same, by its seat as well."""
    tally = Counter(label.casefold() for label in names.labels)
    return tuple(
        label if tally[label.casefold()] == 1 else f"{label} {seat}"
        for seat, label in zip(names.seats, names.labels, strict=True)
    )
