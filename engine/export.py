"""Export a match from its journal as text, JSON, CSV, or an HTML page that loads nothing.

An export contains what its viewpoint, a seat or an onlooker, may know. `export_calls` exports how
the moves were made, such as the questions to models and their answers.
"""

import csv
import json
from base64 import b64encode
from collections.abc import Iterator
from dataclasses import asdict, dataclass
from hashlib import sha256
from io import StringIO
from itertools import pairwise
from pathlib import Path
from typing import Any, Literal, get_args
from xml.etree.ElementTree import Element, tostring

from engine.game import GameType
from engine.games.html_parts import read_style, tag
from engine.journal_reader import Record
from engine.move_json import encode_move, get_type_adapter
from engine.option_errors import OptionError, explain_unknown
from engine.options import list_declared_options
from engine.player_specs import LineupError, list_unknown_words, parse_spec
from engine.text import clean
from engine.transcript import Transcript
from engine.transcript_from_journal import Totals, build_transcript, load_game, record_caveats

type Format = Literal["text", "json", "csv", "html"]
FORMATS: tuple[Format, ...] = get_args(Format.__value__)
"""The formats that a match can be exported to."""


def export_calls(
    record: Record,
    definition: GameType,
    format: Format,  # noqa: A002
    *,
    data: Path,
) -> str:
    """Export how every move of a match was made: questions, answers and comparisons.

    Args:
        record: The journal.
        definition: The game in the catalog.
        format: `text` or `json`.
        data: The data folder, with imported vectors and wordings.

    Raises:
        OptionError: If it is another format.
        NotInspectable: If people still play, and the table was not opened.
        JournalError: If the journal or the calls file is damaged; the message gives the line.
        SpaceError: If the vectors of a baseline are missing or damaged.
        DeckError: If the cards are missing or have changed.
    """
    from engine.moves_with_calls import format_calls_as_json, format_calls_as_text

    if format not in ("text", "json"):
        raise OptionError(f"Calls are printed as text or json, not as {format}.")
    export = format_calls_as_json if format == "json" else format_calls_as_text
    return export(record, definition, data=data)


def export_match(
    record: Record,
    definition: GameType,
    seat: str | None,
    format: Format,  # noqa: A002
    *,
    data: Path,
) -> str:
    """Export a match with exactly what a viewpoint may see.

    An onlooker sees everything once the match is over, before that only what is public. A seat
    sees its views, turn by turn, and its own moves. The seed is exported only with everything
    else, because everything can be derived from it.

    Args:
        record: The journal.
        definition: The game in the catalog.
        seat: The viewpoint: the name of a seat, or `None` for an onlooker.
        format: One of `FORMATS`.
        data: The data folder, with imported vectors.

    Raises:
        OptionError: If there is no such seat or format.
        JournalError: If the journal does not fit the game; the message gives the line.
    """
    game = load_game(definition, record)
    if seat is not None and seat not in game.seats:
        raise OptionError(explain_unknown("seat", seat, game.seats))
    transcript = build_transcript(record, game, seat)
    match format:
        case "text":
            return format_as_text(transcript, definition, record, data=data)
        case "json":
            return format_as_json(transcript, definition, record)
        case "csv":
            return format_as_csv(transcript, definition, record)
        case "html":
            return format_as_html(transcript, definition, record, data=data)
    raise OptionError(explain_unknown("format", format, FORMATS))


@dataclass(frozen=True, slots=True)
class MatchHead:
    """The head of a match, as far as the viewpoint may know it."""

    seed: str | None
    """The seed, only for complete transcripts, as everything can be derived from it."""
    options: dict[str, Any]
    """The options by name; those that may reveal a secret only for complete transcripts."""
    version: str
    """The version of Parlour that wrote the journal."""
    created: str
    """When the match began, to the minute: `2026-11-21 10:30 UTC`."""
    of_seats: frozenset[str] = frozenset()
    """The options that seats can set for themselves and that have their default value."""

    @property
    def options_in_force(self) -> dict[str, Any]:
        """The options without those in `of_seats`, which the players' names show."""
        return {name: one for name, one in self.options.items() if name not in self.of_seats}


def build_head(transcript: Transcript, definition: GameType, record: Record) -> MatchHead:
    """Build the head of a match."""
    header, options = record.header, list_declared_options(definition.options_type)
    return MatchHead(
        seed=header.seed if transcript.complete else None,
        options={
            name: clean(value) if isinstance(value, str) else value
            for name, value in header.options.items()
            if transcript.complete or not options[name].mark.secret
        },
        version=header.version,
        created=header.created[:16].replace("T", " ") + " UTC",
        of_seats=frozenset(
            name
            for name, option in definition.list_moved_options().items()
            if header.options.get(name) == option.default
        ),
    )


def describe_viewpoint(transcript: Transcript) -> str:
    """Describe in a sentence the viewpoint from which the match is shown."""
    if transcript.complete:
        return "The whole match, open to all."
    if transcript.seat:
        return f"As the {transcript.seat} saw it."
    return "The match is not over: this is what an onlooker may see."


