"""The report of a check: answers by game and role, as JSON or as a table."""

import json as json_
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path
from statistics import median
from typing import TYPE_CHECKING, Any

from rich.table import Table
from rich.text import Text

from engine.text import clean
from tui.console import create_console
from tui.output import echo

if TYPE_CHECKING:
    from engine.players.agent_check import CheckResult


LONGEST_REASON = 400
"""Characters of a reason that are printed."""


@dataclass(frozen=True, slots=True)
class RoleCount:
    """The answers of an agent in one role of one game."""

    game: str
    role: str
    asked: int
    legal: int
    illegal: int
    unreadable: int
    failed: int
    slow: int
    seconds: float
    """The median time of an answer."""
    tokens_in: int
    tokens_out: int
    cost: float | None

    @property
    def is_fine(self) -> bool:
        """Whether every answer was legal and none was slow."""
        return self.legal == self.asked and not self.slow


@dataclass(frozen=True, slots=True)
class AgentReport:
    """The result of a check."""

    spec: str
    rows: list[RoleCount]
    wrong: "list[CheckResult]"
    """The answers that were not legal."""
    learned: list[str]
    """Sentences about settings that a model's server refused, and how Parlour adapts."""
    server: dict[str, Any] | None
    """What a model's server accepts; `None` for other agents."""
    log_folder: Path | None
    """The folder of the call log and stderr."""


def count_answers(answers: "Iterable[CheckResult]", slow: float) -> list[RoleCount]:
    """Count answers by game and role, in the order in which these first occur.

    Args:
        answers: The result of each question.
        slow: The seconds from which an answer counts as slow.
    """
    groups: dict[tuple[str, str], list[CheckResult]] = {}
    for answer in answers:
        groups.setdefault((answer.game, answer.role), []).append(answer)
    return [_count_role(game, role, group, slow) for (game, role), group in groups.items()]


def _count_role(game: str, role: str, answers: "list[CheckResult]", slow: float) -> RoleCount:
    verdicts = [answer.verdict for answer in answers]
    costs = [answer.cost for answer in answers if answer.cost is not None]
    return RoleCount(
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


def print_json(report: AgentReport) -> None:
    names = RoleCount.__slots__
    wrong = ("game", "role", "verdict", "why")
    result = {
        "player": report.spec,
        "fine": bool(report.rows) and all(row.is_fine for row in report.rows),
        "roles": [{name: getattr(row, name) for name in names} for row in report.rows],
        "wrong": [{name: getattr(answer, name) for name in wrong} for answer in report.wrong],
        "server": report.server,
        "learned": report.learned,
        "kept": report.log_folder and str(report.log_folder),
    }
    echo(json_.dumps(result))


def print_table(report: AgentReport) -> None:
    """Print a line for each role, then reasons and what a model's server accepts."""
    out = create_console()
    out.print(Text(clean(report.spec, LONGEST_REASON), style="bold"))
    out.print(_build_table(report.rows))
    reasons = dict.fromkeys(
        (a.game, a.role, a.verdict, clean(a.why, LONGEST_REASON)) for a in report.wrong
    )
    lines = [f"{game} {role}, {verdict}: {why}" for game, role, verdict, why in reasons]
    if report.server is not None and any(row.failed < row.asked for row in report.rows):
        lines.append(_format_server(report.server))
    lines += report.learned
    if report.log_folder is not None:
        lines.append(f"Calls, and what was written to stderr: {report.log_folder}")
    if lines:
        out.print()
    for line in lines:
        out.print(Text(line), soft_wrap=True)
    legal, asked = sum(row.legal for row in report.rows), sum(row.asked for row in report.rows)
    slow = sum(row.slow for row in report.rows)
    ending = f", {slow} slow" if slow else ""
    out.print(Text(f"\n{legal} of {asked} answers were legal{ending}.", style="bold"))


def _build_table(rows: list[RoleCount]) -> "Table":
    """A line for each role; to fit into 80 columns it leaves out what never happened."""
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


def _format_server(server: dict[str, Any]) -> str:
    form = {
        "schema": "by a JSON schema",
        "json": "as JSON by a switch",
        "tools": "as the call of a function",
    }.get(server["form"])
    pictures = {True: "taken", False: "not taken", None: "not tried"}[server["pictures"]]
    return (
        f"{server['model']} on {server['host']}: answers asked for {form or 'in plain text'}; "
        f"pictures {pictures}."
    )
