"""Playing a match through: ask every awaited seat at once, turn after turn."""

from asyncio import TaskGroup
from collections.abc import Awaitable, Callable, Iterator, Mapping
from time import monotonic

from engine.game import Game, Seat
from engine.match import Match
from engine.players import Account, Player, PlayerError, Unreadable

PATIENCE = 3
"""How often a seat is asked for one move before that counts as a failure."""


async def insist[State, View, Move](
    game: Game[State, View, Move], player: Player[View, Move], view: View
) -> tuple[Move, int]:
    """Ask until the move is legal, saying each time what was wrong with it.

    Returns:
        The move, and how many times the player was asked.

    Raises:
        PlayerError: If patience runs out, or the player itself fails.
    """
    complaint: str | None = None
    for attempt in range(1, PATIENCE + 1):
        try:
            move = await player.decide(view, complaint)
        except Unreadable as error:
            complaint = error.private or str(error)
            continue
        complaint = game.fault(view, move)
        if complaint is None:
            return move, attempt
    raise PlayerError(f"No legal move in {PATIENCE} tries.", private=complaint or "")


async def give_up(seat: Seat, error: PlayerError) -> None:  # noqa: ARG001
    """Let a player's failure end the game; the journal can be resumed."""
    raise error


def ignore(*_: object) -> None:
    """Keep no journal, tell nobody."""


async def play[State, View, Move](
    match: Match[State, View, Move],
    players: Mapping[Seat, Player[View, Move]],
    *,
    moved: Callable[[Seat, Move, Account], None] = ignore,
    played: Callable[[Seat], None] = ignore,
    trouble: Callable[[Seat, PlayerError], Awaitable[None]] = give_up,
) -> None:
    """Play to the end.

    Args:
        match: The match, fresh or resumed.
        players: Who sits where, looked up anew for each question, so that
            `trouble` may reseat them.
        moved: Hears of every legal move before it takes effect; the place to
            keep a journal. If it raises a `PlayerError`, nothing has happened
            yet: `trouble` hears of it and the same move is offered again.
        played: Hears that a seat's move is sealed, and the turn played if it
            was the last; the place to refresh what people see.
        trouble: Hears of a player that failed. If it returns, the seat is
            asked again; nobody else's thinking is disturbed meanwhile.

    Raises:
        PlayerError: What `trouble` raised, the first if there were several.
    """

    async def ask(seat: Seat) -> tuple[Move, Account]:
        while True:
            started = monotonic()
            try:
                move, attempts = await insist(match.game, players[seat], match.view(seat))
            except PlayerError as error:
                await trouble(seat, error)
            else:
                return move, Account(monotonic() - started, attempts)

    async def take_turn(seat: Seat) -> None:
        move, account = await ask(seat)
        while True:
            try:
                moved(seat, move, account)
            except PlayerError as error:
                await trouble(seat, error)
            else:
                break
        match.submit(seat, move)
        played(seat)

    while awaited := match.awaits:
        try:
            async with TaskGroup() as turn:
                for seat in sorted(awaited):
                    turn.create_task(take_turn(seat), name=match.game.seats[seat])
        except BaseExceptionGroup as group:
            failed, other = group.split(PlayerError)
            if other or not failed:
                raise
            raise next(_leaves(failed)) from None


def _leaves(group: BaseExceptionGroup[PlayerError]) -> Iterator[PlayerError]:
    for error in group.exceptions:
        if isinstance(error, BaseExceptionGroup):
            yield from _leaves(error)
        else:
            yield error
