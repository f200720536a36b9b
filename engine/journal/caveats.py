"""Caveats of a result: moves not made by the seat's own player, an open table, model usage."""

from collections.abc import Iterable, Iterator, Mapping

from engine.joined_text import join_names
from engine.journal.header import BranchOrigin
from engine.journal.record import Record
from engine.journal.totals import Totals
from engine.usage import Usage
from engine.usage_text import format_usage

PROVENANCES = {
    "stand-in": "by a stand-in",
    "asked": "asked for again by the operator",
    "edited": "edited by the operator",
    "by hand": "made by the operator",
}
"""The wording of caveats by provenance. Copied moves are missing, because a single sentence about
the branch covers them for all seats."""


def list_caveats(
    not_own: Mapping[str, Mapping[str, int]],
    usages: Iterable[Usage],
    *,
    table_open: bool,
    branched: BranchOrigin | None,
) -> Iterator[str]:
    """Yield the caveats of a match's result, one sentence each.

    Args:
        not_own: By seat, then provenance: the number of moves that are not its player's own.
        usages: The usage of models.
        table_open: Whether the table was opened.
        branched: The match that this one branched from, if any.
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
    """Yield the caveats of a recorded match, see `list_caveats`."""
    totals = Totals.from_entries(record.entries)
    return list_caveats(
        totals.not_own,
        totals.usage.values(),
        table_open=record.table_open,
        branched=record.header.branched,
    )
