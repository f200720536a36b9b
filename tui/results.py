"""Print the result of a game: as one JSON object for programs, as text for people."""

import json
import sys
from collections.abc import Mapping
from dataclasses import asdict
from pathlib import Path
from typing import TYPE_CHECKING, Any

import typer

from engine.game import Seat
from engine.session import Session

if TYPE_CHECKING:
    from rich.console import Console

FILE_WIDTH = 200
"""Columns of a table that is not printed to a terminal."""


def build_result(session: Session, journal: Path | None = None) -> dict[str, Any]:
    """Build the result of a session as a JSON object; docs/commands.md describes its keys.

    Args:
        session: A session that is over.
        journal: The journal, if the session does not write to it.
    """
    if session.journal is not None:
        journal = session.journal.path
    match, header = session.match, session.header
    score = match.score
    return {
        "game": header.game,
        "seed": header.seed,
        "seats": {name: str(session.specs[Seat(n)]) for n, name in enumerate(match.game.seats)},
        "options": dict(header.options),
        "outcome": None,
        "reason": None,
        "score": score and {match.game.seats[seat]: points for seat, points in score.items()},
        **session.definition.build_report(match.view(None)),
        "branched": header.branched and asdict(header.branched),
        "open": session.table_open,
        "not_own": {seat: dict(counted) for seat, counted in session.totals.not_own.items()},
        "usage": {seat: asdict(used) for seat, used in session.totals.usage.items()},
        "journal": journal and str(journal),
    }


def print_result(session: Session, journal: Path | None = None, *, as_json: bool = False) -> None:
    """Print the result to stdout: as text, or as one line of JSON in ASCII, safe in any locale."""
    result = build_result(session, journal)
    if as_json:
        typer.echo(json.dumps(result))
    else:
        _print_text(session, result)


def create_console() -> "Console":
    """Create a console for stdout; wide if stdout is no terminal."""
    from rich.console import Console

    width = None if sys.stdout.isatty() else FILE_WIDTH
    return Console(width=width, markup=False, emoji=False, highlight=False)


def _print_text(session: Session, result: dict[str, Any]) -> None:
    """Print the players, the material, every round, the outcome and the journal's path."""
    from rich.table import Column, Table
    from rich.text import Text

    out, view = create_console(), session.match.view(None)
    out.print(Text(f"{session.definition.title}, seed {result['seed']}", style="bold"))
    seats = Table(box=None, show_header=False, pad_edge=False)
    for name, spec in result["seats"].items():
        ending = result["score"] and format_ending(result["score"], name)
        seats.add_row(Text(name.capitalize()), Text(spec), ending)
    out.print(seats)
    for name in session.header.material:
        match getattr(view, name, None):
            case tuple(words):
                numbered = (f"{number} {word}" for number, word in enumerate(words, 1))
                out.print(Text(f"{name.capitalize()}: {', '.join(numbered)}"))
            case str(word) if name in result:  # other strings say how the material was made
                out.print(Text(f"{name.capitalize()}: {word}"))
    out.print()
    listed = result[session.definition.listed]
    if played := [row if isinstance(row, dict) else {"": row} for row in listed]:
        keys = list(dict.fromkeys(key for row in played for key in row))
        names = (session.definition.unit.capitalize(), *map(str.capitalize, keys))
        columns = (Column(name, overflow="fold") for name in names)
        table = Table(*columns, box=None, pad_edge=False)
        for number, row in enumerate(played, 1):
            table.add_row(str(number), *(Text(format_cell(row.get(key, ""))) for key in keys))
        out.print(table)
        out.print()
    if ending := ", ".join(filter(None, (result["outcome"], result["reason"]))):
        out.print(Text(f"Outcome: {ending}.", style="bold"))
    for caveat in session.caveats:
        out.print(Text(caveat))
    if result["journal"]:
        out.print(Text(f"Journal: {result['journal']}"), soft_wrap=True)


def format_ending(score: Mapping[str, float], seat: str) -> str:
    """Say whether a seat won or lost, with its points in games that count them.

    Nobody has won where nobody has a point: a cooperative team that failed, or a draw.
    """
    most = max(score.values())
    word = "won" if score[seat] == most > 0 else "lost"
    return word if most <= 1 else f"{word} with {score[seat]:g} points"


def format_cell(value: object) -> str:
    """Format a value for a table: `3-1-4` for a code, `moon, tide` for words, `p1 3, p2 0`."""
    if isinstance(value, dict):
        return ", ".join(f"{key} {item}" for key, item in value.items())
    if isinstance(value, list) and value and isinstance(value[0], dict):
        return ", ".join(" ".join(map(str, item.values())) for item in value)
    if isinstance(value, list):
        mark = "-" if all(isinstance(item, int) for item in value) else ", "
        return mark.join(map(str, value))
    return str(value)
