"""Print the result of a game as text or JSON."""

import json
from collections.abc import Collection, Iterator, Mapping, Sequence
from enum import Enum
from pathlib import Path
from typing import Any

from rich.console import Console
from rich.table import Column, Table
from rich.text import Text

from engine.defaults.report import BLANKS
from engine.distinct_names import distinguish_names
from engine.export.people import People
from engine.joined_text import join_names
from engine.seat import Seat
from engine.session import Session
from engine.session_result import build_result
from engine.winners import is_draw, is_score, name_team
from tui.console import create_console
from tui.output import echo

MAX_NAMED = 3
"""If there are more winners, only their team is named."""
LONG_TEXT = 3
"""How many spaces make a text so long that it has a line of its own in a table."""


def print_result(session: Session, journal: Path | None = None, *, as_json: bool = False) -> None:
    """Print the result to stdout: as text, or as one line of JSON in ASCII, safe in any locale."""
    result = build_result(session, journal)
    if as_json:
        echo(json.dumps(result))
    else:
        _print_text(session, result)


def _print_text(session: Session, result: dict[str, Any]) -> None:
    """Print the players, the material, every round, the outcome and the journal's path."""
    out = create_console()
    people = name_people(session)
    out.print(Text(f"{session.definition.title}, seed {result['seed']}", style="bold"))
    seats = Table(box=None, show_header=False, pad_edge=False)
    for name, spec in result["seats"].items():
        ending = result["score"] and format_ending(result["score"], name, result["outcome"])
        seats.add_row(Text(people.describe_seat(name)), Text(spec), ending)
    out.print(seats)
    for label, value in list_material(session):
        match value:
            case tuple(words):
                numbered = (f"{number} {word}" for number, word in enumerate(words, 1))
                out.print(Text(f"{label}: {', '.join(numbered)}"))
            case str(word) if label.lower() in result:  # others say how the material was made
                out.print(Text(f"{label}: {word}"))
    out.print()
    listed = people.name_seats(result[session.definition.listed])
    if played := [row if isinstance(row, dict) else {"": row} for row in listed]:
        unit = session.definition.unit
        keys = [key for key in dict.fromkeys(key for row in played for key in row) if key != unit]
        heads = (unit, *(key.replace("_", " ") for key in keys))
        columns = (Column(head.capitalize(), overflow="fold") for head in heads)
        table = Table(*columns, box=None, pad_edge=False)
        for number, row in enumerate(played, 1):
            place = str(row.get(unit, number))
            table.add_row(place, *(Text(format_cell(row.get(key, ""))) for key in keys))
        out.print(table)
        out.print()
    _print_ending(session, result, out)
    if result["journal"]:
        out.print(Text(f"Journal: {result['journal']}"), soft_wrap=True)


def _print_ending(session: Session, result: dict[str, Any], out: Console) -> None:
    """Print who has won and why, and what has to be said of the result."""
    people = name_people(session)
    teams = session.definition.list_teams(session.match.game.options)
    winners = session.winners if result["score"] else ()
    outcome = name_outcome(people, result["outcome"], winners, teams)
    named = {**people.name_seats(result), "outcome": outcome}
    if ending := format_outcome(named):
        out.print(Text(f"Outcome: {ending}.", style="bold"))
    if not session.match.awaits and session.definition.brings("find_highlights"):
        view = session.match.view(None)
        out.print(Text(people.format_parts(session.definition.find_highlights(view).decisive)))
    for caveat in session.caveats:
        out.print(Text(caveat))


def name_people(session: Session) -> People:
    """Name the players of a session for people who read a text."""
    return People(session.match.game.seats, distinguish_names(session.display_names))


def name_outcome(
    people: People, outcome: object, winners: Sequence[Seat] = (), teams: Collection[str] = ()
) -> object:
    """Name the players in an outcome: `● Ada` for `interceptor`, `Ada, Ben` for `p1, p2`.

    The few players of a team or a hidden side are named after it: `White (Ada and Ben)` for
    `white`, `civilians (Ada and Ben)` for `civilians`.
    """
    if not isinstance(outcome, str):
        return outcome
    few = 0 < len(winners) <= MAX_NAMED
    players = join_names(people.labels[seat] for seat in winners) if few else ""
    if outcome in teams:
        return f"{name_team(outcome)} ({players})" if few else name_team(outcome)
    named = people.name_players(outcome)
    if few and outcome == "everybody":
        return players
    return f"{named} ({players})" if few and named == outcome else named


