"""The presenter's settings, which can be changed during the game."""

from dataclasses import dataclass

DEFAULT_PACE = 2.0
"""Seconds between two moves by default."""


@dataclass(frozen=True, slots=True)
class Presentation:
    """The presenter's settings; each of them can be changed during the game."""

    pace: float = DEFAULT_PACE
    """Seconds between two moves."""
    thoughts: bool = True
    """Whether to show thoughts, once they reveal nothing."""
    polls: bool = False
    """Whether to ask the audience before each reveal."""
    large: bool | None = None
    """Whether to show the headline in large type instead of the whole table; `None` for a screen
    that is large itself."""
    end_seconds: float | None = None
    """Seconds after which the end card closes by itself; `None` if it waits for a key."""
    opening: bool = False
    """Whether a card says first what is played, and by whom."""
