"""Format a match as lines of text."""

from collections.abc import Iterator
from itertools import pairwise
from pathlib import Path

from engine.export.match_head import (
    build_head,
    describe_viewpoint,
    format_options,
    list_match_caveats,
)
from engine.export.people import People
from engine.game import GameType
from engine.journal.record import Record
from engine.journal.transcript import Transcript
from engine.text import clean


def format_as_text(
    transcript: Transcript, definition: GameType, record: Record, people: People, *, data: Path
) -> str:
    """Format a match as lines of text: players, options, and what happened, turn by turn."""
    return "\n".join(_list_text_lines(transcript, definition, record, people, data=data)) + "\n"


def _list_text_lines(
    transcript: Transcript, definition: GameType, record: Record, people: People, *, data: Path
) -> Iterator[str]:
    head = build_head(transcript, definition, record)
    viewpoint = people.name_players(describe_viewpoint(transcript))
    yield f"{definition.title}, {head.created}. {viewpoint}"
    yield from map(people.describe_seat, transcript.seats)
    yield f"Options: {format_options(head.options_in_force, definition)}."
    if head.seed is not None:
        yield f"Seed: {clean(head.seed)}"
    yield ""
    for turn, (before, after) in enumerate(pairwise((None, *transcript.views))):
        yield from map(people.name_players, definition.narrate(before, after))
        for said in transcript.list_remarks(turn):
            yield people.name_players(f"{said.seat} says in the discussion: {said.remark}")
    if sealed := transcript.describe_sealed():
        yield people.name_players(sealed)
    yield from list_match_caveats(transcript, definition, record, data=data)
    if not transcript.over and transcript.seat:  # else the first line says so
        yield "The game is not over."
    if record.torn:
        yield "The last line of the journal was cut short and is left out."
