"""`parlour agents`: try an agent before it sits down at a table."""

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from tui.help_text import taught

if TYPE_CHECKING:
    from engine.agents.checking import Answer
    from engine.agents.positions import Position
    from engine.games.definition import GameDefinition
    from engine.lineup import Spec
    from engine.players import Player

agents = typer.Typer(
    name="agents",
    no_args_is_help=True,
    help="Try an agent: a program, a player in Python, or a model.",
)


@agents.callback()
def _group() -> None:
    """Keep `check` a command of its own, though it is the only one."""


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
    from engine.games.catalog import CATALOG, find
    from engine.lineup import LineupError, parse_spec
    from engine.players import PlayerError, SetupError
    from engine.text import clean
    from tui.agents_table import LONG, Told, print_json, print_table, rows

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
    (print_json if json else print_table)(told)
    if why:
        raise PlayerError(f"Nothing but failures: {why}")
    if not all(row.fine for row in table):
        raise typer.Exit(1)


class Agent:
    """Who is checked, seated anew at each position."""

    def __init__(self, spec: "Spec") -> None:
        from engine.journal import new_journal
        from words.folders import data_folder

        self.spec = spec
        self.learned: list[str] = []
        """What its server was found not to take, in sentences."""
        self.path = new_journal(data_folder() / "checks", "check").with_suffix(".calls.jsonl")
        """The file of its calls; what a program writes to stderr lies beside it."""

    def sit(self, definition: "GameDefinition", position: "Position") -> "Player[Any, Any]":
        """Seat it.

        Raises:
            LineupError: If it cannot sit down.
        """
        from engine.agents.positions import SEED
        from engine.lineup import LineupError, sit
        from engine.options import OptionError

        try:
            definition.check(position.material, self.spec.kind)
        except OptionError as error:
            raise LineupError(str(error)) from None
        return sit(
            self.spec,
            definition,
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


agents.command("check", help=taught(check_agent))(check_agent)
