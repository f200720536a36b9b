"""Similarities of words and the cards of a deck."""

from collections import Counter
from collections.abc import Sequence
from functools import cached_property, lru_cache

import numpy as np
from numpy.typing import NDArray

from engine.forms.giveaway import match_word
from engine.games.dixit.deck import open_unchanged_deck
from engine.players.vectors.word_vectors import Floats, WordVectors, load_word_vectors
from images.deck import Deck

NEAR_WORDS = 16
"""Number of corpus words near each theme of a card that are candidates for clues."""


class CardVectors:
    """Similarities of words and cards, by the tags and themes of each card.

    The similarity of a word and a card is the greatest cosine of the word with one of the card's
    tags and themes.
    """

    def __init__(self, space: WordVectors, deck: Deck) -> None:
        self.space = space
        """The space of word vectors."""
        self.index = {card: place for place, card in enumerate(sorted(deck.cards))}
        """The row index of each card."""
        self._cards = [deck.cards[card] for card in self.index]
        terms = sorted({term for card in self._cards for term in (*card.tags, *card.themes)})
        place = {term: number for number, term in enumerate(terms)}
        nothing = len(terms)  # a row of zeros, for cards without tags and themes
        of = [[place[t] for t in (*card.tags, *card.themes)] or [nothing] for card in self._cards]
        self._terms = np.array([row for rows in of for row in rows], np.intp)
        self._starts = np.cumsum([0, *map(len, of[:-1])])
        width = space.space.width
        self._vectors: Floats = np.vstack([space.get_vectors(terms), np.zeros((1, width))])
        self._nearness = lru_cache(maxsize=1024)(self._compare)

    def measure_nearness(self, clue: str) -> Floats:
        """Measure the similarity of a clue and each card; zeros if the space does not know it.

        Returns:
            Shape (cards,).
        """
        return self._nearness(clue)

    def find_rows(self, cards: Sequence[str]) -> NDArray[np.intp]:
        """Find the row indices of these cards."""
        return np.array([self.index[card] for card in cards], np.intp)

    def gives_away(self, card: str, clue: str) -> bool:
        """Whether a clue contains a form of a tag that no other card of the deck has."""
        return any(match_word(clue, tag) for tag in self._unique_tags[self.index[card]])

    @cached_property
    def clues(self) -> list[NDArray[np.intp]]:
        """For each card: the corpus words near its themes, or near its tags if it has no themes.

        Returns:
            Indices into the corpus, in ascending order.
        """
        found = []
        for card in self._cards:
            near = [self.space.rank(term, NEAR_WORDS) or [] for term in card.themes or card.tags]
            found.append(np.array(sorted({word for words in near for word in words}), np.intp))
        return found

    @cached_property
    def clue_nearness(self) -> list[NDArray[np.float32]]:
        """For each card: the similarities of every card and its `clues`.

        Returns:
            By card: shape (cards, clues).
        """
        return [np.ascontiguousarray(self._corpus_nearness[:, words]) for words in self.clues]

    @cached_property
    def corpus_means(self) -> NDArray[np.float32]:
        """The mean similarity of each word of the corpus over all cards; great for hubs."""
        means: NDArray[np.float32] = self._corpus_nearness.mean(axis=0)
        return means

    @cached_property
    def _corpus_nearness(self) -> NDArray[np.float32]:
        """The similarity of each card and each word of the corpus; shape (cards, words)."""
        words = self.space.get_vectors(self.space.corpus)
        return self._take_nearest_term((self._vectors @ words.T).astype(np.float32))

    @cached_property
    def _corpus_index(self) -> dict[str, int]:
        return {word: place for place, word in enumerate(self.space.corpus)}

    @cached_property
    def _unique_tags(self) -> list[tuple[str, ...]]:
        """For each card: the tags that no other card has."""
        count = Counter(tag for card in self._cards for tag in set(card.tags))
        return [tuple(tag for tag in card.tags if count[tag] == 1) for card in self._cards]

    def _compare(self, clue: str) -> Floats:
        if (word := self._corpus_index.get(clue)) is not None:
            return self._corpus_nearness[:, word].astype(np.float64)
        vector = self.space.get_vector(clue)
        if vector is None:
            return np.zeros(len(self._cards))
        return self._take_nearest_term(self._vectors @ vector)

    def _take_nearest_term[F: np.floating](self, near: NDArray[F]) -> NDArray[F]:
        """Take the greatest similarity over the tags and themes of each card."""
        most: NDArray[F] = np.maximum.reduceat(near[self._terms], self._starts, axis=0)
        return most


def open_card_vectors(space: str, folder: str, fingerprint: str) -> CardVectors:
    """Load the vectors of a deck's cards in a space; the result is shared by all seats and games.

    Raises:
        SpaceError: If there is no such space, or it is damaged.
        DeckError: If the deck is missing or has changed.
    """
    return _build_card_vectors(load_word_vectors(space), open_unchanged_deck(folder, fingerprint))


@lru_cache(maxsize=8)
def _build_card_vectors(space: WordVectors, deck: Deck) -> CardVectors:
    return CardVectors(space, deck)
