"""The header of a journal: what a match started from."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from engine.timestamp import format_utc_now

FORMAT = 1
"""The format version that is written, and the only one that is read."""
MAX_SPEC_LENGTH = 4096
"""Maximum length of a SPEC, which may contain a path, in characters."""


@dataclass(frozen=True, slots=True)
class BranchOrigin:
    """The match that another one branched from."""

    journal: str
    """The name of its journal."""
    moves: int
    """How many of its moves were copied."""

    def __str__(self) -> str:
        where = f"after move {self.moves}" if self.moves else "before its first move"
        return f"Branched from {self.journal} {where}."


@dataclass(frozen=True, slots=True)
class Header:
    """The start of a match; together with the moves it determines everything else."""

    game: str
    """The game's name in the catalog."""
    seed: str
    options: Mapping[str, Any]
    """Every option by name."""
    material: Mapping[str, Any]
    """The words or cards that were read from files, so that changed files do not change old
    games."""
    seats: Mapping[str, str]
    """By seat: the SPEC of its first player, in the order of the seats."""
    version: str = ""
    """The version of Parlour that wrote it."""
    created: str = field(default_factory=format_utc_now)
    """UTC, ISO 8601."""
    branched: BranchOrigin | None = None
    """The match that this one branched from, if it did."""
    spaces: Mapping[str, str] = field(default_factory=dict)
    """By name: the version of each space of word vectors and each word list that the first players
    use."""
