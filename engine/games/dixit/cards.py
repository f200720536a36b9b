"""The deck of a game of Dixit: what a journal keeps of it, and finding it again."""

from base64 import b64encode
from collections.abc import Mapping
from functools import lru_cache
from io import BytesIO
from pathlib import Path
from typing import TYPE_CHECKING, Any

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


def load_cards(material: Mapping[str, Any]) -> tuple[tuple[str, ...], str, str]:
    """Ids, folder and fingerprint, as a journal keeps them.

    Raises:
        OptionError: If it keeps no deck.
    """
    match material:
        case {"cards": [*cards], "deck": str(folder), "fingerprint": str(fingerprint)}:
            ids = tuple(card for card in cards if isinstance(card, str))
            if len(set(ids)) == len(cards) and all(_is_plain_id(card) for card in ids):
                return ids, folder, fingerprint
    raise OptionError("the material of Dixit is a deck: cards, folder and fingerprint.")


def check_deck(material: Mapping[str, Any], kind: str) -> None:
    """Make sure that a player of this kind can play with the deck as it is now.

    Raises:
        OptionError: If it is gone or has changed, or does not tell what this player needs.
    """
    if kind in BLIND:
        return
    _, folder, fingerprint = load_cards(material)
    try:
        deck = open_unchanged_deck(folder, fingerprint)
    except DeckError as error:
        raise OptionError(str(error)) from None
    if kind in VECTORS:  # they know cards by their tags and themes
        bare = next((c for c in deck.cards.values() if not (c.tags or c.themes)), None)
        if bare is not None:
            raise OptionError(
                f"{kind} knows cards by their tags and themes, and the card {bare.id} has none: "
                f"describe it in deck.toml, or seat somebody else."
            )


def open_deck_of(view: View) -> Deck:
    """The deck that lies on the table.

    Raises:
        DeckError: If it is gone, or has changed since the game began.
    """
    return open_unchanged_deck(view.deck, view.fingerprint)


def open_unchanged_deck(folder: str, fingerprint: str) -> Deck:
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


def open_deck_to_show(view: View) -> tuple[Deck | None, str]:
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


def get_card_title(view: View, card: str) -> str:
    """What a card is called after the reveal: its id if the deck does not say."""
    told = _read_card_texts(view.deck).get(card)
    return (told and told[0]) or card


def get_card_description(view: View, card: str) -> str:
    """What is literally to be seen on a card, before the reveal too; blank if nobody said."""
    return _read_card_texts(view.deck).get(card, ("", ""))[1]


@lru_cache(maxsize=8)
def _read_card_texts(folder: str) -> Mapping[str, tuple[str, str]]:
    """Of each card title and tags; of none if the deck is gone, as a story is told without."""
    try:
        cards = open_deck(folder).cards.values()
    except DeckError:
        return {}
    return {card.id: (clean(card.title), clean(", ".join(card.tags))) for card in cards}


def _is_plain_id(card: str) -> bool:
    return bool(card) and card == clean(card, LONGEST_ID)


if TYPE_CHECKING:
    from PIL.Image import Image

QUALITY = 80
"""Of the pictures in pages, on the scale of WebP."""


@lru_cache(maxsize=128)
def encode_png(file: Path) -> bytes:
    """A picture in its full size as PNG, on white, with no chunk but those that draw it.

    Up to 256 colours get a palette, which loses nothing and keeps questions short.

    Raises:
        DeckError: If it cannot be read.
    """
    picture = read_pixels(file)
    out = BytesIO()
    (_reduce_to_palette(picture) or picture).save(out, "PNG", optimize=True)
    return out.getvalue()


@lru_cache(maxsize=128)
def encode_data_url(file: Path) -> str:
    """A picture as an address that holds it, for a page that loads nothing.

    Raises:
        DeckError: If it cannot be read.
    """
    out = BytesIO()
    read_pixels(file).save(out, "WEBP", quality=QUALITY)
    return "data:image/webp;base64," + b64encode(out.getvalue()).decode()


def read_pixels(file: Path) -> "Image":
    """The pixels of a picture on white, and nothing else that its file says.

    Raises:
        DeckError: If it cannot be read.
    """
    from PIL import Image

    try:
        with Image.open(file) as picture:
            seen = picture.convert("RGBA")
    except OSError as error:
        raise DeckError(
            f"{file.name} cannot be read: {error.strerror or 'it is damaged'}."
        ) from None
    flat = Image.new("RGBA", seen.size, "white")
    flat.alpha_composite(seen)
    return Image.frombytes("RGB", seen.size, flat.convert("RGB").tobytes())


def _reduce_to_palette(picture: "Image") -> "Image | None":
    """The same pixels with a palette, if it has room for their colours."""
    from PIL import Image

    colours = picture.getcolors(256)
    if colours is None:
        return None
    palette = Image.new("P", (1, 1))
    palette.putpalette([part for _, colour in colours for part in _get_channels(colour)])
    indexed = picture.quantize(palette=palette, dither=Image.Dither.NONE)
    same = indexed.convert("RGB").tobytes() == picture.tobytes()
    return indexed if same else None


def _get_channels(colour: object) -> tuple[int, ...]:
    return colour if isinstance(colour, tuple) else ()