def display_name(spec: str, seat: str) -> str:
    """The name to show for a player."""
    try:
        return parse_spec(spec).display_name(seat)
    except LineupError:  # edited by hand
        return clean(spec)


def format_options(options: dict[str, Any], definition: GameType) -> str:
    """Format options in one line, by their labels: `rounds: 8, play all rounds: no`."""
    words = {True: "yes", False: "no"}
    known = list_declared_options(definition.options_type)
    return ", ".join(
        f"{known[name].label[0].lower()}{known[name].label[1:]}: "
        f"{words[value] if isinstance(value, bool) else value}"
        for name, value in options.items()
        if value != ""
    )


FORMULA = ("=", "+", "-", "@", "\t", "\r")
"""The first characters of cells that a spreadsheet would evaluate as formulas."""


def format_as_text(
    transcript: Transcript, definition: GameType, record: Record, *, data: Path
) -> str:
    """Format a match as lines of text: players, options, and what happened, turn by turn."""
    return "\n".join(_list_text_lines(transcript, definition, record, data=data)) + "\n"


def _list_text_lines(
    transcript: Transcript, definition: GameType, record: Record, *, data: Path
) -> Iterator[str]:
    head = build_head(transcript, definition, record)
    yield f"{definition.title}, {head.created}. {describe_viewpoint(transcript)}"
    for seat in transcript.seats:
        yield f"{seat.capitalize()}: {display_name(transcript.players[seat], seat)}"
    yield f"Options: {format_options(head.options_in_force, definition)}."
    if head.seed is not None:
        yield f"Seed: {clean(head.seed)}"
    yield ""
    for before, after in pairwise((None, *transcript.views)):
        yield from definition.narrate(before, after)
    if sealed := transcript.describe_sealed():
        yield sealed
    yield from list_match_caveats(transcript, definition, record, data=data)
    if not transcript.over:
        yield "The match is not over."
    if record.torn:
        yield "The last line of the journal was cut short and is left out."


def list_match_caveats(
    transcript: Transcript, definition: GameType, record: Record, *, data: Path
) -> Iterator[str]:
    """Yield the caveats of a match; once it is over, also players that did not know their word."""
    yield from record_caveats(record)
    if transcript.over:
        versions = record.header.spaces
        yield from list_unknown_words(
            definition, transcript.view, transcript.movers, versions, data=data
        )


def format_as_json(transcript: Transcript, definition: GameType, record: Record) -> str:
    """Format a match as one JSON object: head, result, material, moves and views.

    `moves` are all moves of a complete transcript, or a seat's own; `views` are those of the
    viewpoint before the first turn and after each one. Values that the viewpoint may not know are
    missing (`seed`, secret options) or `null`.
    """
    head = build_head(transcript, definition, record)
    views = [_view_to_json(view) for view in transcript.views]
    branched, totals = record.header.branched, Totals.from_entries(record.entries)
    match: dict[str, Any] = {
        "version": head.version,
        "created": record.header.created,
        "game": definition.name,
        **({} if head.seed is None else {"seed": head.seed}),
        "options": head.options,
        "seats": dict(transcript.players),
        "as": transcript.seat,
        "over": transcript.over,
        "score": transcript.score,
        "branched": branched and asdict(branched),
        "open": record.table_open,
        "not_own": totals.not_own,
        "usage": {seat: asdict(usage) for seat, usage in totals.usage.items()}
        if transcript.over
        else {},
        **definition.build_report(transcript.view),
        "moves": [
            {
                "turn": one.turn,
                "seat": one.entry.seat,
                "player": one.player,
                "provenance": one.entry.provenance,
                "move": encode_move(one.move),
                "time": one.entry.time,
                "seconds": one.entry.seconds,
                "attempts": one.entry.attempts,
            }
            for one in transcript.moves
        ],
        "views": views,
    }
    for name, value in record.header.material.items():
        match.setdefault(name, value if transcript.complete else views[-1].get(name))
    return json.dumps(match, ensure_ascii=False, indent=2) + "\n"


def _view_to_json(view: Any) -> dict[str, Any]:  # noqa: ANN401
    plain: dict[str, Any] = get_type_adapter(type(view)).dump_python(view, mode="json")
    return plain


def format_as_csv(transcript: Transcript, definition: GameType, record: Record) -> str:
    """Format the rows of a match as CSV with a header.

    Every row begins with game and seed, so that the tables of many games can be put together,
    unless the table has a form that is known elsewhere.
    """
    head = {"game": definition.name, "seed": build_head(transcript, definition, record).seed}
    if definition.has_own_columns:
        head = {}
    text = StringIO()
    rows = definition.build_rows(transcript)
    names = [*head, *(rows[0] if rows else ("round", "seat", "player", "move"))]
    writer = csv.DictWriter(text, names, lineterminator="\n")
    writer.writeheader()
    for row in rows:
        writer.writerow({name: _disarm_formula(value) for name, value in (head | row).items()})
    return text.getvalue()


def _disarm_formula(value: Any) -> Any:  # noqa: ANN401
    if isinstance(value, str) and value.startswith(FORMULA):
        return f"'{value}"
    return value


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
