"""Format a match as an HTML page that loads no other file and runs no scripts."""

from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

from engine.export.match_head import (
    build_head,
    describe_player,
    describe_viewpoint,
    format_options,
    list_match_caveats,
)
from engine.export.people import People
from engine.game import GameType
from engine.journal.record import Record
from engine.journal.transcript import Transcript
from engine.seat_codes import name_role


def format_as_html(
    transcript: Transcript, definition: GameType, record: Record, people: People, *, data: Path
) -> str:
    """Format a match as an HTML page that loads no other file and runs no scripts."""
    # Jinja takes 25 ms, only for a page.
    from engine.export.player_colours import create_colouring  # noqa: PLC0415 - as above
    from engine.export.template import render_page  # noqa: PLC0415 - as above

    colour = create_colouring(people)
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
        "viewpoint": people.name_players(describe_viewpoint(transcript)),
        "moments": _build_moments(transcript, definition, people, colour),
        "caveats": list(list_match_caveats(transcript, definition, record, data=data)),
        "seats": [_describe_seat(transcript, people, seat, colour) for seat in transcript.seats],
        "terms": terms,
        "written": f"Written by Parlour {head.version}".rstrip() + ".",
    }
    return render_page(
        "engine.export/match.html",
        page=page,
        body=body.template,
        players=lambda sentence: colour(people.name_players(sentence)),
        **body.data,
    )


def _build_moments(
    transcript: Transcript, definition: GameType, people: People, colour: Callable[[str], str]
) -> Mapping[str, Any] | None:
    """Build who won, the decisive moment and the best moves; `None` if not all may be seen."""
    if not transcript.complete:
        return None
    view = transcript.view
    highlights = definition.find_highlights(view)
    return {
        "winners": colour(
            people.describe_winners(
                transcript,
                definition.build_report(view)["outcome"],
                definition.list_teams(view.options),
            )
        ),
        "decisive": colour(people.format_parts(highlights.decisive)),
        "best": [(one.title, colour(people.format_parts(one.sentence))) for one in highlights.best],
    }


def _describe_seat(
    transcript: Transcript, people: People, seat: str, colour: Callable[[str], str]
) -> Mapping[str, Any]:
    return {
        "role": name_role(seat).capitalize(),
        "name": colour(people.labels[people.seats.index(seat)]),
        "player": describe_player(transcript.players[seat], seat),
        "is_own": seat == transcript.seat,
    }
