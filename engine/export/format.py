"""Export a match, or its calls, in one of the formats."""

from collections.abc import Sequence
from pathlib import Path
from typing import Literal, get_args

from engine.errors import OptionError
from engine.export.calls import format_calls_as_json, format_calls_as_text
from engine.export.csv import format_as_csv
from engine.export.html import format_as_html
from engine.export.json import format_as_json
from engine.export.people import People
from engine.export.text import format_as_text
from engine.game import GameType
from engine.journal.record import Record
from engine.journal.replay import load_game
from engine.journal.transcript_builder import build_transcript
from engine.suggestion import explain_unknown

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
    labels: Sequence[str] | None = None,
    colours: Sequence[int] = (),
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
        labels: The players' names in text and HTML, in the order of the seats; by default those
            of their SPECs.
        colours: The numbers of the players' colours in HTML, from 1; by default none.

    Raises:
        OptionError: If there is no such seat or format.
        JournalError: If the journal does not fit the game; the message gives the line.
    """
    game = load_game(definition, record)
    if seat is not None and seat not in game.seats:
        raise OptionError(explain_unknown("seat", seat, game.seats))
    transcript = build_transcript(record, game, seat)
    people = People.of_transcript(transcript, labels, colours)
    match format:
        case "text":
            return format_as_text(transcript, definition, record, people, data=data)
        case "json":
            return format_as_json(transcript, definition, record)
        case "csv":
            return format_as_csv(transcript, definition, record)
        case "html":
            return format_as_html(transcript, definition, record, people, data=data)
    raise OptionError(explain_unknown("format", format, FORMATS))
