"""Decks of cards: our own, and folders of pictures that people made."""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache, cached_property
from hashlib import sha256
from pathlib import Path

from images.card import Card, DeckError, Finding, shown
from images.metadata import NAME, read_metadata

__all__ = ["Card", "Deck", "DeckError", "open_deck"]

HERE = Path(__file__).parent


@dataclass(frozen=True, eq=False)
class Deck:
    """The cards of one folder."""

    folder: Path
    """Where the pictures lie."""
    cards: Mapping[str, Card]
    """What is known of each card, by id and in order of id."""
    pictures: Mapping[str, Path]
    """The file of each card's picture, by id."""

    def path(self, identity: str) -> Path:
        """The file of a card's picture.

        Raises:
            DeckError: If the deck has no such card.
        """
        if identity not in self.pictures:
            raise DeckError(f"{shown(self.folder)} has no card {identity[:60]!r}.")
        return self.pictures[identity]

    @cached_property
    def fingerprint(self) -> str:
        """What tells this deck from any other: SHA-256 over ids and pictures, in hexadecimal.

        Raises:
            DeckError: If a picture is gone by now.
        """
        whole = sha256()
        for identity, file in self.pictures.items():
            try:
                picture = file.read_bytes()
            except OSError as error:
                raise DeckError(f"{shown(file)} cannot be read: {error.strerror}.") from None
            whole.update(f"{identity} {len(picture)}\n".encode())
            whole.update(picture)
        return whole.hexdigest()


def open_deck(where: str = "") -> Deck:
    """Open a deck, once for the whole program.

    Args:
        where: The folder of a deck of your own; empty for the house deck.

    Raises:
        DeckError: If it cannot be played.
    """
    return _house() if not where else _own(deck_folder(where))


def own_path(where: str) -> Path:
    """The path that a person means, absolute.

    Raises:
        DeckError: If it is no name, or begins with the home folder of nobody.
    """
    if not where or "\0" in where:
        raise DeckError(f"{where[:300]!r} is no name of a folder.")
    try:
        return Path(where).expanduser().absolute()
    except RuntimeError:
        raise DeckError(f"There is no such home folder: {shown(where[:300])}.") from None


def deck_folder(where: str) -> Path:
    """The folder of a deck of one's own.

    Raises:
        DeckError: If there is none.
    """
    folder = own_path(where)
    try:
        if folder.is_dir():
            return folder
        what = "is a file, not a folder" if folder.exists() else "is not there"
    except (OSError, ValueError):  # not to be entered, too long, no name at all
        what = "cannot be opened"
    raise DeckError(
        f"The deck {shown(where[:300])} {what}: "
        f"give a folder with pictures and {NAME} (parlour deck new makes one)."
    )


def house_files() -> tuple[Path, Path]:
    """The folder of our own cards, and the file that describes them."""
    return HERE / "cards", HERE / NAME


@cache
def _house() -> Deck:
    """Our own deck: it is judged in the tests, not at every start."""
    folder, metadata = house_files()
    cards, findings = read_metadata(metadata)
    if findings:
        raise DeckError(f"The house deck is damaged: {findings[0]}")
    pictures = {identity: folder / f"{identity}.png" for identity in cards}
    for file in pictures.values():
        if not file.is_file():
            raise DeckError(f"The house deck is damaged: {shown(file)} is missing.")
    return Deck(folder, cards, pictures)


@cache
def _own(folder: Path) -> Deck:
    from images.judging import judge  # opens every picture, for which it imports Pillow

    judged = judge(folder)
    refuse(folder, judged.errors)
    return Deck(folder, judged.cards, judged.pictures)


def refuse(folder: Path, errors: list[Finding]) -> None:
    """Refuse a deck for its faults, if it has any.

    Raises:
        DeckError: With the first of them, and how to see the others.
    """
    if errors:
        more = f" And {len(errors) - 1} more." if len(errors) > 1 else ""
        raise DeckError(
            f"The deck {shown(folder)} cannot be played: {errors[0]}{more} "
            f"See: parlour deck check {shown(folder)}"
        )
