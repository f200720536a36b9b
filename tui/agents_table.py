"""What a check of an agent has found: counted by game and role, and printed."""

import json
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path
from statistics import median
from typing import TYPE_CHECKING, Any

import typer

from engine.text import clean

if TYPE_CHECKING:
    from rich.table import Table

    from engine.agents.checking import Answer

LONG = 400
"""The most characters of a reason that are shown."""


@dataclass(frozen=True, slots=True)
class Row:
    """How an agent did in one role of one game."""

    game: str
    role: str
    asked: int
    legal: int
    illegal: int
    unreadable: int
    failed: int
    slow: int
    seconds: float
    """The median time for an answer."""
    tokens_in: int
    tokens_out: int
    cost: float | None

    @property
    def fine(self) -> bool:
        """Every answer was legal, and none was slow."""
        return self.legal == self.asked and not self.slow


@dataclass(frozen=True, slots=True)
class Told:
    """What a check has found."""

    spec: str
    rows: list[Row]
    wrong: "list[Answer]"
    """The answers that were not legal."""
    learned: list[str]
    """What the server of a model refused, and what is done about it, in sentences."""
    server: dict[str, Any] | None
    """What it takes; `None` for other agents."""
    kept: Path | None
    """The folder with calls and stderr."""


def rows(answers: "Iterable[Answer]", slow: float) -> list[Row]:
    """The answers by game and role, in the order in which these came up.

    Args:
        answers: What became of each question.
        slow: The seconds from which on an answer is slow.
    """
    groups: dict[tuple[str, str], list[Answer]] = {}
    for answer in answers:
        groups.setdefault((answer.game, answer.role), []).append(answer)
    return [_row(game, role, group, slow) for (game, role), group in groups.items()]


def _row(game: str, role: str, answers: "list[Answer]", slow: float) -> Row:
    verdicts = [answer.verdict for answer in answers]
    costs = [answer.cost for answer in answers if answer.cost is not None]
    return Row(
        game=game,
        role=role,
        asked=len(answers),
        legal=verdicts.count("legal"),
        illegal=verdicts.count("illegal"),
        unreadable=verdicts.count("unreadable"),
        failed=verdicts.count("failed"),
        slow=sum(answer.seconds >= slow for answer in answers),
        seconds=round(median(answer.seconds for answer in answers), 3),
        tokens_in=sum(answer.tokens_in for answer in answers),
        tokens_out=sum(answer.tokens_out for answer in answers),
        cost=sum(costs) if costs else None,
    )


def print_json(told: Told) -> None:
    """As one object, for programs."""
    names = [name for name in Row.__slots__ if name != "fine"]
    wrong = ("game", "role", "verdict", "why")
    result = {
        "player": told.spec,
        "fine": bool(told.rows) and all(row.fine for row in told.rows),
        "roles": [{name: getattr(row, name) for name in names} for row in told.rows],
        "wrong": [{name: getattr(answer, name) for name in wrong} for answer in told.wrong],
        "server": told.server,
        "learned": told.learned,
        "kept": told.kept and str(told.kept),
    }
    typer.echo(json.dumps(result))


def print_table(told: Told) -> None:
    """For people: a line for each role, what was wrong, and what its server takes."""
    from rich.text import Text

    from tui.results import console

    out = console()
    out.print(Text(clean(told.spec, LONG), style="bold"))
    out.print(_table(told.rows))
    reasons = dict.fromkeys((a.game, a.role, a.verdict, clean(a.why, LONG)) for a in told.wrong)
    lines = [f"{game} {role}, {verdict}: {why}" for game, role, verdict, why in reasons]
    if told.server is not None and any(row.failed < row.asked for row in told.rows):
        lines.append(_server(told.server))
    lines += told.learned
    if told.kept is not None:
        lines.append(f"Calls, and what was written to stderr: {told.kept}")
    if lines:
        out.print()
    for line in lines:
        out.print(Text(line), soft_wrap=True)
    legal, asked = sum(row.legal for row in told.rows), sum(row.asked for row in told.rows)
    slow = sum(row.slow for row in told.rows)
    ending = f", {slow} slow" if slow else ""
    out.print(Text(f"\n{legal} of {asked} answers were legal{ending}.", style="bold"))


def _table(rows: list[Row]) -> "Table":
    """A line for each role; what happened in none has no column, as 80 have little room."""
    from rich.table import Table

    columns: dict[str, list[str]] = {
        "Game": [row.game for row in rows],
        "Role": [row.role for row in rows],
    }
    for name in ("asked", "legal", "illegal", "unreadable", "failed", "slow"):
        counts = [getattr(row, name) for row in rows]
        if any(counts) or name in {"asked", "legal"}:
            columns[name.capitalize()] = [str(count or "-") for count in counts]
    columns["Seconds"] = [f"{row.seconds:.2f}" for row in rows]
    if any(row.tokens_in for row in rows):
        columns["Tokens"] = [f"{row.tokens_in:,} + {row.tokens_out:,}" for row in rows]
    if any(row.cost is not None for row in rows):
        columns["Cost"] = ["" if row.cost is None else f"{row.cost:.4f}" for row in rows]
    shown = Table(box=None, pad_edge=False)
    for name in columns:
        shown.add_column(name, justify="left" if name in {"Game", "Role"} else "right")
    for cells in zip(*columns.values(), strict=True):
        shown.add_row(*cells)
    return shown


def _server(server: dict[str, Any]) -> str:
    """What a server takes, in a line."""
    form = {"schema": "by a JSON schema", "json": "as JSON by a switch"}.get(server["form"])
    pictures = {True: "taken", False: "not taken", None: "not tried"}[server["pictures"]]
    return (
        f"{server['model']} on {server['host']}: answers asked for {form or 'in plain text'}; "
        f"pictures {pictures}."
    )
