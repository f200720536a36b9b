"""Caveats of a result: moves not made by the seat's own player, and model usage."""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Self

from engine.journal_reader import BranchOrigin, Entry, MoveEntry, Record, UsageEntry
from engine.text import join_names
from engine.usage import Usage, format_usage

PROVENANCES = {
    "stand-in": "by a stand-in",
    "asked": "asked for again by the operator",
    "edited": "edited by the operator",
    "by hand": "made by the operator",
}
"""How a caveat puts the provenance of moves that are not the player's own. Copied moves are
missing here: one sentence on the branch covers them for all seats."""


@dataclass(slots=True)
class Totals:
    """Moves and usage of a match, counted by the seats' names."""

    moves: Counter[str] = field(default_factory=Counter)
    """How many moves each seat has made."""
    not_own: dict[str, Counter[str]] = field(default_factory=dict)
    """How many of them are not the player's own, by provenance; seats without any are missing."""
    usage: dict[str, Usage] = field(default_factory=dict)
    """Usage of models; seats without any are missing."""

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
        """Count usage that belongs to no move, or to one that is counted already."""
        self.usage[seat] = self.usage.get(seat, Usage()) + usage


def list_caveats(
    not_own: Mapping[str, Mapping[str, int]],
    usages: Iterable[Usage],
    *,
    table_open: bool,
    branched: BranchOrigin | None,
) -> Iterator[str]:
    """Yield one sentence for each thing to know about a match before counting its result.

    Args:
        not_own: By seat, how many moves are not its player's own, by provenance.
        usages: Usage of models.
        table_open: Whether the table was opened.
        branched: Where the match branched from another one, if it did.
    """
    if branched is not None:
        yield str(branched)
    for seat, counted in not_own.items():
        if how := [f"{n} {PROVENANCES[one]}" for one, n in counted.items() if one in PROVENANCES]:
            yield f"{seat.capitalize()}, moves that are not the player's own: {join_names(how)}."
    if table_open:
        yield "The table was open: the operator could see the prompts and answers of machines."
    if used := format_usage(usages):
        yield f"Used: {used}."


def record_caveats(record: Record) -> Iterator[str]:
    """The caveats of a match on disk, see `list_caveats`."""
    totals = Totals.from_entries(record.entries)
    return list_caveats(
        totals.not_own,
        totals.usage.values(),
        table_open=record.table_open,
        branched=record.header.branched,
    )
