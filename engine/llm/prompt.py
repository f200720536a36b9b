"""What a model is asked: text made from a view, and nothing else."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Prompt:
    """One question to a chat model."""

    system: str
    """The rules and the role, in words that stay the same all game."""
    user: str
    """The table as the seat sees it now, and what is asked of it."""
