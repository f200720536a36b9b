"""Seats without a mind: word vectors that know cards by their tags and themes, and chance."""

from collections.abc import Sequence
from random import Random

from engine.game import Seat
from engine.games.dixit.cluing import aimed_clue, random_tell
from engine.games.dixit.meaning import TIE, Meaning, meaning, rows
from engine.games.dixit.view import Decoy, Move, Stage, View, Vote
from engine.players import PlayerError
from engine.vectors.seats import ChanceSeat, VectorSeat
from images.deck import DeckError
from words.lists import hint_corpus


def seat_chance(seed: str, seat: Seat, view: View) -> Random:
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
        self._known: Meaning | None = None  # of the one deck of this match

    async def decide(self, view: View, complaint: str | None) -> Move:  # noqa: ARG002
        """Tell, give the card nearest to the clue, or vote for the nearest of the others.

        The move is always legal, so there is nothing to complain of.

        Raises:
            PlayerError: If the deck is gone, or has changed.
        """
        rng = seat_chance(self.seed, self.seat, view)
        known = self._meaning(view)
        if view.stage is Stage.TELL:
            return aimed_clue(known, view, rng)
        assert view.clue is not None
        near = known.nearness(view.clue)[rows(known, view.choices)].tolist()
        card = nearest(view.choices, near, rng)
        return Decoy(card) if view.stage is Stage.DECOY else Vote(card)

    def _meaning(self, view: View) -> Meaning:
        if self._known is None:
            try:
                self._known = meaning(self.space, view.deck, view.fingerprint)
            except DeckError as error:
                raise PlayerError(str(error)) from None
        return self._known


class RandomPlayer(ChanceSeat):
    """A player of legal moves at random."""

    async def decide(self, view: View, complaint: str | None) -> Move:  # noqa: ARG002
        """Any card, and as a clue any word of the corpus."""
        rng = seat_chance(self.seed, self.seat, view)
        if view.stage is Stage.TELL:
            return random_tell(hint_corpus(), view, rng)
        card = rng.choice(view.choices)
        return Decoy(card) if view.stage is Stage.DECOY else Vote(card)


def nearest(cards: Sequence[str], near: Sequence[float], rng: Random) -> str:
    """The card with the greatest nearness; among those within `TIE` of it chance decides."""
    most = max(near)
    tied = [card for card, one in zip(cards, near, strict=True) if one >= most - TIE]
    return rng.choice(tied)
