"""A match as plain lines."""

from collections.abc import Iterator
from itertools import pairwise

from engine.entry import Entry
from engine.export.facts import asked, facts, remarked, who, whose
from engine.record import Record
from engine.telling import Telling
from engine.text import clean


def as_text(telling: Telling, entry: Entry, record: Record) -> str:
    """Who played what, and then the story, turn by turn."""
    return "\n".join(_lines(telling, entry, record)) + "\n"


def _lines(telling: Telling, entry: Entry, record: Record) -> Iterator[str]:
    head = facts(telling, entry, record)
    yield f"{entry.title}, {head.created}. {whose(telling)}"
    for seat in telling.seats:
        yield f"{seat.capitalize()}: {who(telling.players[seat], seat)}"
    yield f"Options: {asked(head.options)}."
    if head.seed is not None:
        yield f"Seed: {clean(head.seed)}"
    yield ""
    for before, after in pairwise((None, *telling.views)):
        yield from entry.story(before, after)
    if telling.seat and any(told.turn >= len(telling.views) - 1 for told in telling.moves):
        yield f"The move of the {telling.seat} is sealed until all have moved."
    yield from remarked(record)
    if not telling.over:
        yield "The match is not over."
    if record.torn:
        yield "The last line of the journal was cut short and is left out."
