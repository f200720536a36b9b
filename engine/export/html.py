"""Format a match as an HTML page that loads no other file and runs no scripts."""

from base64 import b64encode
from hashlib import sha256
from pathlib import Path
from xml.etree.ElementTree import Element, tostring

from engine.export.head import (
    build_head,
    describe_viewpoint,
    display_name,
    format_options,
    list_match_caveats,
)
from engine.game import GameType
from engine.games.html_parts import read_style, tag
from engine.journal.record import Record
from engine.journal.transcript import Transcript


def format_as_html(
    transcript: Transcript, definition: GameType, record: Record, *, data: Path
) -> str:
    """Format a match as an HTML page that loads no other file and runs no scripts."""
    style = read_style()
    head = build_head(transcript, definition, record)
    title = f"{definition.title}, {head.created[:10]}"
    caveats = list_match_caveats(transcript, definition, record, data=data)
    terms = [
        ("Options", format_options(head.options_in_force, definition)),
        ("Journal begun", head.created),
    ]
    if head.seed is not None:
        terms.insert(0, ("Seed", head.seed))
    page = tag(
        "html",
        tag(
            "head",
            tag("meta", charset="utf-8"),
            tag("meta", http_equiv="Content-Security-Policy", content=_build_content_policy(style)),
            tag("meta", name="viewport", content="width=device-width, initial-scale=1"),
            tag("meta", name="color-scheme", content="light dark"),
            tag("meta", name="referrer", content="no-referrer"),
            tag("title", title),
            tag("style", style),
        ),
        tag(
            "body",
            tag(
                "header",
                tag("p", "Parlour", class_="mark"),
                tag("h1", definition.title),
                tag("p", describe_viewpoint(transcript), class_="quiet"),
                *(tag("p", sentence, class_="quiet") for sentence in caveats),
                tag(
                    "ul",
                    *(_build_seat_element(transcript, seat) for seat in transcript.seats),
                    class_="seats",
                ),
            ),
            tag("main", *definition.build_page(transcript)),
            tag(
                "footer",
                tag("dl", *(cell for term in terms for cell in _build_term(*term))),
                tag("p", f"Written by Parlour {head.version}".rstrip() + "."),
            ),
        ),
        lang="en",
    )
    return "<!doctype html>\n" + tostring(page, encoding="unicode", method="html") + "\n"


def _build_content_policy(style: str) -> str:
    """Allow this style sheet, pictures inside the page, and nothing else."""
    digest = b64encode(sha256(style.encode()).digest()).decode()
    return (
        f"default-src 'none'; style-src 'sha256-{digest}'; img-src data:; "
        f"base-uri 'none'; form-action 'none'"
    )


def _build_seat_element(transcript: Transcript, seat: str) -> Element:
    spec = transcript.players[seat]
    name = display_name(spec, seat)
    own = " own" if seat == transcript.seat else ""
    return tag(
        "li",
        tag("span", seat.capitalize(), class_="role"),
        tag("bdi", name, class_="name"),
        tag("small", spec) if spec != name else None,
        class_=f"seat{own}",
    )


def _build_term(name: str, value: str) -> tuple[Element, Element]:
    return tag("dt", name), tag("dd", value)
