"""Exports of a match from its journal: text, JSON, CSV and HTML."""

from typing import Literal, get_args

from engine.games.definition import GameDefinition
from engine.journal_reader import Record
from engine.options import explain_unknown
from engine.transcript import build_transcript

type Format = Literal["text", "json", "csv", "html"]
FORMATS: tuple[Format, ...] = get_args(Format.__value__)
"""The formats that a match can be exported to."""


class ExportError(ValueError):
    """A seat or a format that does not exist."""


def export_calls(record: Record, definition: GameDefinition, format: Format) -> str:  # noqa: A002
    """Export how every move of a match came about: what was asked, answered and compared.

    Args:
        record: The journal.
        definition: The game in the catalog.
        format: `text` or `json`.

    Raises:
        ExportError: If it is another format.
        NotOpen: If people still play, and the table was not opened.
        JournalError: If the journal or the file of calls is damaged, by its line.
        SpaceError: If the vectors of a baseline are gone, or damaged.
        DeckError: If the cards are gone, or have changed.
    """
    from engine.export.calls import calls_as_json, calls_as_text

    if format not in ("text", "json"):
        raise ExportError(f"Calls are printed as text or json, not as {format}.")
    return (calls_as_json if format == "json" else calls_as_text)(record, definition)


def export_match(
    record: Record,
    definition: GameDefinition,
    seat: str | None,
    format: Format,  # noqa: A002
) -> str:
    """Export a match with exactly what a viewpoint may see.

    An onlooker sees everything once the match is over, before that only what is public. A seat
    sees its views, turn by turn, and its own moves. The seed is exported only with everything
    else, as everything can be dealt again from it.

    Args:
        record: The journal.
        definition: The game in the catalog.
        seat: The viewpoint: the name of a seat, or `None` for an onlooker.
        format: One of `FORMATS`.

    Raises:
        ExportError: If there is no such seat or format.
        JournalError: If the journal does not fit the game, by its line.
    """
    game = definition.load_game(record)
    if seat is not None and seat not in game.seats:
        raise ExportError(explain_unknown("seat", seat, game.seats))
    transcript = build_transcript(record, game, seat)
    match format:
        case "text":
            from engine.export.match_formats import as_text

            return as_text(transcript, definition, record)
        case "json":
            from engine.export.match_formats import as_json

            return as_json(transcript, definition, record)
        case "csv":
            from engine.export.match_formats import as_csv

            return as_csv(transcript, definition, record)
        case "html":
            from engine.export.match_formats import as_html

            return as_html(transcript, definition, record)
    raise ExportError(explain_unknown("format", format, FORMATS))
