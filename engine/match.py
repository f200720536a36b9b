"""A match in progress: the only object that holds a game's state."""

from collections.abc import Mapping
from random import Random

from engine.game import Game, Seat


class IllegalMove(ValueError):
    """A move that breaks the rules, as its own seat could have known."""


class Match[State, View, Move]:
    """A game being played.

    Moves arrive one at a time and stay sealed until every awaited seat has
    moved; only then does the turn play. No view can see a sealed move, because
    views are taken from the state and a sealed move is not in it yet.
    """

    def __init__(self, game: Game[State, View, Move], seed: str) -> None:
        self.game = game
        """The rules in force."""
        self.seed = seed
        """Chance of turn `n` is `Random(f"{seed}/{n}")`, of the deal `Random(f"{seed}/deal")`."""
        self.turn = 0
        """How many turns have been played out."""
        self._sealed: dict[Seat, Move] = {}
        self._state = game.deal(Random(f"{seed}/deal"))

    @property
    def seats(self) -> tuple[Seat, ...]:
        """All seats, in the order of the table."""
        return tuple(map(Seat, range(len(self.game.seats))))

    @property
    def awaits(self) -> frozenset[Seat]:
        """The seats that have yet to move this turn; none once the match is over."""
        return self.game.awaits(self._state) - self._sealed.keys()

    @property
    def sealed(self) -> frozenset[Seat]:
        """The seats that have moved this turn, while others have not."""
        return frozenset(self._sealed)

    @property
    def score(self) -> Mapping[Seat, float] | None:
        """Each seat's result, or `None` while the match goes on."""
        return self.game.score(self._state)

    def view(self, seat: Seat | None) -> View:
        """Everything `seat` is entitled to know right now."""
        return self.game.view(self._state, seat)

    def check(self, seat: Seat, move: Move) -> None:
        """Check that `submit` would accept a move.

        Raises:
            IllegalMove: If the seat may not move now, or not like this.
        """
        if seat not in self.awaits:
            raise IllegalMove(f"It is not the turn of the {self.game.seats[seat]}.")
        if fault := self.game.fault(self.view(seat), move):
            raise IllegalMove(fault)

    def submit(self, seat: Seat, move: Move) -> None:
        """Seal one seat's move, and play the turn if it was the last.

        Raises:
            IllegalMove: If the seat may not move now, or not like this.
        """
        self.check(seat, move)
        self._sealed[seat] = move
        if not self.awaits:
            turn = dict(sorted(self._sealed.items()))
            rng = Random(f"{self.seed}/{self.turn}")
            self._state = self.game.play(self._state, turn, rng)
            self._sealed.clear()
            self.turn += 1
