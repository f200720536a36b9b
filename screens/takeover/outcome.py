"""What the operator can do at the wheel, and what may become of a turn."""

from dataclasses import dataclass
from enum import Enum
from typing import Any

DEEDS = {
    "f5": ("seal", "Seal it", "Let this answer count as the seat's move"),
    "f7": ("again", "Ask again", "Put the question as it stands now"),
    "f8": ("several", "Ask several", "Ask for several answers, and choose"),
    "f4": ("by_hand", "By hand", "Make the move yourself"),
    "f6": ("reseat", "Who sits", "Have somebody else sit here"),
    "f12": ("let_go", "Let go", "Hold this seat no longer"),
}
"""By key: action, label, tooltip."""


@dataclass(frozen=True, slots=True)
class Sealed:
    """A move that the operator has sealed."""

    move: Any
    assisted: str
    """What the operator did for it; empty for the player's own first answer."""
    seconds: float
    """Time to think: of the player, or of who made the move by hand."""
    attempts: int


class Way(Enum):
    """How a turn goes on without a move from the wheel."""

    RESEATED = "reseated"
    LET_GO = "let go"