def list_material(session: Session) -> Iterator[tuple[str, object]]:
    """List what a match was dealt, as far as it may be known: labels, and words or other values.

    What one team was dealt is labelled by the team: `black_keywords` is of the team `black`, and
    the `keywords` beside it are of the other team.
    """
    definition, material = session.definition, session.header.material
    view, teams = session.match.view(None), definition.list_teams(session.match.game.options)
    for name, value in material.items():
        team = next((one for one in teams if name.startswith(f"{one}_")), "")
        others = [one for one in teams if f"{one}_{name}" not in material]
        rest = others[0] if len(others) == 1 else ""
        known = getattr(view, name, None)
        if team and not session.match.awaits and isinstance(value, list):
            known = tuple(map(str, value))
        label = name.removeprefix(f"{team}_") if team else name
        owner = (team or rest) if isinstance(known, tuple) else ""
        yield f"{owner} {label}".strip().capitalize(), known


def format_ending(score: Mapping[str, float], seat: str, outcome: object = None) -> str:
    """Format whether a seat won, lost or drew, with its points in games that count them.

    If nobody has a point, everybody has lost, as in a cooperative game.
    """
    most = max(score.values())
    word = "won" if score[seat] == most > 0 else "lost"
    if is_draw(outcome, score.values()):
        word = "draw"
    points = f"{score[seat]:g} {'point' if score[seat] == 1 else 'points'}"
    if is_score(outcome):
        return points
    return word if most <= 1 else f"{word} with {points}"


def format_outcome(result: Mapping[str, Any]) -> str:
    """Join the outcome and the reason of a result, if present."""
    known = (result[key] for key in ("outcome", "reason") if result[key] not in (None, ""))
    return ", ".join(format_cell(one).replace("_", " ") for one in known)


def _format_pair(key: str, value: object) -> str:
    """Format what a seat got, `Ada 3`, or whom it named: `Ada → Ben`."""
    return f"{key} → {value}" if isinstance(value, str) else f"{key} {format_cell(value)}"


def _needs_line(entry: Mapping[str, object]) -> bool:
    """Whether an entry of a list holds texts of several words, or lists."""
    return any(
        " " in value if isinstance(value, str) else isinstance(value, list | dict)
        for value in entry.values()
    )


def _format_entry(entry: Mapping[str, object]) -> str:
    """Format an entry of a list: `p1: I like it.` or `a small fish; author p1; votes p2, p3`.

    What is empty is left out.
    """
    told = {name: value for name, value in entry.items() if value not in BLANKS}
    (_, first), *rest = told.items() or [("", None)]
    if len(entry) == 2 and "seat" in entry and rest:
        return f"{first}: {format_cell(rest[0][1])}"
    others = (f"{name.replace('_', ' ')} {format_cell(value)}" for name, value in rest)
    return "; ".join((format_cell(first), *others))


def format_cell(value: object) -> str:  # noqa: PLR0911 - a return for each type of value
    """Format a value for a table: `3-1-4` for a code, `moon, tide` for words, `p1 3, p2 0`.

    Long texts, and entries that hold texts or lists, have a line each.
    """
    if value is None:
        return "-"
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, Enum):
        return value.name.lower().replace("_", " ")
    if isinstance(value, dict):
        return ", ".join(_format_pair(key, item) for key, item in value.items())
    if isinstance(value, list) and value and isinstance(value[0], dict):
        if any(map(_needs_line, value)):
            return "\n".join(map(_format_entry, value))
        return ", ".join(" ".join(map(format_cell, item.values())) for item in value)
    if isinstance(value, list):
        if any(isinstance(item, str) and item.count(" ") >= LONG_TEXT for item in value):
            return "\n".join(map(format_cell, value))
        mark = "-" if all(type(item) is int for item in value) else ", "
        return mark.join(map(format_cell, value))
    return str(value)
