"""Open a deck of cards: the built-in one, or a folder of pictures."""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache, cached_property
from hashlib import sha256
from pathlib import Path

from images.card import DECK_FILE, Card, DeckError, Finding, quote_name, read_metadata
from words.file_access import read_bytes

HERE = Path(__file__).parent

EARLIER_EDITIONS = frozenset(("99876a05cbdf9a47faa0fd80edfff6bee7db8e578fede8c7d42b43d58c1a3dac",))
"""Fingerprints of the built-in deck in earlier versions: the same cards in other pictures."""


@dataclass(frozen=True, eq=False)
class Deck:
    """The cards of one folder."""

    folder: Path
    """The folder of the pictures."""
    cards: Mapping[str, Card]
    """The cards by id, in order of id."""
    pictures: Mapping[str, Path]
    """Each card's picture file, by id."""
    earlier: frozenset[str] = frozenset()
    """Fingerprints of earlier editions, whose games can continue with this one."""

    def get_path(self, identity: str) -> Path:
        """The picture file of a card.

        Raises:
            DeckError: If the deck has no such card.
        """
        if identity not in self.pictures:
            raise DeckError(f"{quote_name(self.folder)} has no card {identity[:60]!r}.")
        return self.pictures[identity]

    def can_continue(self, fingerprint: str) -> bool:
        """Whether a game that began with the deck of this fingerprint can go on with this one.

        Raises:
            DeckError: If a picture can no longer be read.
        """
        return fingerprint == self.fingerprint or fingerprint in self.earlier

    @cached_property
    def fingerprint(self) -> str:
        """The SHA-256 of IDs and pictures, in hexadecimal, which identifies the deck.

        Raises:
            DeckError: If a picture cannot be read any more.
        """
        whole = sha256()
        for identity, file in self.pictures.items():
            try:
                picture = read_bytes(file)
            except OSError as error:
                raise DeckError(f"{quote_name(file)} cannot be read: {error.strerror}.") from None
            whole.update(f"{identity} {len(picture)}\n".encode())
            whole.update(picture)
        return whole.hexdigest()


def open_deck(where: str = "") -> Deck:
    """Open a deck; cached.

    Args:
        where: The folder of a deck; empty for the built-in deck.

    Raises:
        DeckError: If it cannot be played.
    """
    return _open_builtin() if not where else _open_folder(find_deck_folder(where))


def resolve_path(where: str) -> Path:
    """Return the absolute path of what a user typed.

    Raises:
        DeckError: If it is not a path, or names the home folder of an unknown user.
    """
    if not where or "\0" in where:
        raise DeckError(f"{where[:300]!r} is no name of a folder.")
    try:
        return Path(where).expanduser().absolute()
    except RuntimeError:
        raise DeckError(f"There is no such home folder: {quote_name(where[:300])}.") from None


def find_deck_folder(where: str) -> Path:
    """Return the folder of a deck.

    Raises:
        DeckError: If there is no such folder.
    """
    folder = resolve_path(where)
    try:
        if folder.is_dir():
            return folder
        what = "is a file, not a folder" if folder.exists() else "is not there"
    except (OSError, ValueError):  # no permission, or an invalid name
        what = "cannot be opened"
    raise DeckError(
        f"The deck {quote_name(where[:300])} {what}: "
        f"give a folder with pictures and {DECK_FILE} (parlour deck new makes one)."
    )


def get_builtin_deck_files() -> tuple[Path, Path]:
    """The folder of the built-in cards, and the file that describes them."""
    return HERE / "cards", HERE / DECK_FILE


@cache
def _open_builtin() -> Deck:
    """Open the built-in deck without a check, as tests check it."""
    folder, metadata = get_builtin_deck_files()
    cards, findings = read_metadata(metadata)
    if findings:
        raise DeckError(f"The built-in deck is damaged: {findings[0]}")
    pictures = {identity: folder / f"{identity}.webp" for identity in cards}
    for file in pictures.values():
        if not file.is_file():
            raise DeckError(f"The built-in deck is damaged: {quote_name(file)} is missing.")
    return Deck(folder, cards, pictures, EARLIER_EDITIONS)


@cache
def _open_folder(folder: Path) -> Deck:
    from images.deck_check import check_deck  # it imports Pillow to open every picture

    check = check_deck(folder)
    require_no_errors(folder, check.errors)
    return Deck(folder, check.cards, check.pictures)


def require_no_errors(folder: Path, errors: list[Finding]) -> None:
    """Refuse a deck with errors.

    Raises:
        DeckError: If there are errors; the message quotes the first and says how to see all.
    """
    if errors:
        more = f" And {len(errors) - 1} more." if len(errors) > 1 else ""
        raise DeckError(
            f"The deck {quote_name(folder)} cannot be played: {errors[0]}{more} "
            f"See: parlour deck check {quote_name(folder)}"
        )
