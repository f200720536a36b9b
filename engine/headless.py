"""Play a session without people to its end."""

from asyncio import Lock
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from typing import Any

from engine.closing import ask_machines
from engine.discussing_player import DiscussingPlayer
from engine.errors import GameStopped, PlayerError
from engine.guarded_player import GuardedPlayers
from engine.journal.writer import JournalWriteError
from engine.play import play
from engine.player import Player
from engine.players.spec import LineupError, Spec
from engine.seat import Seat
from engine.seated_players import SeatedPlayers
from engine.session import Session

type LinePrinter = Callable[[str], None]


async def play_session(  # noqa: C901 - its callbacks count as branches
    session: Session,
    players: Mapping[Seat, Player[Any, Any]],
    print_line: LinePrinter | None = None,
    stand_in: Spec | None = None,
    after_empty: Spec | None = None,
) -> None:
    """Play a session without people to its end, and ask machines its closing question.

    Args:
        session: A new or resumed session.
        players: Its players, from `Session.players`.
        print_line: Called with each line of the narration, from an onlooker's viewpoint, and with
            what machines say in discussions; without it they say nothing.
        stand_in: Makes the move if a player fails; `None` stops the game.
        after_empty: Makes it instead if the player's last answer was empty; `None` for the same.

    Raises:
        PlayerError: If a player fails and there is no stand-in; the message names the seat.
        PlayerDefect: If a player raises an unexpected error, even if there is a stand-in.
        OSError: If a line cannot be printed because the reader has closed the pipe.
    """
    match = session.match
    narrated: Any = None
    talking = Lock()

    def narrate(_: object = None) -> None:
        nonlocal narrated
        if print_line is None:
            return
        view = match.view(None)
        if view != narrated:
            for line in session.definition.narrate(narrated, view):
                print_line(line)
            narrated = view

    async def let_talk() -> None:
        async with talking:
            for seat in sorted(match.awaits):
                remark = await session.ask_for_remark(seat)
                if remark is not None and print_line is not None:
                    print_line(f"{match.game.seats[seat]} says in the discussion: {remark}")

    def find_player(seat: Seat) -> Player[Any, Any]:
        player = GuardedPlayers(players, session)[seat]
        return player if print_line is None else DiscussingPlayer(player, let_talk)

    async def handle_failure(seat: Seat, error: PlayerError) -> None:
        if isinstance(error, JournalWriteError | GameStopped):
            raise error
        name = f"{match.game.seats[seat]} ({session.specs[seat]})"
        why = f"The {name} failed: {error}"
        if stand_in is None:
            raise PlayerError(why, error.private) from error
        chosen = after_empty if error.empty and after_empty is not None else stand_in
        try:
            session.add_stand_in(seat, chosen)
        except LineupError as other:
            raise PlayerError(f"{why} {other}", error.private) from error
        session.notify(f"{why} For this move {chosen} stands in.")

    narrate()
    try:
        await play(
            match,
            SeatedPlayers(players, find_player),
            before_move=session.record_move,
            after_move=narrate,
            on_failure=handle_failure,
        )
    except ExceptionGroup as group:
        failed_prints, other = group.split(OSError)
        if other or not failed_prints:
            raise
        raise find_first_error(failed_prints) from None
    await ask_machines(session, players)


def find_first_error[E: Exception](group: ExceptionGroup[E]) -> E:
    """Return the first error in a group that is not a group itself."""
    error = group.exceptions[0]
    return find_first_error(error) if isinstance(error, ExceptionGroup) else error


@contextmanager
def closing_session(session: Session) -> Iterator[Session]:
    """Close the session at the end; delete its journal if the game could not start."""
    try:
        yield session
    except LineupError:
        session.discard()
        raise
    finally:
        session.close()
