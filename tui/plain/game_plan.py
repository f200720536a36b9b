"""The plan of the next game."""

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path


@dataclass(frozen=True, slots=True)
class GamePlan:
    """The plan of the next game; parts that are `None` are asked for."""

    game: str | None = None
    options: Mapping[str, str] | None = None
    """The options that differ from their defaults, as text."""
    seats: Mapping[str, str] | None = None
    """The SPEC of each seat."""
    names: tuple[str, ...] = ()
    """Names for people without one, in the order of the seats."""
    seed: str = ""
    """The seed; empty for a new one."""
    path: Path | None = None
    """The journal, or a folder for it; `None` for the folder of saved games."""
