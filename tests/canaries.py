"""A deck in which everything that is said of a card is an odd word, so that it stands out.

Made anew by `python -m tests.canaries`; the pictures and `deck.toml` are committed.
"""

from pathlib import Path
from random import Random

from images.deck_reader import open_deck
from tests.decks import describe, draw_card

FOLDER = Path(__file__).parent / "canary_deck"
CARDS = 24
THEMES = ("hope", "fear", "time", "love", "freedom", "memory")


def odd(rng: Random) -> str:
    """A word that nobody knows."""
    return "".join(rng.choice("bdgklmnprstvz") + rng.choice("aeiouy") for _ in range(4)) + "x"


def make() -> None:
    """Write the deck: ids, titles, captions, echoes and one tag of each card are odd words."""
    FOLDER.mkdir(exist_ok=True)
    rng, tables = Random("canaries"), {}
    for number in range(CARDS):
        card = odd(rng)
        draw_card(FOLDER / f"{card}.png", number)
        tables[card] = describe(
            card,
            title=odd(rng).capitalize(),
            caption=f"{odd(rng)} {odd(rng)}",
            tags=["disc", ("boat", "tree", "house", "bird")[number % 4], odd(rng)],
            themes=[THEMES[(number + step) % 6] for step in (0, 2, 3)],
            echoes=[odd(rng)],
        )
    text = "\n".join(tables[card] for card in sorted(tables))
    (FOLDER / "deck.toml").write_text(text, encoding="utf-8")


def material() -> dict[str, object]:
    """What a journal keeps of this deck."""
    deck = open_deck(str(FOLDER))
    return {
        "cards": sorted(deck.cards),
        "deck": str(FOLDER),
        "fingerprint": deck.fingerprint,
    }


if __name__ == "__main__":
    make()
