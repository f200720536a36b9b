"""Seats without a mind: word vectors that know cards by their tags and themes, and chance."""

from collections.abc import Iterator, Sequence
from random import Random

import numpy as np
from numpy.typing import NDArray

from engine.game import Seat
from engine.games.dixit.card_vectors import TIE, CardVectors, find_rows, open_card_vectors
from engine.games.dixit.legality import find_clue_fault
from engine.games.dixit.view import Decoy, Move, Stage, Tell, View, Vote
from engine.players import PlayerError
from engine.text import fold
from engine.vectors.chance import shuffled
from engine.vectors.nearness import Floats
from engine.vectors.seats import ChanceSeat, VectorSeat
from images.deck import DeckError
from words.word_lists import hint_corpus


def seat_random(seed: str, seat: Seat, view: View) -> Random:
    """The seat's own stream for one decision: the same view always gets the same answer."""
    return Random(f"{seed}/{view.seats[seat]}/{view.number}/{view.stage}")


class Baseline(VectorSeat):
    """A player that knows clues by their vectors and cards by what is said of them."""

    def __init__(self, space: str, seat: Seat, seed: str) -> None:
        """Take a seat; it learns what is said of the cards when it first sees the deck.

        Raises:
            SpaceError: If there is no such space, or it is damaged.
        """
        super().__init__(space, seat, seed)
        self._known: CardVectors | None = None  # of the one deck of this match

    async def decide(self, view: View, complaint: str | None) -> Move:  # noqa: ARG002
        """Tell, give the card nearest to the clue, or vote for the nearest of the others.

        The move is always legal, so there is nothing to complain of.

        Raises:
            PlayerError: If the deck is gone, or has changed.
        """
        rng = seat_random(self.seed, self.seat, view)
        known = self._open_card_vectors(view)
        if view.stage is Stage.TELL:
            return choose_clue(known, view, rng)
        assert view.clue is not None
        near = known.nearness(view.clue)[find_rows(known, view.choices)].tolist()
        card = choose_nearest(view.choices, near, rng)
        return Decoy(card) if view.stage is Stage.DECOY else Vote(card)

    def _open_card_vectors(self, view: View) -> CardVectors:
        if self._known is None:
            try:
                self._known = open_card_vectors(self.space, view.deck, view.fingerprint)
            except DeckError as error:
                raise PlayerError(str(error)) from None
        return self._known


class RandomPlayer(ChanceSeat):
    """A player of legal moves at random."""

    async def decide(self, view: View, complaint: str | None) -> Move:  # noqa: ARG002
        """Any card, and as a clue any word of the corpus."""
        rng = seat_random(self.seed, self.seat, view)
        if view.stage is Stage.TELL:
            return choose_random_clue(hint_corpus(), view, rng)
        card = rng.choice(view.choices)
        return Decoy(card) if view.stage is Stage.DECOY else Vote(card)


def choose_nearest(cards: Sequence[str], near: Sequence[float], rng: Random) -> str:
    """The card with the greatest nearness; among those within `TIE` of it chance decides."""
    most = max(near)
    tied = [card for card, one in zip(cards, near, strict=True) if one >= most - TIE]
    return rng.choice(tied)


FEWEST, MOST = 1.2, 1.6
"""How many rivals of its card a storyteller likes to expect in the hands of the listeners."""


def choose_clue(meaning: CardVectors, view: View, rng: Random) -> Tell:
    """A card and a clue for it that some listeners should find, and not all.

    Thought of are, for each card of the hand, the corpus words nearest to each of its
    themes. To each belong the rivals of the card: those other cards out of sight to
    which the word is as near, or nearer. How many of them listeners hold is known on
    average; liked best are the words for which that lies between `FEWEST` and `MOST`.
    Among those liked equally chance decides. A word with a tag in it that no other card
    has is not said.

    Args:
        meaning: What a space makes of the deck.
        view: The storyteller's.
        rng: Draws among the best.
    """
    said = {fold(done.clue) for done in view.rounds}
    for card, clue in _rank_clues(meaning, view, rng):
        if fold(clue) not in said and not meaning.gives_away(card, clue):
            tell = Tell(card, clue)
            if find_clue_fault(view, clue) is None:
                return tell
    return choose_random_clue(meaning.space.corpus, view, rng)


def choose_random_clue(corpus: Sequence[str], view: View, rng: Random) -> Tell:
    """Any card of the hand, and any word of the corpus that may be said."""
    card = rng.choice(view.hand)
    while find_clue_fault(view, clue := rng.choice(corpus)) is not None:
        pass
    return Tell(card, clue)


def list_unseen_rows(meaning: CardVectors, view: View) -> list[int]:
    """The rows of the cards that listeners may hold, as far as the storyteller knows.

    These are the cards that are not in its own hand. Where played cards do not come
    back within a phase, these are out, too.
    """
    out = set(view.hand)
    if view.options.dealing == "stream":
        first = (view.phase - 1) * (view.options.phase_length or 0)
        out.update(card for done in view.rounds[first:] for card in done.cards)
    rows = [row for card, row in meaning.index.items() if card not in out]
    if len(rows) >= _count_listeners_cards(view):
        return rows
    return [row for card, row in meaning.index.items() if card not in view.hand]


def estimate_rivals(view: View, rows: Sequence[int], row: int, near: NDArray[np.float32]) -> Floats:
    """How many rivals of a card listeners hold on average, under each of some words.

    Args:
        view: The storyteller's.
        rows: The cards that listeners may hold.
        row: The card.
        near: How near the words are to every card, of shape (cards, words).

    Returns:
        Shape (words,).
    """
    share = min(1.0, _count_listeners_cards(view) / max(1, len(rows)))
    expected: Floats = (near[rows] >= near[row] - TIE).sum(axis=0) * share
    return expected


def _count_listeners_cards(view: View) -> int:
    """How many cards the listeners hold together."""
    return len(view.listeners) * view.options.hand_size


def _rank_clues(meaning: CardVectors, view: View, rng: Random) -> Iterator[tuple[str, str]]:
    """Cards and clues for them, best first, equally good ones shuffled."""
    rows = list_unseen_rows(meaning, view)
    hand = [meaning.index[card] for card in view.hand]
    rivals = [estimate_rivals(view, rows, row, meaning.clue_nearness[row]) for row in hand]
    expected = np.concatenate(rivals)
    off = np.maximum(FEWEST - expected, expected - MOST).clip(0)
    words = np.concatenate([meaning.clues[row] for row in hand])
    cards = np.repeat(np.arange(len(hand)), [len(one) for one in rivals])
    for liking in np.unique(off):
        for place in shuffled(np.flatnonzero(off == liking).tolist(), rng):
            yield view.hand[cards[place]], meaning.space.corpus[words[place]]
