"""Who may sit in a seat: anything that can turn a view into a move."""

from collections.abc import Awaitable, Callable, Iterable
from dataclasses import dataclass
from typing import Protocol, runtime_checkable

from engine.game import Seat
from engine.usage import Usage


class PlayerError(Exception):
    """A player that could not produce a move: no network, no sense, no luck.

    The message is safe for everybody at the table.
    """

    def __init__(self, message: str, private: str = "") -> None:
        super().__init__(message)
        self.private = private
        """What only those may read who may see the seat's view: a fault can quote a secret."""


class Unreadable(PlayerError):
    """An answer in which no move could be found; asking again may help."""


class Stopped(PlayerError):
    """A failure after which nobody stands in: going on is for a person to decide."""


class SetupError(ValueError):
    """A player that cannot sit down, and what to set so that it can."""


class Player[View, Move](Protocol):
    """Whoever occupies a seat: a person, a model, a baseline, a recording."""

    async def decide(self, view: View, complaint: str | None) -> Move:
        """Choose a move.

        Args:
            view: All that the seat may know.
            complaint: Why the last try was refused, in words for a person.

        Raises:
            PlayerError: If there is no move to be had.
        """


@runtime_checkable
class Leaving(Protocol):
    """A player that has something to let go of, such as a program that runs."""

    def close(self) -> None:
        """Let go: nothing more will be asked."""


def dismiss(player: object) -> None:
    """Let a player go who will be asked nothing more."""
    if isinstance(player, Leaving):
        player.close()


def nothing_yet() -> int:
    """No move has been made."""
    return 0


ASSISTED = ("asked", "edited", "by hand")
"""What an operator may have to do with a machine's move: had it asked again, or chose among its
answers; changed its answer; made the move."""


def provenance(stand_in: str, assisted: str) -> str:
    """Whose a move is: the seat's `own`, a `stand-in`'s, or what of `ASSISTED` was done to it."""
    return assisted or ("stand-in" if stand_in else "own")


@dataclass(frozen=True, slots=True)
class Account:
    """How a move came about: what the journal keeps beside it."""

    seconds: float
    """Time to think, from the question to the accepted answer."""
    attempts: int
    """How often the seat was asked, at least once."""
    stand_in: str = ""
    """The SPEC of who made the move for a player that failed; empty where nobody had to."""
    usage: Usage | None = None
    """What the seat's model used since its last move, if one sits there."""
    assisted: str = ""
    """What the operator had to do with it, one of `ASSISTED`; empty for nothing."""

    @property
    def provenance(self) -> str:
        """Whose move it is, see `provenance`."""
        return provenance(self.stand_in, self.assisted)


class Asked[View, Move]:
    """A player whose moves come from someone else's question, such as a screen."""

    def __init__(
        self, seat: Seat, ask: Callable[[Seat, View, str | None], Awaitable[Move]]
    ) -> None:
        self.seat = seat
        self.ask = ask

    async def decide(self, view: View, complaint: str | None) -> Move:
        """Pass the question on."""
        return await self.ask(self.seat, view, complaint)


class Scripted[View, Move]:
    """A player who reads moves off a list; replays and tests are made of these."""

    def __init__(self, moves: Iterable[Move], done: int = 0) -> None:
        self.moves = iter(moves)
        self.done = done
        """How many moves of its script the seat has made."""

    async def decide(self, view: View, complaint: str | None) -> Move:  # noqa: ARG002
        """Play the next line of the script.

        A refused move ends it: to go on with the line after would be another game, and one
        that could not be resumed, as the moves made say how many lines are done.

        Raises:
            PlayerError: If the script has ended, or its last move was refused.
        """
        if complaint is not None:
            raise PlayerError(f"Move {self.done} of the script is against the rules.", complaint)
        try:
            move = next(self.moves)
        except StopIteration:
            raise PlayerError("The script has no move left for this seat.") from None
        self.done += 1
        return move
