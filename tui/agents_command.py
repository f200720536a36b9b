"""`parlour agents`: try an agent before it sits down at a table."""

import json as json_
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path
from statistics import median
from typing import TYPE_CHECKING, Annotated, Any

import typer

from engine.text import clean
from tui.help_text import taught

if TYPE_CHECKING:
    from engine.agents.checking import Answer
    from engine.agents.positions import Position
    from engine.entry import Entry
    from engine.lineup import Spec
    from engine.players import Player

LONG = 400
"""The most characters of a reason that are shown."""

agents = typer.Typer(
    name="agents",
    no_args_is_help=True,
    help="Try an agent: a program, a player in Python, or a model.",
)


@agents.callback()
def _group() -> None:
    """Keep `check` a command of its own, though it is the only one."""


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


def check_agent(
    spec: Annotated[
        str, typer.Argument(metavar="SPEC", help="Who is tried, as in --seat SEAT=SPEC.")
    ],
    game: Annotated[str | None, typer.Option(help="Only this game; left out, every game.")] = None,
    role: Annotated[str | None, typer.Option(help="Only this role; left out, every role.")] = None,
    positions: Annotated[
        int, typer.Option(min=1, max=100, metavar="N", help="How many positions of each role.")
    ] = 2,
    slow: Annotated[
        float, typer.Option(min=0.001, metavar="SECONDS", help="What counts as slow.")
    ] = 10.0,
    json: Annotated[bool, typer.Option("--json", help="Print the result as one object.")] = False,
) -> None:
    r"""Put an agent through fixed positions of every game and role, and tell how it does.

    Each position is asked once, as at the beginning of a move. What is asked is always the same.
    Of a model it is told, too, what its server was found not to take.

    Exit code: 0 all answers were legal and none slow, 1 some were not, 2 usage or configuration,
    3 the agent did nothing but fail.

    \b
    Examples
      parlour agents check exec:./bot.sh --game decrypto --role interceptor
      parlour agents check llm:gpt-4o --positions 5 --json
    """
    from asyncio import run

    from engine.agents.checking import check
    from engine.catalog import CATALOG, find
    from engine.lineup import LineupError, parse_spec
    from engine.players import PlayerError, SetupError

    entries = (find(game),) if game else tuple(CATALOG.values())
    agent = Agent(parse_spec(spec))
    answers: list[Answer] = []

    async def ask() -> None:
        async for answer in check(entries, agent.sit, positions, role):
            answers.append(answer)
            typer.echo(f"{answer.game} {answer.role}: {answer.verdict}", err=True)

    why = ""
    try:
        run(ask())
    except SetupError as error:
        raise LineupError(str(error)) from None
    except PlayerError as error:
        why = clean(str(error), LONG)
    table = rows(answers, slow)
    told = Told(
        spec,
        table,
        [answer for answer in answers if answer.why],
        [clean(sentence, LONG) for sentence in dict.fromkeys(agent.learned)],
        agent.server(answers),
        agent.kept,
    )
    (_print_json if json else _print)(told)
    if why:
        raise PlayerError(f"Nothing but failures: {why}")
    if not all(row.fine for row in table):
        raise typer.Exit(1)


class Agent:
    """Who is checked, seated anew at each position."""

    def __init__(self, spec: "Spec") -> None:
        from engine.session import new_journal
        from words.folders import data_folder

        self.spec = spec
        self.learned: list[str] = []
        """What its server was found not to take, in sentences."""
        self.path = new_journal(data_folder() / "checks", "check").with_suffix(".calls.jsonl")
        """The file of its calls; what a program writes to stderr lies beside it."""

    def sit(self, entry: "Entry", position: "Position") -> "Player[Any, Any]":
        """Seat it.

        Raises:
            LineupError: If it cannot sit down.
        """
        from engine.agents.positions import SEED
        from engine.lineup import LineupError, sit
        from engine.options import OptionError

        try:
            entry.check(position.material, self.spec.kind)
        except OptionError as error:
            raise LineupError(str(error)) from None
        return sit(
            self.spec,
            entry,
            position.game,
            position.seat,
            SEED,
            calls=self.path,
            say=self.learned.append,
        )

    @property
    def kept(self) -> Path | None:
        """The folder of calls and stderr, if there is anything in it of this check."""
        name = self.path.name.removesuffix(".calls.jsonl")
        files = self.path.parent.glob(f"{name}*")
        return self.path.parent if any(file.stat().st_size for file in files) else None

    def server(self, answers: "list[Answer]") -> dict[str, Any] | None:
        """What the server of a model takes, as far as it was tried.

        Args:
            answers: What became of each question.
        """
        if self.spec.kind != "llm":
            return None
        from engine.llm.learned import manners
        from engine.llm.models import Model

        model = Model.find(self.spec.argument)
        known = manners(model)
        seen = {answer.verdict != "failed" for answer in answers if answer.game == "dixit"}
        return {
            "host": model.server.host,
            "model": model.name,
            "form": known.form,
            "without": sorted(known.without),
            "pictures": None if not seen else True in seen,
        }


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


def _print_json(told: Told) -> None:
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
    typer.echo(json_.dumps(result))


def _print(told: Told) -> None:
    from rich.table import Table
    from rich.text import Text

    from tui.results import console

    out = console()
    out.print(Text(clean(told.spec, LONG), style="bold"))
    shown = Table("Game", "Role", box=None, pad_edge=False)
    for name in ("Asked", "Legal", "Illegal", "Unreadable", "Failed", "Slow", "Seconds", "Tokens"):
        shown.add_column(name, justify="right")
    shown.add_column("Cost", justify="right")
    for row in told.rows:
        tokens = f"{row.tokens_in:,} + {row.tokens_out:,}" if row.tokens_in else ""
        cost = "" if row.cost is None else f"{row.cost:.4f}"
        counts = (row.asked, row.legal, row.illegal, row.unreadable, row.failed, row.slow)
        shown.add_row(
            row.game, row.role, *(str(n or "-") for n in counts), f"{row.seconds:.2f}", tokens, cost
        )
    out.print(shown)
    reasons = dict.fromkeys((a.game, a.role, a.verdict, clean(a.why, LONG)) for a in told.wrong)
    lines = [f"{game} {role}, {verdict}: {why}" for game, role, verdict, why in reasons]
    if told.server is not None:
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


def _server(server: dict[str, Any]) -> str:
    """What a server takes, in a line."""
    form = {"schema": "by a JSON schema", "json": "as JSON by a switch"}.get(server["form"])
    pictures = {True: "taken", False: "not taken", None: "not tried"}[server["pictures"]]
    return (
        f"{server['model']} on {server['host']}: answers asked for {form or 'in plain text'}; "
        f"pictures {pictures}."
    )


agents.command("check", help=taught(check_agent))(check_agent)
