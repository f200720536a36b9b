"""A match, the only object that holds a game's state, and how its moves were made."""

from collections.abc import Mapping
from copy import copy
from dataclasses import dataclass
from random import Random
from typing import Any, Protocol, Self, runtime_checkable

from engine.game import AnyMove, AnyView, Game
from engine.move_provenance import describe_provenance
from engine.seat import Seat
from engine.usage import Usage


@runtime_checkable
class DealsRoles(Protocol):
    """A game that deals hidden roles at random."""

    def list_roles(self, state: Any) -> tuple[str, ...]:  # noqa: ANN401
        """List the role of each seat."""


@dataclass(frozen=True, slots=True)
class MoveDetails:
    """How a move was made, as stored with it in the journal."""

    seconds: float
    """Time from the question to the accepted answer."""
    attempts: int
    """How often the seat was asked, at least once."""
    stand_in: str = ""
    """The SPEC of the stand-in that made the move; empty if the seat's own player did."""
    usage: Usage | None = None
    """Usage of the seat's model since its last move; `None` if there was none."""
    assisted: str = ""
    """The operator's part in it, one of `ASSISTED`; empty if none."""

    @property
    def provenance(self) -> str:
        """The provenance, see `describe_provenance`."""
        return describe_provenance(self.stand_in, self.assisted)


class IllegalMove(ValueError):
    """A move that breaks the rules, judged by its own seat's view."""


class Match[State, View: AnyView, Move: AnyMove]:
    """A game in progress.

    Moves arrive one at a time and stay sealed until every awaited seat has moved; then the turn is
    played. No view can show a sealed move, because views are built from the state, and a sealed
    move is not in it yet.
    """

    def __init__(self, game: Game[Any, State, View, Move], seed: str) -> None:
        self.game = game
        """The rules in force."""
        self.seed = seed
        """Turn `n` uses `Random(f"{seed}/{n}")`, the deal uses `Random(f"{seed}/deal")`."""
        self.turn = 0
        """The number of turns that have been played."""
        self._sealed: dict[Seat, Move] = {}
        self._views: dict[Seat | None, View] = {}
        self._state = game.deal(Random(f"{seed}/deal"))

    def fork(self) -> Self:
        """Copy the match without its sealed moves; the copy continues independently."""
        forked = copy(self)
        forked._sealed, forked._views = {}, {}
        return forked

    @property
    def seats(self) -> tuple[Seat, ...]:
        """All seats, in the order of the table."""
        return tuple(map(Seat, range(len(self.game.seats))))

    @property
    def awaits(self) -> frozenset[Seat]:
        """The seats that have yet to move this turn; none once the match is over."""
        return frozenset(self.game.awaits(self._state)) - self._sealed.keys()

    @property
    def sealed(self) -> frozenset[Seat]:
        """The seats whose moves are sealed in this turn."""
        return frozenset(self._sealed)

    @property
    def score(self) -> Mapping[Seat, float] | None:
        """Each seat's result, or `None` while the match goes on."""
        return None if self.game.awaits(self._state) else self.game.score(self._state)

    def view(self, seat: Seat | None) -> View:
        """Return everything `seat` may know now; the same object until the turn is played."""
        if seat not in self._views:
            self._views[seat] = self.game.view(self._state, seat)
        return self._views[seat]

    def is_private(self, seat: Seat) -> bool:
        """Whether a person in this seat has to be alone, now that it is its turn.

        It knows more than an onlooker, or its move stays sealed until others have moved.
        """
        view = self.view(seat)
        return self.game.has_secrets and (
            len(view.awaited) > 1 or view.model_copy(update={"seat": None}) != self.view(None)
        )

    def list_roles(self) -> tuple[str, ...]:
        """List the role of each seat, for an experiment that chooses players by role.

        Players, screens and logs must not use it, because roles are hidden.

        Raises:
            TypeError: If this game does not deal roles.
        """
        if isinstance(self.game, DealsRoles):
            return self.game.list_roles(self._state)
        raise TypeError(f"{self.game.name} deals no roles")

    def check(self, seat: Seat, move: Move) -> None:
        """Check that `submit` would accept a move.

        Raises:
            IllegalMove: If the seat is not awaited, or the move is illegal.
        """
        if seat not in self.awaits:
            raise IllegalMove(f"It is not the turn of the {self.game.seats[seat]}.")
        if fault := self.game.fault(self.view(seat), move):
            raise IllegalMove(fault)

    def submit(self, seat: Seat, move: Move) -> None:
        """Seal one seat's move, and play the turn if it was the last one awaited.

        Raises:
            IllegalMove: If the seat is not awaited, or the move is illegal.
        """
        self.check(seat, move)
        self._sealed[seat] = move
        if not self.awaits:
            turn = dict(sorted(self._sealed.items()))
            rng = Random(f"{self.seed}/{self.turn}")
            self._state = self.game.play(self._state, turn, rng)
            self._sealed.clear()
            self._views.clear()
            self.turn += 1
