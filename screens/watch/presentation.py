"""How a game is shown to an audience."""

from dataclasses import dataclass

PACE = 2.0
"""Seconds between two moves, if nothing else is asked for."""


@dataclass(frozen=True, slots=True)
class Presentation:
    """What the presenter has chosen; all of it can be changed while the game goes on."""

    pace: float = PACE
    """Seconds between two moves."""
    thoughts: bool = True
    """Are thoughts told once they give nothing away, or never?"""
    polls: bool = False
    """Is the audience asked before each reveal?"""
    large: bool = False
    """Is what matters most shown in large type?"""
