"""A journal as read: its header and its entries."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import UTC, datetime
from pathlib import Path
from typing import Any, Literal

from engine.provenance import describe_provenance
from engine.text import clean
from engine.usage import Usage

FORMAT = 1
"""The format version that is written, and the only one that is read."""


MAX_SPEC_LENGTH = 4096
"""Maximum length of a SPEC, which may contain a path, in characters."""


class JournalError(ValueError):
    """A journal cannot be used; the message gives the line and the reason."""


def format_utc_now() -> str:
    """Format the current time as in journals: UTC, to the millisecond."""
    return datetime.now(UTC).isoformat(timespec="milliseconds")


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


@dataclass(frozen=True, slots=True)
class MoveEntry:
    """A seat made a move."""

    seat: str
    move: Mapping[str, Any]
    time: str
    seconds: float
    attempts: int
    stand_in: str = ""
    """The SPEC of the stand-in that made the move; empty if the seat's own player did."""
    usage: Usage | None = None
    """Usage of the seat's model for it, failed calls included."""
    assisted: str = ""
    """The operator's part in it, one of `ASSISTED`; empty if none."""
    copied: bool = False
    """Whether it was made in the match that this one branched from."""

    @property
    def provenance(self) -> str:
        """The provenance: `copied`, or else as in `engine.provenance.describe_provenance`."""
        return "copied" if self.copied else describe_provenance(self.stand_in, self.assisted)


@dataclass(frozen=True, slots=True)
class ReseatEntry:
    """A seat got another player."""

    seat: str
    player: str
    time: str


@dataclass(frozen=True, slots=True)
class OpenTableEntry:
    """The table was opened: from here on, the machines' prompts and answers may be inspected."""

    table: Literal["open"]
    time: str


@dataclass(frozen=True, slots=True)
class UsageEntry:
    """Usage of a seat's model that did not lead to a move."""

    seat: str
    usage: Usage
    time: str


type Entry = MoveEntry | ReseatEntry | OpenTableEntry | UsageEntry


@dataclass(frozen=True, slots=True)
class Record:
    """A journal as read."""

    path: Path
    header: Header
    entries: tuple[Entry, ...]
    size: int
    """The length of the complete lines in bytes."""
    torn: bool
    """Whether the last line was cut off, and is left out."""

    @property
    def players(self) -> dict[str, str]:
        """By seat: the SPEC of its player after the last line."""
        reseated = {e.seat: e.player for e in self.entries if isinstance(e, ReseatEntry)}
        return {**self.header.seats, **reseated}

    @property
    def moves(self) -> tuple[MoveEntry, ...]:
        """The moves, in the order of sealing."""
        return tuple(entry for entry in self.entries if isinstance(entry, MoveEntry))

    @property
    def table_open(self) -> bool:
        """Whether the machines' prompts and answers may be inspected while people play."""
        return any(isinstance(entry, OpenTableEntry) for entry in self.entries)


def is_valid_seed(seed: str) -> bool:
    """Whether a text can be a seed: one line of plain text."""
    return bool(seed) and seed == clean(seed)
