"""The protocol of every game: seats, views, moves, and rules without side effects."""

from collections.abc import Mapping
from random import Random
from typing import NewType, Protocol

Seat = NewType("Seat", int)
"""A place at the table, counted from zero; `Game.seats[seat]` is its name."""


class Game[State, View, Move](Protocol):
    """The rules of one game at one table, and nothing else.

    A game never waits, never prints and never remembers: each method is a
    function of its arguments. Only `deal`, `awaits`, `view`, `play` and `score`
    see a `State`; players see a `View`, which holds exactly what their seat is
    entitled to know.
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
        """The seats whose moves complete this turn; none once the match is over."""

    def view(self, state: State, seat: Seat | None) -> View:
        """Everything that `seat` may know; `None` is an onlooker."""

    def moves(self, view: View) -> tuple[type[Move], ...]:
        """The kinds of move that this view invites; none while other seats move."""

    def fault(self, view: View, move: Move) -> str | None:
        """Why a move breaks the rules, as its own seat can tell; `None` if it is legal."""

    def play(self, state: State, moves: Mapping[Seat, Move], rng: Random) -> State:
        """Play one complete turn: a move of every awaited seat at once."""

    def score(self, state: State) -> Mapping[Seat, float] | None:
        """Each seat's result, or `None` while the match goes on."""
