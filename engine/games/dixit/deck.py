"""The deck of a Dixit match: opened again if it is unchanged, with titles and descriptions."""

from collections.abc import Mapping
from functools import lru_cache

from engine.games.dixit.view import View
from engine.text import clean
from images.deck import Deck, DeckError
from images.deck_reader import open_deck
from images.quoted_name import quote_name


def open_deck_of(view: View) -> Deck:
    """Open the deck of the match of a view.

    Raises:
        DeckError: If it is missing or has changed since the game began.
    """
    return open_unchanged_deck(view.deck, view.fingerprint)


def open_unchanged_deck(folder: str, fingerprint: str) -> Deck:
    """Open the deck of a folder, if it is unchanged.

    Raises:
        DeckError: If it is missing or has changed.
    """
    deck = open_deck(folder)
    if not deck.can_continue(fingerprint):
        where = f"in {quote_name(deck.folder)}" if folder else "of Parlour"
        raise DeckError(
            f"The deck {where} has changed since this game began: "
            f"bring the old cards back, or begin a new game."
        )
    return deck


def open_deck_to_show(view: View) -> tuple[Deck | None, str]:
    """Open the deck of a past match to show its cards, even if it has changed.

    Returns:
        The deck, or `None` if it is missing; if it has changed, it may lack cards of the match.
        And a sentence that says what is wrong, empty if it is unchanged.
    """
    try:
        deck = open_deck(view.deck)
        if not deck.can_continue(view.fingerprint):
            return deck, (
                "The deck has changed since this game began: "
                "pictures may be missing, or be others than those that were played."
            )
    except DeckError as error:
        return None, f"The pictures cannot be shown. {error}"
    return deck, ""


def get_card_title(view: View, card: str) -> str:
    """Get the title of a card, or its ID if it has none. Do not show it before the reveal."""
    title, _ = _read_card_texts(view.deck).get(card, ("", ""))
    return title or card


def get_card_description(view: View, card: str) -> str:
    """Get a description of what is visible on a card, from its tags; empty if it has none."""
    return _read_card_texts(view.deck).get(card, ("", ""))[1]


@lru_cache(maxsize=8)
def _read_card_texts(folder: str) -> Mapping[str, tuple[str, str]]:
    """Read the title and tags of each card; empty if the deck is missing."""
    try:
        cards = open_deck(folder).cards.values()
    except DeckError:
        return {}
    return {card.id: (clean(card.title), clean(", ".join(card.tags))) for card in cards}
