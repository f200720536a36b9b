"""The deck of a match, as the journal keeps it: its folder, its fingerprint and its card IDs."""

from collections.abc import Mapping
from typing import Annotated, Any

from pydantic import AfterValidator

from engine.errors import OptionError
from engine.games.dixit.deck import open_unchanged_deck
from engine.games.dixit.options import Options
from engine.players.word_players import PRAGMATIC, VECTORS
from engine.text import clean
from images.deck import DeckError
from images.deck_reader import open_deck

BLIND = frozenset({"random", "script"})
"""The kinds of player that ignore the cards' contents."""
LONGEST_ID = 60


def draw_cards(options: Options) -> dict[str, Any]:
    """Build the material of a match: the folder of the deck, its fingerprint and its card IDs.

    Raises:
        OptionError: If there is no such deck.
    """
    try:
        deck = open_deck(options.deck)
        return {
            "cards": sorted(deck.cards),
            "deck": str(deck.folder) if options.deck else "",
            "fingerprint": deck.fingerprint,
        }
    except DeckError as error:
        raise OptionError(f"deck: {error}") from None


def check_material(material: Mapping[str, Any], kind: str) -> None:
    """Check that a player of this kind can play with the deck in its current state.

    Raises:
        OptionError: If it is missing or has changed, or does not describe its cards.
    """
    if kind in BLIND:
        return
    try:
        deck = open_unchanged_deck(material["deck"], material["fingerprint"])
    except DeckError as error:
        raise OptionError(str(error)) from None
    if kind in (*VECTORS, PRAGMATIC):
        bare = next((c for c in deck.cards.values() if not (c.tags or c.themes)), None)
        if bare is not None:
            raise OptionError(
                f"{kind} knows cards by their tags and themes, and the card {bare.id} has none: "
                f"describe it in deck.toml, or seat somebody else."
            )


def _is_plain_id(card: str) -> bool:
    return bool(card) and card == clean(card, LONGEST_ID)


def check_ids(cards: tuple[str, ...]) -> tuple[str, ...]:
    """Check that card IDs from a journal are those of a deck."""
    if len({*cards}) < len(cards) or not all(map(_is_plain_id, cards)):
        raise ValueError("not the cards of a deck")
    return cards


type CardIds = Annotated[tuple[str, ...], AfterValidator(check_ids)]
"""The IDs of a deck's cards, as a field of the game."""
