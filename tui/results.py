"""How a game ended: as one JSON object for programs, as a page of text for people."""

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

WIDE = 200
"""Columns of text for a file, where no terminal says how many there are."""


def as_object(session: Session, journal: Path | None = None) -> dict[str, Any]:
    """The result of a session as JSON knows it; keys as in `docs/commands.md`.

    Args:
        session: Played to the end.
        journal: Where it is kept, if the session does not write to it.
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
        "open": session.opened,
        "not_own": {seat: dict(counted) for seat, counted in session.totals.not_own.items()},
        "usage": {seat: asdict(used) for seat, used in session.totals.usage.items()},
        "journal": journal and str(journal),
    }


def print_result(session: Session, journal: Path | None = None, *, as_json: bool = False) -> None:
    """The result on stdout: for people, or one line of ASCII that no locale can spoil."""
    told = as_object(session, journal)
    if as_json:
        typer.echo(json.dumps(told))
    else:
        _print(session, told)


def console() -> "Console":
    """Stdout for people; as wide as needed where it is no terminal."""
    from rich.console import Console

    width = None if sys.stdout.isatty() else WIDE
    return Console(width=width, markup=False, emoji=False, highlight=False)


def _print(session: Session, told: dict[str, Any]) -> None:
    """Who played and won, what was secret, every round, and where the game is kept."""
    from rich.table import Column, Table
    from rich.text import Text

    out, view = console(), session.match.view(None)
    out.print(Text(f"{session.definition.title}, seed {told['seed']}", style="bold"))
    seats = Table(box=None, show_header=False, pad_edge=False)
    for name, spec in told["seats"].items():
        seats.add_row(
            Text(name.capitalize()), Text(spec), told["score"] and won(told["score"], name)
        )
    out.print(seats)
    for name in session.header.material:
        match getattr(view, name, None):
            case tuple(words):
                numbered = (f"{number} {word}" for number, word in enumerate(words, 1))
                out.print(Text(f"{name.capitalize()}: {', '.join(numbered)}"))
            case str(word) if name in told:  # not how the material was made
                out.print(Text(f"{name.capitalize()}: {word}"))
    out.print()
    if played := told[session.definition.listed]:
        keys = list(dict.fromkeys(key for one in played for key in one))
        names = (session.definition.unit.capitalize(), *map(str.capitalize, keys))
        columns = (Column(name, overflow="fold") for name in names)
        table = Table(*columns, box=None, pad_edge=False)
        for number, one in enumerate(played, 1):
            table.add_row(str(number), *(Text(spoken(one.get(key, ""))) for key in keys))
        out.print(table)
        out.print()
    out.print(Text(f"Outcome: {told['outcome']}, {told['reason']}.", style="bold"))
    for remark in session.caveats:
        out.print(Text(remark))
    if told["journal"]:
        out.print(Text(f"Journal: {told['journal']}"), soft_wrap=True)


def won(score: Mapping[str, float], seat: str) -> str:
    """`won` or `lost`, and with how many points where it is more than that."""
    most = max(score.values())
    word = "won" if score[seat] == most else "lost"
    return word if most <= 1 else f"{word} with {score[seat]:g} points"


def spoken(value: object) -> str:
    """A cell of a table: 3-1-4 for a code, words with commas between, `p1 3, p2 0` by seat."""
    if isinstance(value, dict):
        return ", ".join(f"{key} {one}" for key, one in value.items())
    if isinstance(value, list) and value and isinstance(value[0], dict):
        return ", ".join(" ".join(map(str, one.values())) for one in value)
    if isinstance(value, list):
        mark = "-" if all(isinstance(one, int) for one in value) else ", "
        return mark.join(map(str, value))
    return str(value)
