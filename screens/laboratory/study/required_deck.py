"""Check that the cards of a study are still those of its deck."""

from images.deck import Deck, DeckError
from lab.study.file import StudyFile


def require_deck(file: StudyFile, deck: Deck) -> None:
    """Check that a study's cards are still those of its deck.

    Raises:
        DeckError: If they are not.
    """
    if not deck.can_continue(file.study.fingerprint):
        raise DeckError(
            "The deck has changed since the study was made: its cards would be others than those "
            "that were rated."
        )
