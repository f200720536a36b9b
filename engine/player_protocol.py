"""The player protocol (a view in, a move out), simple players, and details of a move's making."""

from collections.abc import Awaitable, Callable, Iterable, Sequence
from dataclasses import dataclass
from typing import Protocol, runtime_checkable

from engine.game import Seat
from engine.usage import Usage


class PlayerError(Exception):
    """A player failed to produce a move. The message may be shown to everybody."""

    def __init__(self, message: str, private: str = "") -> None:
        super().__init__(message)
        self.private = private
        """Details that may quote a secret: show them only to those who may see the seat's view."""


class Unreadable(PlayerError):
    """An answer without a readable move; asking again may help."""


class NoLegalMove(PlayerError):
    """A player answered as often as it was asked, and no answer was a legal move."""


class NoAnswer(PlayerError):
    """A program ended, was silent for too long, or raised an error instead of answering."""

    def __init__(self, reason: str, private: str = "", hint: str = "") -> None:
        super().__init__(f"{reason} {hint}".strip(), private)
        self.reason = reason
        """The message without what depends on the computer."""


class GameStopped(PlayerError):
    """A failure that no stand-in may cover: a person decides how to go on."""


class SetupError(ValueError):
    """A player that cannot be created; the message says what to set."""


class Player[View, Move](Protocol):
    """A person, a model, a baseline, a script, a program: whoever has a seat."""

    async def decide(self, view: View, complaint: str | None) -> Move:
        """Choose a move.

        Args:
            view: All that the seat may know.
            complaint: Why the last answer to this question was refused, in plain words.

        Raises:
            PlayerError: If the player fails.
        """


@runtime_checkable
class Closable(Protocol):
    """A player that holds something to release, such as a running program."""

    def close(self) -> None:
        """Release it: the player is asked nothing more."""


def close_player(player: object) -> None:
    """Close a player that is asked nothing more, if it can be closed."""
    if isinstance(player, Closable):
        player.close()


def no_moves() -> int:
    """Count the moves of a seat that has made none."""
    return 0


ASSISTED = ("asked", "edited", "by hand")
"""What the operator may have to do with a machine's move: asked again or chose among answers;
edited the answer; made the move."""


def name_provenance(stand_in: str, assisted: str) -> str:
    """Say whose move it is: the seat's `own`, a `stand-in`'s, or one of `ASSISTED`."""
    return assisted or ("stand-in" if stand_in else "own")


@dataclass(frozen=True, slots=True)
class MoveDetails:
    """How a move came about: what the journal keeps beside it."""

    seconds: float
    """Time from the question to the accepted answer."""
    attempts: int
    """How often the seat was asked, at least once."""
    stand_in: str = ""
    """The SPEC of the stand-in that made the move; empty if the seat's own player did."""
    usage: Usage | None = None
    """Usage of the seat's model since its last move; `None` if there was none."""
    assisted: str = ""
    """What the operator had to do with it, one of `ASSISTED`; empty for nothing."""

    @property
    def provenance(self) -> str:
        """Whose move it is, see `name_provenance`."""
        return name_provenance(self.stand_in, self.assisted)


class CallbackPlayer[View, Move]:
    """A player whose moves come from a callback: a person, asked by a screen."""

    def __init__(
        self, seat: Seat, ask: Callable[[Seat, View, str | None], Awaitable[Move]]
    ) -> None:
        self.seat = seat
        self.ask = ask

    async def decide(self, view: View, complaint: str | None) -> Move:
        """Pass the question on."""
        return await self.ask(self.seat, view, complaint)


class ScriptedPlayer[View, Move]:
    """A player that makes the moves of a list, in order."""

    def __init__(self, moves: Iterable[Move], done: int = 0, places: Sequence[str] = ()) -> None:
        """Make these moves.

        Args:
            moves: The moves that are left.
            done: How many moves of the script the seat has made before.
            places: Where each of `moves` stands, for messages; empty if in no file.
        """
        self.moves = iter(moves)
        self.first = done
        self.places = places
        self.done = done
        """How many moves of the script the seat has made."""

    async def decide(self, view: View, complaint: str | None) -> Move:  # noqa: ARG002
        """Make the next move of the script.

        A refused move ends the script: to go on with the next line would be another game, which
        could not be resumed, as the number of moves made says how many lines are done.

        Raises:
            PlayerError: If the script has ended, or its last move was refused.
        """
        if complaint is not None:
            place = self.done - self.first - 1
            where = f" ({self.places[place]})" if 0 <= place < len(self.places) else ""
            why = f"Move {self.done} of the script is against the rules{where}."
            raise PlayerError(why, complaint)
        try:
            move = next(self.moves)
        except StopIteration:
            raise PlayerError("The script has no move left for this seat.") from None
        self.done += 1
        return move
