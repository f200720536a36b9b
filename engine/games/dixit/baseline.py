"""A player of Dixit that knows words by their vectors."""

from collections.abc import Iterator, Sequence
from random import Random

import numpy as np
from numpy.typing import NDArray

from engine.errors import PlayerError
from engine.forms.folding import fold_words
from engine.games.dixit.card_vectors import CardVectors, open_card_vectors
from engine.games.dixit.moves import Decoy, Move, Tell, Vote
from engine.games.dixit.view import Stage, View, find_clue_fault
from engine.games.seeded_player import create_seat_random
from engine.games.vector_player import VectorPlayer
from engine.players.vectors.word_vectors import Floats
from engine.seat import Seat
from engine.shuffle import shuffle_items
from images.deck import DeckError

TIE = 0.06
"""Cosines that differ by at most this count as equal, as vectors are not more precise."""
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
