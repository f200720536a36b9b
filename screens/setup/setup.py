"""All choices before a game: the game, its options, the players and the seed."""

from collections.abc import Mapping
from dataclasses import dataclass, field


@dataclass(frozen=True, slots=True)
class Setup:
    """All choices before a game, as validated text."""

    game: str
    """The game's name in the catalog."""
    seats: Mapping[str, str]
    """By seat name, in table order: the string that describes the player: `llm:qwen3@local`."""
    options: Mapping[str, str] = field(default_factory=dict)
    """The options that differ from the default."""
    seed: str = ""
    """The seed; empty for a new one."""
