"""Who made a move: the seat's own player, a stand-in, or the operator."""

from typing import Any, Protocol

ASSISTED = ("asked", "edited", "by hand")
"""The operator's part in a machine's move: asked again or chose an answer; edited the answer; made
the move."""


class Made(Protocol):
    """A move as the journal keeps it."""

    @property
    def provenance(self) -> str:
        """Who made it, see `describe_provenance`."""

    @property
    def seconds(self) -> float:
        """Time from the question to the accepted answer."""

    @property
    def attempts(self) -> int:
        """How often the seat was asked."""

    @property
    def time(self) -> str:
        """When it was made."""


def describe_provenance(stand_in: str, assisted: str) -> str:
    """Name the provenance of a move: `own`, `stand-in`, or one of `ASSISTED`."""
    return assisted or ("stand-in" if stand_in else "own")


def build_provenance_columns(move: Made | None) -> dict[str, Any]:
    """Build the last columns of a table: how a move was made; all `None` without a move."""
    return {
        "provenance": move and move.provenance,
        "seconds": move and move.seconds,
        "attempts": move and move.attempts,
        "time": move and move.time,
    }
