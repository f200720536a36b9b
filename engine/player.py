"""`Player`: a view in, a move out."""

from typing import Protocol, runtime_checkable


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
