"""A journal as read: its header and its entries."""

from dataclasses import dataclass
from pathlib import Path

from engine.journal.entries import Entry, MoveEntry, OpenTableEntry, ReseatEntry
from engine.journal.header import Header


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
