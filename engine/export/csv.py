"""Format the rows of a match as CSV, without pandas, which only the laboratory has."""

import csv
from io import StringIO

from engine.export.csv_cell import clean_cell
from engine.export.match_head import build_head
from engine.game import GameType
from engine.journal.record import Record
from engine.journal.transcript import Transcript


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
    writer.writerow({name: clean_cell(name) for name in names})
    for row in rows:
        writer.writerow({name: clean_cell(value) for name, value in (head | row).items()})
    return text.getvalue()
