"""Format a match as an HTML page that loads no other file and runs no scripts."""

from collections.abc import Mapping
from pathlib import Path
from typing import Any

from engine.export.head import (
    build_head,
    describe_viewpoint,
    display_name,
    format_options,
    list_match_caveats,
)
from engine.game import GameType
from engine.journal.record import Record
from engine.journal.transcript import Transcript


def format_as_html(
    transcript: Transcript, definition: GameType, record: Record, *, data: Path
) -> str:
    """Format a match as an HTML page that loads no other file and runs no scripts."""
    from engine.export.template import render_page  # noqa: PLC0415 - Jinja: 25 ms, only for a page

    head = build_head(transcript, definition, record)
    terms = [
        ("Options", format_options(head.options_in_force, definition)),
        ("Journal begun", head.created),
    ]
    if head.seed is not None:
        terms.insert(0, ("Seed", head.seed))
    body = definition.build_page(transcript)
    page = {
        "title": f"{definition.title}, {head.created[:10]}",
        "mark": "Parlour",
        "heading": definition.title,
        "viewpoint": describe_viewpoint(transcript),
        "caveats": list(list_match_caveats(transcript, definition, record, data=data)),
        "seats": [_describe_seat(transcript, seat) for seat in transcript.seats],
        "terms": terms,
        "written": f"Written by Parlour {head.version}".rstrip() + ".",
    }
    return render_page("engine.export/match.html", page=page, body=body.template, **body.data)


def _describe_seat(transcript: Transcript, seat: str) -> Mapping[str, Any]:
    spec = transcript.players[seat]
    return {
        "role": seat.capitalize(),
        "name": display_name(spec, seat),
        "spec": spec,
        "is_own": seat == transcript.seat,
    }
