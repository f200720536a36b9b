"""The similarity of clues and the cards of a deck."""

from functools import lru_cache

import numpy as np

from engine.games.dixit.card_vectors import CardVectors, open_card_vectors
from engine.games.dixit.deck import open_unchanged_deck
from engine.players.pragmatic.listeners import Listeners
from engine.players.vectors.word_vectors import Floats


class ClueSimilarity:
    """Similarities of clues and the cards of a deck in several spaces."""

    def __init__(self, listeners: Listeners, folder: str, fingerprint: str) -> None:
        """Load the vectors of a deck's cards in each space.

        Raises:
            DeckError: If the deck is missing or has changed.
        """
        self.listeners = listeners
        self.spaces: list[CardVectors] = [
            open_card_vectors(space, folder, fingerprint) for space in listeners.references
        ]
        self.index = self.spaces[0].index
        deck = open_unchanged_deck(folder, fingerprint)
        self.cards = [deck.cards[card] for card in self.index]
        sayings = (echo for card in self.cards for echo in card.echoes)
        self.sayings = tuple(dict.fromkeys(filter(listeners.is_known, sayings)))
        self._cached_compare = lru_cache(maxsize=4096)(self._compare)

    def compute_cosines(self, clue: str) -> Floats:
        """Compute the cosine of a clue with each card; shape (cards, spaces)."""
        return np.stack([space.measure_nearness(clue) for space in self.spaces], axis=1)

    def rate_cards(self, clue: str) -> Floats:
        """Standardise the cosines of a clue over all cards; shape (cards, spaces)."""
        return self._cached_compare(clue)

    def _compare(self, clue: str) -> Floats:
        near = self.compute_cosines(clue)
        spread = near.std(axis=0)
        heard: Floats = (near - near.mean(axis=0)) / np.where(spread > 0, spread, np.inf)
        return heard

    def find_term(self, card: str, clue: str) -> str:
        """Find the tag or theme of a card that is nearest to a clue; empty if it has none."""
        of_card = self.cards[self.index[card]]
        terms = tuple(dict.fromkeys((*of_card.tags, *of_card.themes)))
        if not terms:
            return ""
        near = self.listeners.compare((clue,), terms).mean(axis=0)[0]
        return terms[int(near.argmax())]


@lru_cache(maxsize=8)
def open_clue_similarity(listeners: Listeners, folder: str, fingerprint: str) -> ClueSimilarity:
    """Load the vectors of a deck's cards; the result is shared by all seats and games.

    Raises:
        DeckError: If the deck is missing or has changed.
    """
    return ClueSimilarity(listeners, folder, fingerprint)
