"""Seats without a mind: word vectors, and chance (Decrypto benchmark, section 4.1)."""

from itertools import permutations
from random import Random

from engine.game import Seat
from engine.games.decrypto.hinting import near_hints, random_hints
from engine.games.decrypto.reading import read_hints
from engine.games.decrypto.view import SEATS, Guess, Hint, Move, View
from engine.vectors.seats import ChanceSeat, VectorSeat
from words.lists import hint_corpus


def seat_chance(seed: str, seat: Seat, view: View) -> Random:
    """The seat's own stream for one decision: the same view always gets the same answer."""
    return Random(f"{seed}/{SEATS[seat]}/{view.number}")


class Baseline(VectorSeat):
    """A player that knows words by their vectors alone, and keeps nothing between moves."""

    async def decide(self, view: View, complaint: str | None) -> Move:  # noqa: ARG002
        """Hint or guess; the move is always legal, so there is nothing to complain of."""
        if view.hints is None:
            return Hint(near_hints(self.nearness, view, seat_chance(self.seed, self.seat, view)))
        codes = read_hints(self.nearness, view).codes
        tied = len(codes) > 1
        return Guess(seat_chance(self.seed, self.seat, view).choice(codes) if tied else codes[0])


class RandomPlayer(ChanceSeat):
    """A player of legal moves at random."""

    async def decide(self, view: View, complaint: str | None) -> Move:  # noqa: ARG002
        """Hint with words of the corpus, or guess a code that was not played yet."""
        rng = seat_chance(self.seed, self.seat, view)
        if view.hints is None:
            return Hint(random_hints(hint_corpus(), view, rng))
        used = view.used_codes
        codes = [code for code in permutations((1, 2, 3, 4), 3) if code not in used]
        return Guess(rng.choice(codes))
