"""A match as one HTML page that loads nothing else."""

from base64 import b64encode
from hashlib import sha256
from importlib.resources import files
from xml.etree.ElementTree import Element, tostring

from engine.caveats import record_caveats
from engine.export.text_formats import (
    build_head,
    describe_viewpoint,
    display_name,
    format_options,
)
from engine.games.definition import GameDefinition
from engine.games.html_parts import tag
from engine.journal_reader import Record
from engine.transcript import Transcript


def as_html(transcript: Transcript, definition: GameDefinition, record: Record) -> str:
    """Format a match as a page that loads nothing from elsewhere, and in which nothing can run."""
    style = files("engine.export").joinpath("page.css").read_text(encoding="utf-8")
    head = build_head(transcript, definition, record)
    title = f"{definition.title}, {head.created[:10]}"
    terms = [("Options", format_options(head.options)), ("Journal begun", head.created)]
    if head.seed is not None:
        terms.insert(0, ("Seed", head.seed))
    page = tag(
        "html",
        tag(
            "head",
            tag("meta", charset="utf-8"),
            tag("meta", http_equiv="Content-Security-Policy", content=_content_policy(style)),
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
                *(tag("p", sentence, class_="quiet") for sentence in record_caveats(record)),
                tag("ul", *(_seat(transcript, seat) for seat in transcript.seats), class_="seats"),
            ),
            tag("main", *definition.build_page(transcript)),
            tag(
                "footer",
                tag("dl", *(cell for term in terms for cell in _term(*term))),
                tag("p", f"Written by Parlour {head.version}".rstrip() + "."),
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
    return tag(
        "li",
        tag("span", seat.capitalize(), class_="role"),
        tag("bdi", name, class_="name"),
        tag("small", spec) if spec != name else None,
        class_=f"seat{own}",
    )


def _term(name: str, value: str) -> tuple[Element, Element]:
    return tag("dt", name), tag("dd", value)
