"""`parlour agents check`: ask an agent for moves in fixed positions, and report its answers.

For each role of each game, the report counts answers that were legal, illegal, unreadable, failed
or slow. For a model it also says what its server accepts.
"""

import json as json_
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from engine.text import clean
from tui.shared_options import add_program_options, build_help

if TYPE_CHECKING:
    from rich.table import Table

    from engine.config.settings import Settings
    from engine.game import GameType
    from engine.player import Player
    from engine.players.check import CheckResult
    from engine.players.spec import Spec
    from engine.position import Position

LONGEST_REASON = 400
"""Characters of a reason that are printed."""

agents = typer.Typer(
    name="agents",
    no_args_is_help=True,
    help="Check an agent: a program, a Python player, or a model.",
)


@agents.callback()
def _group() -> None:
    """Keep `check_agent` a command of its own, though it is the only one: Typer would merge it."""


@add_program_options
def check_agent(
    context: typer.Context,
    spec: Annotated[str, typer.Argument(metavar="SPEC", help="The agent, as in --seat SEAT=SPEC.")],
    game: Annotated[str | None, typer.Option(help="Only this game. Default: every game.")] = None,
    role: Annotated[str | None, typer.Option(help="Only this role. Default: every role.")] = None,
    positions: Annotated[
        int, typer.Option(min=1, max=100, metavar="N", help="How many positions for each role.")
    ] = 2,
    slow: Annotated[
        float, typer.Option(min=0.001, metavar="SECONDS", help="Answers that take longer are slow.")
    ] = 10.0,
    json: Annotated[bool, typer.Option("--json", help="Print the result as one object.")] = False,
) -> None:
    r"""Ask an agent for moves at fixed positions of every game and role, and report how it does.

    Each position is asked once, and always in the same way. For a model the report also says what
    its server does not accept.

    Exit code: 0 all answers were legal and none slow, 1 some were not, 2 usage or configuration,
    3 the agent failed every time.

    \b
    Examples
      parlour agents check exec:./bot.sh --game decrypto --role interceptor
      parlour agents check llm:gpt-4o --positions 5 --json
    """
    from engine.comet.settings import COMET_GAMES
    from engine.errors import PlayerError, SetupError
    from engine.games.catalog import CATALOG, find
    from engine.players.check import check_agent
    from engine.players.spec import LineupError, parse_spec
    from engine.text import clean
    from tui.stop_signals import run_stoppable

    agent = CheckedAgent(parse_spec(spec), context.obj)
    playable = (
        one for name, one in CATALOG.items() if agent.spec.kind != "comet" or name in COMET_GAMES
    )
    definitions = (find(game),) if game else tuple(playable)
    answers: list[CheckResult] = []

    async def ask_all() -> None:
        async for answer in check_agent(definitions, agent.create_player, positions, role):
            answers.append(answer)
            typer.echo(f"{answer.game} {answer.role}: {answer.verdict}", err=True)

    why = ""
    try:
        run_stoppable(ask_all())
    except SetupError as error:
        raise LineupError(str(error)) from None
    except PlayerError as error:
        why = clean(str(error), LONGEST_REASON)
    rows = count_answers(answers, slow)
    report = AgentReport(
        spec,
        rows,
        [answer for answer in answers if answer.why],
        [clean(sentence, LONGEST_REASON) for sentence in dict.fromkeys(agent.learned)],
        agent.describe_server(answers),
        agent.log_folder,
    )
    (print_json if json else print_table)(report)
    if why:
        raise PlayerError(f"Nothing but failures: {why}")
    if not all(row.is_fine for row in rows):
        raise typer.Exit(1)


class CheckedAgent:
    """The agent, which becomes a new player at each position."""

    def __init__(self, spec: "Spec", settings: "Settings") -> None:
        from engine.journal.folder import choose_journal_path

        self.spec = spec
        self.settings = settings
        self.learned: list[str] = []
        """Sentences about settings that its server refused."""
        self.path = choose_journal_path(settings.data / "checks", "check").with_suffix(
            ".calls.jsonl"
        )
        """The call log; what a program writes to stderr goes to a file beside it."""

    def create_player(self, definition: "GameType", position: "Position") -> "Player[Any, Any]":
        """Create its player for a position.

        Raises:
            LineupError: If it cannot play there.
        """
        from engine.errors import OptionError
        from engine.players.factory import create_player
        from engine.players.spec import LineupError
        from engine.position import SEED

        try:
            definition.check_material(position.material, self.spec.kind)
        except OptionError as error:
            raise LineupError(str(error)) from None
        return create_player(
            self.spec,
            definition,
            position.game,
            position.seat,
            SEED,
            settings=self.settings,
            calls=self.path,
            notify=self.learned.append,
        )

    @property
    def log_folder(self) -> Path | None:
        """The folder of the call log and stderr, if this check has written to it."""
        name = self.path.name.removesuffix(".calls.jsonl")
        files = self.path.parent.glob(f"{name}*")
        return self.path.parent if any(file.stat().st_size for file in files) else None

    def describe_server(self, answers: "list[CheckResult]") -> dict[str, Any] | None:
        """Describe what a model's server accepts, as far as it was tried; `None` for other agents.

        Args:
            answers: The result of each question.
        """
        if not self.spec.asks_model:
            return None
        from engine.llm.limits import find_server_limits
        from engine.players.spec import find_model

        model = find_model(self.spec, settings=self.settings)
        limits = find_server_limits(model)
        seen = {answer.verdict != "failed" for answer in answers if answer.game == "dixit"}
        return {
            "host": model.server.host,
            "model": model.name,
            "form": limits.answer_format,
            "without": sorted(limits.unsupported),
            "pictures": None if not seen else True in seen,
        }


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
    from statistics import median

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
    typer.echo(json_.dumps(result))


def print_table(report: AgentReport) -> None:
    """Print a line for each role, then reasons and what a model's server accepts."""
    from rich.text import Text

    from tui.headless import create_console

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


def _format_server(server: dict[str, Any]) -> str:
    form = {"schema": "by a JSON schema", "json": "as JSON by a switch"}.get(server["form"])
    pictures = {True: "taken", False: "not taken", None: "not tried"}[server["pictures"]]
    return (
        f"{server['model']} on {server['host']}: answers asked for {form or 'in plain text'}; "
        f"pictures {pictures}."
    )


agents.command("check", help=build_help(check_agent))(check_agent)
