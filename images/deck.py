"""A deck of picture cards; a fingerprint identifies the deck of a saved game."""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from hashlib import sha256
from pathlib import Path

from files.regular import read_bytes
from images.card import Card
from images.quoted_name import quote_name


class DeckError(ValueError):
    """A deck cannot be played; the message names the file or card and says what to do."""


@dataclass(frozen=True, eq=False)
class Deck:
    """The cards of one folder."""

    folder: Path
    """The folder of the pictures."""
    cards: Mapping[str, Card]
    """The cards by id, in order of id."""
    pictures: Mapping[str, Path]
    """Each card's picture file, by id."""

    def get_path(self, identity: str) -> Path:
        """The picture file of a card.

        Raises:
            DeckError: If the deck has no such card.
        """
        if identity not in self.pictures:
            raise DeckError(f"{quote_name(self.folder)} has no card {identity[:60]!r}.")
        return self.pictures[identity]

    def can_continue(self, fingerprint: str) -> bool:
        """Whether a game that began with the deck of this fingerprint can continue with this one.

        Raises:
            DeckError: If a picture can no longer be read.
        """
        return fingerprint == self.fingerprint

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
