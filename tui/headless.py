"""A game without people: played to the end, its story told line by line."""

from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from shlex import quote
from typing import Any

from engine.game import Seat
from engine.journal import NotKept
from engine.lineup import LineupError
from engine.play import play
from engine.players import Player, PlayerError
from engine.session import Session

type Tell = Callable[[str], None]
"""Hears the story, a line at a time."""


async def finish(
    session: Session, players: Mapping[Seat, Player[Any, Any]], tell: Tell | None = None
) -> None:
    """Play a session without people to its end.

    Args:
        session: Fresh or resumed.
        players: Who sits there, as the session has them.
        tell: Hears what happens, as an onlooker would see it, from the first round on.

    Raises:
        PlayerError: If one fails, in a sentence that names the seat.
        OSError: If the story cannot be told, as nobody reads it any more.
    """
    match = session.match
    told: Any = None

    def played(_: object = None) -> None:
        nonlocal told
        if tell is None:
            return
        view = match.view(None)
        if view != told:
            for line in session.entry.story(told, view):
                tell(line)
            told = view

    async def failed(seat: Seat, error: PlayerError) -> None:
        if isinstance(error, NotKept):
            raise error
        name = f"{match.game.seats[seat]} ({session.specs[seat]})"
        raise PlayerError(f"The {name} failed: {error}", error.private) from error

    played()
    try:
        await play(match, players, moved=session.moved, played=played, trouble=failed)
    except ExceptionGroup as group:
        unheard, other = group.split(OSError)
        if other or not unheard:
            raise
        raise next(_leaves(unheard)) from None


def _leaves(group: ExceptionGroup[OSError]) -> Iterator[OSError]:
    for error in group.exceptions:
        if isinstance(error, ExceptionGroup):
            yield from _leaves(error)
        else:
            yield error


@contextmanager
def seated(session: Session) -> Iterator[Session]:
    """Let go of the session afterwards; of a game that could not begin no journal stays behind."""
    begun = session.match.turn > 0 or bool(session.match.sealed)
    try:
        yield session
    except LineupError:
        if not begun:
            session.discard()
        raise
    finally:
        session.close()


def kept(session: Session) -> str | None:
    """How to go on with a game that stopped, if it is kept."""
    if session.journal is None:
        return None
    path = session.journal.path
    return f"The game is kept; carry on with: parlour resume {quote(str(path))}"
