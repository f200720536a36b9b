"""A match as one HTML page that loads nothing else."""

from base64 import b64encode
from hashlib import sha256
from importlib.resources import files
from xml.etree.ElementTree import Element, tostring

from engine.caveats import record_caveats
from engine.export.match_head import (
    build_head,
    describe_viewpoint,
    display_name,
    format_options,
)
from engine.games.definition import GameDefinition
from engine.html import part
from engine.record import Record
from engine.transcript import Transcript


def as_html(transcript: Transcript, definition: GameDefinition, record: Record) -> str:
    """Format a match as a page that loads nothing from elsewhere, and in which nothing can run."""
    style = files("engine.export").joinpath("page.css").read_text(encoding="utf-8")
    head = build_head(transcript, definition, record)
    title = f"{definition.title}, {head.created[:10]}"
    terms = [("Options", format_options(head.options)), ("Journal begun", head.created)]
    if head.seed is not None:
        terms.insert(0, ("Seed", head.seed))
    page = part(
        "html",
        part(
            "head",
            part("meta", charset="utf-8"),
            part("meta", http_equiv="Content-Security-Policy", content=_content_policy(style)),
            part("meta", name="viewport", content="width=device-width, initial-scale=1"),
            part("meta", name="color-scheme", content="light dark"),
            part("meta", name="referrer", content="no-referrer"),
            part("title", title),
            part("style", style),
        ),
        part(
            "body",
            part(
                "header",
                part("p", "Parlour", class_="mark"),
                part("h1", definition.title),
                part("p", describe_viewpoint(transcript), class_="quiet"),
                *(part("p", sentence, class_="quiet") for sentence in record_caveats(record)),
                part("ul", *(_seat(transcript, seat) for seat in transcript.seats), class_="seats"),
            ),
            part("main", *definition.build_page(transcript)),
            part(
                "footer",
                part("dl", *(cell for term in terms for cell in _term(*term))),
                part("p", f"Written by Parlour {head.version}".rstrip() + "."),
            ),
        ),
        lang="en",
    )
    return "<!doctype html>\n" + tostring(page, encoding="unicode", method="html") + "\n"


def _content_policy(style: str) -> str:
    """Allow this style sheet, pictures inside the page, and nothing else."""
    digest = b64encode(sha256(style.encode()).digest()).decode()
    return (
        f"default-src 'none'; style-src 'sha256-{digest}'; img-src data:; "
        f"base-uri 'none'; form-action 'none'"
    )


def _seat(transcript: Transcript, seat: str) -> Element:
    spec = transcript.players[seat]
    name = display_name(spec, seat)
    own = " own" if seat == transcript.seat else ""
    return part(
        "li",
        part("span", seat.capitalize(), class_="role"),
        part("bdi", name, class_="name"),
        part("small", spec) if spec != name else None,
        class_=f"seat{own}",
    )


def _term(name: str, value: str) -> tuple[Element, Element]:
    return part("dt", name), part("dd", value)
