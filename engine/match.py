"""A match, the only object that holds a game's state, and the game loop, which asks the players.

`play` asks for moves turn after turn; `ask_until_legal` asks one player again after an illegal
move. `MoveDetails` says how a move was made, for the journal.
"""

from collections.abc import Awaitable, Callable, Iterable, Iterator, Mapping
from copy import copy
from dataclasses import dataclass
from functools import cache
from random import Random
from time import monotonic
from typing import TYPE_CHECKING, Any, Protocol, Self, runtime_checkable

from engine.game import AnyMove, AnyView, Game
from engine.player_protocol import NoLegalMove, Player, PlayerError, Table, Unreadable
from engine.provenance import describe_provenance
from engine.seat import Seat
from engine.usage_and_budget import Usage
from words.space_file_format_and_folders import SpaceError

if TYPE_CHECKING:
    from concurrent.futures import ThreadPoolExecutor


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


MAX_TRIES = 3
"""Maximum number of attempts at a move before a player counts as failed."""


@cache
def _start_computing_thread() -> "ThreadPoolExecutor":
    """Start the thread in which baselines compute their moves, one at a time."""
    from concurrent.futures import ThreadPoolExecutor

    return ThreadPoolExecutor(1, "player")


async def decide_aside(player: Player[Any, Any], view: Any, complaint: str | None) -> Any:  # noqa: ANN401
    """Ask a player for a move; players that only compute run in a thread, so screens stay live."""
    if not getattr(player, "only_computes", False):
        return await player.decide(view, complaint)
    import asyncio  # slow to import, and not needed to read a match

    return await asyncio.get_running_loop().run_in_executor(
        _start_computing_thread(), lambda: asyncio.run(player.decide(view, complaint))
    )


async def ask_until_legal[View, Move](
    game: Table[View, Move],
    player: Player[View, Move],
    view: View,
) -> tuple[Move, int]:
    """Ask a player until the move is legal; each new try gets the reason for the last refusal.

    Returns:
        The move, and how many times the player was asked.

    Raises:
        NoLegalMove: If none of `MAX_TRIES` tries is legal.
        PlayerError: If the player itself fails.
    """
    complaint: str | None = None
    for attempt in range(1, MAX_TRIES + 1):
        try:
            move = await player.decide(view, complaint)
        except Unreadable as error:
            complaint = error.private or str(error)
            continue
        except SpaceError as error:  # a damaged row is noticed only when its vector is read
            raise PlayerError(str(error)) from None
        complaint = game.fault(view, move)
        if complaint is None:
            return move, attempt
    raise NoLegalMove(f"No legal move in {MAX_TRIES} tries.", private=complaint or "")


async def raise_failure(seat: Seat, error: PlayerError) -> None:  # noqa: ARG001
    """End the game on a player's failure; the journal can be resumed."""
    raise error


def do_nothing(*_: object) -> None:
    """Ignore a call; the default of callbacks."""


async def play[State, View: AnyView, Move: AnyMove](  # noqa: C901 - its inner functions count as branches
    match: Match[State, View, Move],
    players: Mapping[Seat, Player[View, Move]],
    *,
    before_move: Callable[[Seat, Move, MoveDetails], None] = do_nothing,
    after_move: Callable[[Seat], None] = do_nothing,
    on_failure: Callable[[Seat, PlayerError], Awaitable[None]] = raise_failure,
) -> None:
    """Play a match to its end.

    Args:
        match: The match, new or resumed.
        players: By seat: its player; looked up for each question, so that `on_failure` can replace
            it.
        before_move: Called with every legal move before it takes effect; it may write a journal.
            If it raises a `PlayerError`, the move has not taken effect: `on_failure` is called,
            then this again with the same move.
        after_move: Called when a seat's move is sealed, after the turn is played if it was the
            last; it may update a screen.
        on_failure: Called when a player fails. If it returns, the seat is asked again; other seats
            are not interrupted.

    Raises:
        PlayerError: The first error that `on_failure` raised.
    """

    async def ask(seat: Seat) -> tuple[Move, MoveDetails]:
        while True:
            started = monotonic()
            try:
                move, attempts = await ask_until_legal(match.game, players[seat], match.view(seat))
            except PlayerError as error:
                await on_failure(seat, error)
            else:
                return move, MoveDetails(monotonic() - started, attempts)

    async def make_move(seat: Seat) -> None:
        move, details = await ask(seat)
        while True:
            try:
                before_move(seat, move, details)
            except PlayerError as error:
                await on_failure(seat, error)
            else:
                break
        match.submit(seat, move)
        after_move(seat)

    from asyncio import TaskGroup  # slow to import, and not needed to read a match

    while awaited := match.awaits:
        try:
            async with TaskGroup() as turn:
                for seat in sorted(awaited):
                    turn.create_task(make_move(seat), name=match.game.seats[seat])
        except BaseExceptionGroup as group:
            failed, other = group.split(PlayerError)
            if other or not failed:
                raise
            raise next(_flatten(failed)) from None


def _flatten(group: BaseExceptionGroup[PlayerError]) -> Iterator[PlayerError]:
    for error in group.exceptions:
        if isinstance(error, BaseExceptionGroup):
            yield from _flatten(error)
        else:
            yield error


def is_draw(outcome: object, points: Iterable[float]) -> bool:
    """Whether a match is a draw: the report says so, and all seats have the same points above 0."""
    return outcome == "draw" and len(different := {*points}) == 1 and different != {0}


def list_winners(score: Mapping[Seat, float], outcome: object = None) -> list[Seat]:
    """List the seats with the best score, in table order; none in a draw, or if the best is 0.

    Args:
        score: The points of every seat.
        outcome: The outcome in the game's report.
    """
    if is_draw(outcome, score.values()):
        return []
    best = max(score.values(), default=0)
    return [seat for seat in sorted(score) if score[seat] == best > 0]
