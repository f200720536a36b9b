"""The deck of a game of Dixit: what a journal keeps of it, and finding it again."""

from collections.abc import Mapping
from functools import lru_cache
from typing import Any

from engine.games.definition import VECTORS
from engine.games.dixit.view import Options, View
from engine.options import OptionError
from engine.text import clean
from images.card import shown
from images.deck import Deck, DeckError, open_deck

BLIND = frozenset({"random", "script"})
"""The kinds of player that need to know nothing of cards."""
LONGEST_ID = 60


def draw_cards(asked: Options) -> dict[str, Any]:
    """What a journal keeps of the deck: folder, fingerprint, and the ids in order.

    Raises:
        OptionError: If there is no such deck.
    """
    try:
        deck = open_deck(asked.deck)
        return {
            "cards": sorted(deck.cards),
            "deck": str(deck.folder) if asked.deck else "",
            "fingerprint": deck.fingerprint,
        }
    except DeckError as error:
        raise OptionError(f"deck: {error}") from None


def kept_cards(material: Mapping[str, Any]) -> tuple[tuple[str, ...], str, str]:
    """Ids, folder and fingerprint, as a journal keeps them.

    Raises:
        OptionError: If it keeps no deck.
    """
    match material:
        case {"cards": [*cards], "deck": str(folder), "fingerprint": str(fingerprint)}:
            ids = tuple(card for card in cards if isinstance(card, str))
            if len(set(ids)) == len(cards) and all(_plain(card) for card in ids):
                return ids, folder, fingerprint
    raise OptionError("the material of Dixit is a deck: cards, folder and fingerprint.")


def check_deck(material: Mapping[str, Any], kind: str) -> None:
    """Make sure that a player of this kind can play with the deck as it is now.

    Raises:
        OptionError: If it is gone or has changed, or does not tell what this player needs.
    """
    if kind in BLIND:
        return
    _, folder, fingerprint = kept_cards(material)
    try:
        deck = same_deck(folder, fingerprint)
    except DeckError as error:
        raise OptionError(str(error)) from None
    if kind in VECTORS:  # they know cards by their tags and themes
        bare = next((c for c in deck.cards.values() if not (c.tags or c.themes)), None)
        if bare is not None:
            raise OptionError(
                f"{kind} knows cards by their tags and themes, and the card {bare.id} has none: "
                f"describe it in deck.toml, or seat somebody else."
            )


def deck_of(view: View) -> Deck:
    """The deck that lies on the table.

    Raises:
        DeckError: If it is gone, or has changed since the game began.
    """
    return same_deck(view.deck, view.fingerprint)


def same_deck(folder: str, fingerprint: str) -> Deck:
    """The deck of that folder, if it is still what it was.

    Raises:
        DeckError: If it is gone or has changed.
    """
    deck = open_deck(folder)
    if deck.fingerprint != fingerprint:
        where = f"in {shown(deck.folder)}" if folder else "of the house"
        raise DeckError(
            f"The deck {where} has changed since this game began: "
            f"bring the old cards back, or begin a new game."
        )
    return deck


def deck_to_show(view: View) -> tuple[Deck | None, str]:
    """The deck of a game of the past as far as it can be shown, and what is wrong with it.

    Returns:
        The deck, which may lack cards of the game if it has changed, or `None` if it
        is gone; and a sentence for people, blank if it is what it was.
    """
    try:
        deck = open_deck(view.deck)
        if deck.fingerprint != view.fingerprint:
            return deck, (
                "The deck has changed since this game began: "
                "pictures may be missing, or be others than those that were played."
            )
    except DeckError as error:
        return None, f"The pictures cannot be shown. {error}"
    return deck, ""


def title(view: View, card: str) -> str:
    """What a card is called after the reveal: its id if the deck does not say."""
    told = _told(view.deck).get(card)
    return (told and told[0]) or card


def description(view: View, card: str) -> str:
    """What is literally to be seen on a card, before the reveal too; blank if nobody said."""
    return _told(view.deck).get(card, ("", ""))[1]


@lru_cache(maxsize=8)
def _told(folder: str) -> Mapping[str, tuple[str, str]]:
    """Of each card title and tags; of none if the deck is gone, as a story is told without."""
    try:
        cards = open_deck(folder).cards.values()
    except DeckError:
        return {}
    return {card.id: (clean(card.title), clean(", ".join(card.tags))) for card in cards}


def _plain(card: str) -> bool:
    return bool(card) and card == clean(card, LONGEST_ID)
