"""Open the built-in deck, or one that passes the check."""

from functools import cache
from pathlib import Path

from images.deck import Deck, DeckError
from images.deck_check import check_deck
from images.deck_file import read_metadata
from images.deck_finding import Finding
from images.deck_folder import find_deck_folder, get_builtin_deck_files
from images.quoted_name import quote_name


def open_deck(where: str = "") -> Deck:
    """Open a deck; cached.

    Args:
        where: The folder of a deck; empty for the built-in deck.

    Raises:
        DeckError: If it cannot be played.
    """
    return _open_builtin() if not where else _open_folder(find_deck_folder(where))


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
    return Deck(folder, cards, pictures)


@cache
def _open_folder(folder: Path) -> Deck:
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
