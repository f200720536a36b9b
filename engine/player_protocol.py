"""The player protocol (a view in, a move out), its errors, simple players, and move details."""

from collections.abc import Awaitable, Callable, Iterable, Sequence
from dataclasses import dataclass
from typing import Protocol, runtime_checkable

from engine.game import Seat
from engine.usage import Usage


class PlayerError(Exception):
    """A player failed to make a move. The message may be shown to everybody."""

    def __init__(self, message: str, private: str = "") -> None:
        super().__init__(message)
        self.private = private
        """Details that may quote a secret, only for those who may see the seat's view."""


class Unreadable(PlayerError):
    """An answer without a readable move; asking again may help."""


class NoLegalMove(PlayerError):
    """A player answered every try, but no answer was a legal move."""


class NoAnswer(PlayerError):
    """A program ended, timed out, or raised an error instead of answering."""

    def __init__(self, reason: str, private: str = "", hint: str = "") -> None:
        super().__init__(f"{reason} {hint}".strip(), private)
        self.reason = reason
        """The message without details of the computer."""


class GameStopped(PlayerError):
    """A failure that no stand-in may replace: a person decides how to go on."""


class SetupError(ValueError):
    """A player cannot be created; the message says what to set."""


class Player[View, Move](Protocol):
    """A person, model, baseline, script or program that has a seat."""

    async def decide(self, view: View, complaint: str | None) -> Move:
        """Choose a move.

        Args:
            view: Everything the seat may know.
            complaint: Why the last answer to this question was refused; `None` at the first try.

        Raises:
            PlayerError: If the player fails.
        """


@runtime_checkable
class Closable(Protocol):
    """A player with resources to release, such as a running program."""

    def close(self) -> None:
        """Release the resources; the player is not asked again."""


def close_player(player: object) -> None:
    """Close a player that is not asked again, if it can be closed."""
    if isinstance(player, Closable):
        player.close()


def count_no_moves() -> int:
    """Return 0; the count for a seat that has not moved."""
    return 0


ASSISTED = ("asked", "edited", "by hand")
"""The operator's part in a machine's move: asked again or chose an answer; edited the answer; made
the move."""


def describe_provenance(stand_in: str, assisted: str) -> str:
    """Name the provenance of a move: `own`, `stand-in`, or one of `ASSISTED`."""
    return assisted or ("stand-in" if stand_in else "own")


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


class CallbackPlayer[View, Move]:
    """A player whose moves come from a callback: a person, asked by a screen."""

    def __init__(
        self, seat: Seat, ask: Callable[[Seat, View, str | None], Awaitable[Move]]
    ) -> None:
        self.seat = seat
        self.ask = ask

    async def decide(self, view: View, complaint: str | None) -> Move:
        """Call the callback."""
        return await self.ask(self.seat, view, complaint)


class ScriptedPlayer[View, Move]:
    """A player that makes the moves of a script, in order."""

    def __init__(self, moves: Iterable[Move], done: int = 0, places: Sequence[str] = ()) -> None:
        """Make these moves.

        Args:
            moves: The remaining moves.
            done: The number of moves of the script that the seat has already made.
            places: The place of each of `moves` in its file, for messages; empty without a file.
        """
        self.moves = iter(moves)
        self.first = done
        self.places = places
        self.done = done
        """The number of moves of the script that the seat has made."""

    async def decide(self, view: View, complaint: str | None) -> Move:  # noqa: ARG002
        """Make the next move of the script.

        A refused move ends the script. If the next line were used instead, the game could not be
        resumed, because the number of moves made tells which lines are done.

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
