"""Find the folder of a deck."""

from pathlib import Path

from images.deck import DeckError
from images.quoted_name import quote_name

HERE = Path(__file__).parent


DECK_FILE = "deck.toml"


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
