"""A game without people: played to the end, its story told line by line."""

from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from shlex import quote
from typing import Any

from engine.game import Seat
from engine.journal import NotKept
from engine.lineup import LineupError, Spec
from engine.options import OptionError, unknown
from engine.play import play
from engine.players import Player, PlayerError, Stopped
from engine.session import Session

STAND_INS = {"stop": None, "random": Spec("random"), "baseline": Spec("word2vec")}
"""What `--on-failure` may say, and who then makes the move; nobody, and the game stops."""

type Tell = Callable[[str], None]
"""Hears the story, a line at a time."""


def read_stand_in(text: str) -> Spec | None:
    """Who makes a move for a player that failed, as `--on-failure` says.

    Raises:
        OptionError: If it says anything else.
    """
    if text not in STAND_INS:
        raise OptionError(unknown("way on for --on-failure", text, STAND_INS))
    return STAND_INS[text]


async def finish(
    session: Session,
    players: Mapping[Seat, Player[Any, Any]],
    tell: Tell | None = None,
    stand_in: Spec | None = None,
) -> None:
    """Play a session without people to its end.

    Args:
        session: Fresh or resumed.
        players: Who sits there, as the session has them.
        tell: Hears what happens, as an onlooker would see it, from the first round on.
        stand_in: Who makes a move for a player that failed; nobody, and the game stops.

    Raises:
        PlayerError: If one fails and nobody stands in, in a sentence that names the seat.
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
            for line in session.definition.narrate(told, view):
                tell(line)
            told = view

    async def failed(seat: Seat, error: PlayerError) -> None:
        if isinstance(error, NotKept | Stopped):
            raise error
        name = f"{match.game.seats[seat]} ({session.specs[seat]})"
        why = f"The {name} failed: {error}"
        if stand_in is None:
            raise PlayerError(why, error.private) from error
        try:
            session.stand_in(seat, stand_in)
        except LineupError as other:
            raise PlayerError(f"{why} {other}", error.private) from error
        session.say(f"{why} For this move {stand_in} stands in.")

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
    try:
        yield session
    except LineupError:
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
