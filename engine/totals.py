"""What the seats of a match have made and used, as far as its journal tells."""

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Self

from engine.players import Usage
from engine.record import Entry, Moved, Spent


@dataclass(slots=True)
class Totals:
    """All by the seats' names."""

    made: Counter[str] = field(default_factory=Counter)
    """How many moves were made."""
    not_own: dict[str, Counter[str]] = field(default_factory=dict)
    """How many of them are not the player's own, by their provenance; only seats with such."""
    usage: dict[str, Usage] = field(default_factory=dict)
    """What models have used; only seats for which any is noted."""

    @classmethod
    def of(cls, entries: Iterable[Entry]) -> Self:
        """The totals of these lines of a journal."""
        totals = cls()
        for line in entries:
            if isinstance(line, Moved):
                totals.moved(line.seat, line.provenance, line.usage)
            elif isinstance(line, Spent):
                totals.spent(line.seat, line.usage)
        return totals

    def moved(self, seat: str, provenance: str, usage: Usage | None) -> None:
        """Count a move, and what was used for it."""
        self.made[seat] += 1
        if provenance != "own":
            self.not_own.setdefault(seat, Counter())[provenance] += 1
        if usage is not None:
            self.spent(seat, usage)

    def spent(self, seat: str, usage: Usage) -> None:
        """Count what was used."""
        self.usage[seat] = self.usage.get(seat, Usage()) + usage
