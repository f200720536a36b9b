"""The game loop: ask the players for moves, turn after turn."""

import asyncio
from asyncio import TaskGroup
from collections.abc import Awaitable, Callable, Iterator, Mapping
from concurrent.futures import ThreadPoolExecutor
from functools import cache
from time import monotonic
from typing import Any

from engine.errors import NoLegalMove, PlayerError, Unreadable
from engine.game import AnyMove, AnyView
from engine.match import Match, MoveDetails
from engine.player import Player, Table
from engine.seat import Seat
from engine.tries import MAX_TRIES, describe_tries
from words.space.errors import SpaceError


@cache
def _start_computing_thread() -> "ThreadPoolExecutor":
    """Start the thread in which baselines compute their moves, one at a time."""
    return ThreadPoolExecutor(1, "player")


async def decide_aside(player: Player[Any, Any], view: Any, complaint: str | None) -> Any:  # noqa: ANN401
    """Ask a player for a move; players that only compute run in a thread, so screens stay live."""
    if not getattr(player, "only_computes", False):
        return await player.decide(view, complaint)

    return await asyncio.get_running_loop().run_in_executor(
        _start_computing_thread(), lambda: asyncio.run(player.decide(view, complaint))
    )


async def ask_until_legal[View, Move](
    game: Table[View, Move],
    player: Player[View, Move],
    view: View,
    tries: int = MAX_TRIES,
) -> tuple[Move, int]:
    """Ask a player until the move is legal; each new try gets the reason for the last refusal.

    Args:
        game: The rules.
        player: The player.
        view: The view of its seat.
        tries: How often it is asked at most.

    Returns:
        The move, and how many times the player was asked.

    Raises:
        NoLegalMove: If no try is legal.
        PlayerError: If the player itself fails.
    """
    complaint: str | None = None
    empty = False
    for attempt in range(1, tries + 1):
        try:
            move = await player.decide(view, complaint)
        except Unreadable as error:
            complaint, empty = error.private or str(error), error.empty
            continue
        except SpaceError as error:  # a damaged row is noticed only when its vector is read
            raise PlayerError(str(error)) from None
        complaint, empty = game.fault(view, move), False
        if complaint is None:
            return move, attempt
    raise NoLegalMove(
        f"No legal move in {describe_tries(tries)}.", private=complaint or "", empty=empty
    )


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
                move, attempts = await ask_until_legal(
                    match.game, players[seat], match.view(seat), match.game.tries
                )
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
