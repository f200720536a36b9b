"""How the operator ends a turn: with a move, or by giving it back."""

from dataclasses import dataclass
from enum import Enum
from typing import Any


@dataclass(frozen=True, slots=True)
class OperatorMove:
    """A move that the operator has sealed."""

    move: Any
    assisted: str
    """The operator's part in it; empty for the player's own first answer."""
    seconds: float
    """Thinking time of the player, or of the operator for a move by hand."""
    attempts: int


class Handover(Enum):
    """How a turn continues if the operator has not sealed a move."""

    RESEATED = "reseated"
    HANDED_BACK = "handed back"
