"""A match as plain lines."""

from collections.abc import Iterator
from itertools import pairwise

from engine.caveats import record_caveats
from engine.export.facts import asked, facts, who, whose
from engine.games.definition import GameDefinition
from engine.record import Record
from engine.text import clean
from engine.transcript import Transcript


def as_text(transcript: Transcript, definition: GameDefinition, record: Record) -> str:
    """Who played what, and then the story, turn by turn."""
    return "\n".join(_lines(transcript, definition, record)) + "\n"


def _lines(transcript: Transcript, definition: GameDefinition, record: Record) -> Iterator[str]:
    head = facts(transcript, definition, record)
    yield f"{definition.title}, {head.created}. {whose(transcript)}"
    for seat in transcript.seats:
        yield f"{seat.capitalize()}: {who(transcript.players[seat], seat)}"
    yield f"Options: {asked(head.options)}."
    if head.seed is not None:
        yield f"Seed: {clean(head.seed)}"
    yield ""
    for before, after in pairwise((None, *transcript.views)):
        yield from definition.narrate(before, after)
    if transcript.seat and any(told.turn >= len(transcript.views) - 1 for told in transcript.moves):
        yield f"The move of the {transcript.seat} is sealed until all have moved."
    yield from record_caveats(record)
    if not transcript.over:
        yield "The match is not over."
    if record.torn:
        yield "The last line of the journal was cut short and is left out."
