"""Dixit's prompt read back into a view that its seat may have had, its cards found by pictures."""

import re
from collections.abc import Iterable, Sequence
from functools import lru_cache
from io import BytesIO
from typing import TYPE_CHECKING

from engine.game import Seat
from engine.games.dixit.cards import read_pixels
from engine.games.dixit.view import Options, Round, View
from engine.games.prompt_reading import (
    QUOTED,
    START,
    ReadPrompt,
    SentPrompt,
    UnknownPrompt,
    find_group,
    find_number,
    read_quoted,
)
from engine.games.wording import NUMBERS
from images.deck import Deck

if TYPE_CHECKING:
    from PIL.Image import Image

ROUND = re.compile(
    rf"^Round \d+: (p\d+) said ({QUOTED}), .*?; votes: (.*?); points (.*)\.$", re.MULTILINE
)
UNSEEN = "hidden"
"""How cards are called that a prompt does not show."""


def read_prompt(prompt: SentPrompt, decks: Sequence[Deck]) -> ReadPrompt:
    """Read a prompt back, and find its cards by their pictures.

    Cards that are in none of the decks get ids of their own, and the answer is left to chance.

    Args:
        prompt: The prompt.
        decks: Where cards are looked for, Parlour's own deck first.

    Raises:
        UnknownPrompt: If it is no prompt of this game.
    """
    known = [find_card(picture, decks) for _, picture in prompt.pictures]
    deck = next((found[0] for found in known if found), None)
    by_chance = deck is None or any(found is None or found[0] is not deck for found in known)
    if deck is None or by_chance:
        cards = [f"unknown-{letter}" for letter, _ in prompt.pictures]
        view = read_view(prompt.system, prompt.user, cards, "", "")
    else:
        cards = [found[1] for found in known if found is not None]
        folder = "" if deck is decks[0] else str(deck.folder)
        view = read_view(prompt.system, prompt.user, cards, folder, deck.fingerprint)
    if not view.choices:
        raise UnknownPrompt
    letters = {card: letter for card, (letter, _) in zip(cards, prompt.pictures, strict=True)}
    return ReadPrompt(view, letters, by_chance)


def read_view(system: str, user: str, cards: Sequence[str], deck: str, fingerprint: str) -> View:
    """Read the view that a prompt was written for.

    Args:
        system: The rules as they were told.
        user: The table as it was told.
        cards: The ids of the cards that were shown, in their order.
        deck: The folder of their deck.
        fingerprint: What that deck is now.

    Raises:
        UnknownPrompt: If it is no prompt of this game.
    """
    players = find_group(rf"{START}You play Dixit, .* for (\w+) players:", system)
    if players not in NUMBERS:
        raise UnknownPrompt
    boxed = "2 points for each listener.\n- If nobody" in system
    options = Options(
        rules="boxed" if boxed else "arena",
        players=NUMBERS.index(players),
        rounds=find_number(r"(\d+) rounds? ha(?:s|ve) been played", system, 0),
        hand=find_number(r"^- Everybody begins each round with a hand of (\d+) card", system),
        phases=2 if re.search(r"^- There are two phases", system, re.MULTILINE) else 1,
        dealing="static" if "goes back to the hand that it came from" in system else "stream",
        clue_length=find_number(r"of 1 to (\d+) characters", system),
    )
    now = find_number(r"This is round (\d+)", user)
    rounds = tuple(_round(options.seats, one) for one in ROUND.finditer(user))
    said = re.search(rf"is the storyteller, and says: ({QUOTED})$", user, re.MULTILINE)
    voting = "Which is the storyteller's?" in user
    own = f"{UNSEEN}-own"
    return View(
        seat=_seat(options.seats, find_group(rf"{START}You are (p\d+)\.", user)),
        number=now,
        hand=() if voting else tuple(cards),
        clue=read_quoted(said[1])[0] if said else None,
        card=own if voting else None,
        candidates=(*cards, own) if voting else (),
        rounds=rounds,
        options=options,
        deck=deck,
        fingerprint=fingerprint,
        over=False,
    )


def find_card(png: bytes, decks: Iterable[Deck]) -> tuple[Deck, str] | None:
    """Find the deck and the id of a card by its picture; `None` if it is in none of the decks.

    Raises:
        UnknownPrompt: If it is no picture.
    """
    seen = _pixels(png)
    for deck in decks:
        if (card := _by_pixels(deck).get(seen)) is not None:
            return deck, card
    return None


@lru_cache(maxsize=8)
def _by_pixels(deck: Deck) -> dict[bytes, str]:
    return {_small(read_pixels(deck.path(card))): card for card in deck.cards}


def _pixels(png: bytes) -> bytes:
    from PIL import Image

    try:
        with Image.open(BytesIO(png)) as picture:
            return _small(picture.convert("RGB"))
    except (OSError, ValueError, Image.DecompressionBombError):
        raise UnknownPrompt from None


def _small(picture: "Image") -> bytes:
    """What a picture looks like from afar, which tells the cards of a deck apart."""
    return picture.resize((16, 24)).tobytes()


def _round(seats: Sequence[str], one: re.Match[str]) -> Round:
    """A past round; of its cards a prompt tells whose they were."""
    cards = tuple(f"{UNSEEN}-{one.start()}-{name}" for name in seats)
    votes = dict(re.findall(r"(p\d+) for (p\d+)", one[3]))
    return Round(
        storyteller=_seat(seats, one[1]),
        clue=read_quoted(one[2])[0],
        cards=cards,
        candidates=cards,
        votes=tuple(cards[_seat(seats, votes[name])] if name in votes else None for name in seats),
        points=tuple(int(got) for got in re.findall(r"p\d+ (\d+)", one[4])),
    )


def _seat(seats: Sequence[str], name: str) -> Seat:
    if name not in seats:
        raise UnknownPrompt
    return Seat(seats.index(name))
