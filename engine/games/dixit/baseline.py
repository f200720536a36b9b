"""A player of Dixit that knows words by their vectors."""

from collections import Counter
from collections.abc import Iterator, Sequence
from functools import cached_property, lru_cache
from random import Random

import numpy as np
from numpy.typing import NDArray

from engine.errors import PlayerError
from engine.forms.folding import fold_words
from engine.forms.giveaway import match_word
from engine.games.baselines import VectorPlayer, shuffle_items
from engine.games.dixit.deck import open_unchanged_deck
from engine.games.dixit.moves import Decoy, Move, Tell, Vote
from engine.games.dixit.view import Stage, View, find_clue_fault
from engine.games.random_player import create_seat_random
from engine.players.vectors.similarity import Floats, WordVectors, load_word_vectors
from engine.seat import Seat
from images.deck import Deck, DeckError

NEAR_WORDS = 16
"""Number of corpus words near each theme of a card that are candidates for clues."""
TIE = 0.06
"""Cosines that differ by at most this count as equal, as vectors are not more precise."""


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


FEWEST, MOST = 1.2, 1.6
"""The expected number of rivals of its card, in the listeners' hands, that a storyteller aims
at."""


class Baseline(VectorPlayer):
    """A player that knows clues by their vectors, and cards by their tags and themes."""

    def __init__(self, space: str, seat: Seat, seed: str) -> None:
        """Take a seat; the vectors of the cards are loaded when the first view names the deck.

        Raises:
            SpaceError: If there is no such space, or it is damaged.
        """
        super().__init__(space, seat, seed)
        self._vectors: CardVectors | None = None  # of the one deck of this match

    async def decide(self, view: View, complaint: str | None) -> Move:
        """Give a clue, play the card nearest to it as a decoy, or vote for the nearest other card.

        The move is always legal, so there is never a complaint.

        Raises:
            PlayerError: If the deck is missing or has changed.
        """
        rng = create_seat_random(self.seed, view.seats[self.seat], view.number, view.stage)
        vectors = self._open_vectors(view)
        if view.stage is Stage.TELL:
            return choose_clue(vectors, view, rng)
        assert view.clue is not None
        near = vectors.measure_nearness(view.clue)[vectors.find_rows(view.choices)].tolist()
        card = choose_nearest(view.choices, near, rng)
        return Decoy(card=card) if view.stage is Stage.DECOY else Vote(card=card)

    def _open_vectors(self, view: View) -> CardVectors:
        if self._vectors is None:
            try:
                self._vectors = open_card_vectors(self.space, view.deck, view.fingerprint)
            except DeckError as error:
                raise PlayerError(str(error)) from None
        return self._vectors


def choose_nearest(cards: Sequence[str], near: Sequence[float], rng: Random) -> str:
    """Choose the card with the greatest similarity, or a random one within `TIE` of it."""
    most = max(near)
    tied = [card for card, one in zip(cards, near, strict=True) if one >= most - TIE]
    return rng.choice(tied)


def choose_clue(vectors: CardVectors, view: View, rng: Random) -> Tell:
    """Choose a card and a clue with which some listeners should find the card, but not all.

    The candidates are the corpus words nearest to each theme of each card in the hand. Rivals of
    a card are the unseen cards to which the word is at least as near. The best words are those
    for which the listeners are expected to hold between `FEWEST` and `MOST` rivals; ties are
    broken at random. Forms of a tag that no other card has are left out.

    Args:
        vectors: The similarities of words and the cards of the deck.
        view: The storyteller's view.
        rng: Breaks ties.
    """
    said = {fold_words(done.clue) for done in view.rounds}
    for card, clue in _rank_clues(vectors, view, rng):
        if fold_words(clue) not in said and not vectors.gives_away(card, clue):
            tell = Tell(card=card, clue=clue)
            if find_clue_fault(view, clue) is None:
                return tell
    return choose_random_clue(vectors.space.corpus, view, rng)


def choose_random_clue(corpus: Sequence[str], view: View, rng: Random) -> Tell:
    """Choose a random card of the hand, and a random legal word of the corpus."""
    card = rng.choice(view.hand)
    while find_clue_fault(view, clue := rng.choice(corpus)) is not None:
        pass
    return Tell(card=card, clue=clue)


def list_unseen_rows(vectors: CardVectors, view: View) -> list[int]:
    """List the row indices of the cards that listeners may hold, as far as the storyteller knows.

    These are all cards that are not in its own hand. If played cards do not come back within a
    phase, they are left out, too.
    """
    out = set(view.hand)
    if view.options.dealing == "stream":
        first = (view.phase - 1) * (view.options.phase_length or 0)
        out.update(card for done in view.rounds[first:] for card in done.cards)
    rows = [row for card, row in vectors.index.items() if card not in out]
    if len(rows) >= _count_listeners_cards(view):
        return rows
    return [row for card, row in vectors.index.items() if card not in view.hand]


def estimate_rivals(view: View, rows: Sequence[int], row: int, near: NDArray[np.float32]) -> Floats:
    """Estimate the mean number of a card's rivals in the listeners' hands, for each word.

    Args:
        view: The storyteller's view.
        rows: The row indices of the cards that listeners may hold.
        row: The row index of the card.
        near: The similarities of every card and the words; shape (cards, words).

    Returns:
        Shape (words,).
    """
    share = min(1.0, _count_listeners_cards(view) / max(1, len(rows)))
    expected: Floats = (near[rows] >= near[row] - TIE).sum(axis=0) * share
    return expected


def _count_listeners_cards(view: View) -> int:
    return len(view.listeners) * view.options.hand_size


def _rank_clues(vectors: CardVectors, view: View, rng: Random) -> Iterator[tuple[str, str]]:
    """Yield cards and clues for them, best first, ties in random order."""
    rows = list_unseen_rows(vectors, view)
    hand = [vectors.index[card] for card in view.hand]
    rivals = [estimate_rivals(view, rows, row, vectors.clue_nearness[row]) for row in hand]
    expected = np.concatenate(rivals)
    off = np.maximum(FEWEST - expected, expected - MOST).clip(0)
    words = np.concatenate([vectors.clues[row] for row in hand])
    cards = np.repeat(np.arange(len(hand)), [len(one) for one in rivals])
    for distance in np.unique(off):
        for place in shuffle_items(np.flatnonzero(off == distance).tolist(), rng):
            yield view.hand[cards[place]], vectors.space.corpus[words[place]]
