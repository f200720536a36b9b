"""Count the moves and the model usage of a match by seat."""

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Self

from engine.journal.entries import Entry, MoveEntry, UsageEntry
from engine.usage import Usage


@dataclass(slots=True)
class Totals:
    """Moves and usage of a match by seat name."""

    moves: Counter[str] = field(default_factory=Counter)
    """By seat: the number of its moves."""
    not_own: dict[str, Counter[str]] = field(default_factory=dict)
    """By seat, then provenance: the number of moves that are not the player's own; seats without
    such moves are missing."""
    usage: dict[str, Usage] = field(default_factory=dict)
    """By seat: the usage of its models; seats without usage are missing."""

    @classmethod
    def from_entries(cls, entries: Iterable[Entry]) -> Self:
        """Count the entries of a journal."""
        totals = cls()
        for entry in entries:
            if isinstance(entry, MoveEntry):
                totals.add_move(entry.seat, entry.provenance, entry.usage)
            elif isinstance(entry, UsageEntry):
                totals.add_usage(entry.seat, entry.usage)
        return totals

    def add_move(self, seat: str, provenance: str, usage: Usage | None) -> None:
        """Count a move and the usage for it."""
        self.moves[seat] += 1
        if provenance != "own":
            self.not_own.setdefault(seat, Counter())[provenance] += 1
        if usage is not None:
            self.add_usage(seat, usage)

    def add_usage(self, seat: str, usage: Usage) -> None:
        """Add usage that belongs to no move, or to a move that was already counted."""
        self.usage[seat] = self.usage.get(seat, Usage()) + usage
