"""A match as comma-separated values, for a spreadsheet or a data frame."""

import csv
from io import StringIO
from typing import Any

from engine.export.facts import facts
from engine.games.definition import GameDefinition
from engine.record import Record
from engine.transcript import Transcript

FORMULA = ("=", "+", "-", "@", "\t", "\r")
"""How a cell begins that a spreadsheet would run instead of showing it."""


def as_csv(transcript: Transcript, definition: GameDefinition, record: Record) -> str:
    """The rows of the game under one line of names.

    Game and seed lead every row, so that the tables of many games can be put together,
    unless the table is one that others know as it is.
    """
    head = {"game": definition.name, "seed": facts(transcript, definition, record).seed}
    if definition.known_table:
        head = {}
    text = StringIO()
    rows = definition.build_rows(transcript)
    names = [*head, *(rows[0] if rows else ("round", "seat", "player", "move"))]
    writer = csv.DictWriter(text, names, lineterminator="\n")
    writer.writeheader()
    for row in rows:
        writer.writerow({name: _inert(value) for name, value in (head | row).items()})
    return text.getvalue()


def _inert(value: Any) -> Any:  # noqa: ANN401
    if isinstance(value, str) and value.startswith(FORMULA):
        return f"'{value}"
    return value
