"""The protocol of all players (`Player`: a view in, a move out), and the errors they raise."""

from typing import Protocol, runtime_checkable


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


class Table[View, Move](Protocol):
    """What asks a player: a game, or a question about a position."""

    @property
    def name(self) -> str:
        """The name of the game."""

    @property
    def seats(self) -> tuple[str, ...]:
        """The names of the seats."""

    def moves(self, view: View) -> tuple[type[Move], ...]:
        """List the kinds of move, or of answer, that a view asks for."""

    def fault(self, view: View, move: Move) -> str | None:
        """Return why a move is illegal, in a sentence; `None` if it is legal."""


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
