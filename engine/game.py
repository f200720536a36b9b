"""`Game`, the protocol that the rules of every game implement, and `Seat`, a place at the table."""

from collections.abc import Mapping
from random import Random
from typing import NewType, Protocol

Seat = NewType("Seat", int)
"""A place at the table, counted from zero; `Game.seats[seat]` is its name."""


class Game[State, View, Move](Protocol):
    """The rules of one game at one table.

    Every method is a pure function of its arguments: no waiting, no output, no state. Only `deal`,
    `awaits`, `view`, `play` and `score` see a `State`; players see a `View`, which holds exactly
    what their seat may know.
    """

    @property
    def name(self) -> str:
        """The game's name in the catalog."""

    @property
    def seats(self) -> tuple[str, ...]:
        """The names of the seats at this table."""

    def deal(self, rng: Random) -> State:
        """Deal a new match."""

    def awaits(self, state: State) -> frozenset[Seat]:
        """Return the seats whose moves complete this turn; none once the match is over."""

    def view(self, state: State, seat: Seat | None) -> View:
        """Build everything that `seat` may know; `None` is an onlooker."""

    def moves(self, view: View) -> tuple[type[Move], ...]:
        """Return the kinds of move that this view asks for; none while other seats move."""

    def fault(self, view: View, move: Move) -> str | None:
        """Return why a move is illegal, judged by its seat's view; `None` if it is legal."""

    def play(self, state: State, moves: Mapping[Seat, Move], rng: Random) -> State:
        """Play one complete turn, with the moves of all awaited seats."""

    def score(self, state: State) -> Mapping[Seat, float] | None:
        """Return each seat's result, or `None` while the match is in progress."""
