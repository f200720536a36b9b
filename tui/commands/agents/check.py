"""`parlour agents check`: ask an agent for moves in fixed positions."""

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from engine.errors import OptionError, PlayerError, SetupError
from engine.game import GameType
from engine.games.catalog import find, list_games
from engine.journal.path import choose_journal_path
from engine.llm.server_limits import find_server_limits
from engine.player import Player
from engine.players import agent_check
from engine.players.agent_check import CheckResult
from engine.players.check_verdicts import keep_verdict, summarize_check
from engine.players.factory import create_player
from engine.players.spec import LineupError, Spec, find_model, parse_spec
from engine.sample_position import SEED, Position
from engine.text import clean
from tui.commands.agents.report import (
    LONGEST_REASON,
    AgentReport,
    count_answers,
    print_json,
    print_table,
)
from tui.options.programs import add_program_options
from tui.output import echo
from tui.signals import run_stoppable

if TYPE_CHECKING:
    from engine.config.settings import Settings


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
    agent = CheckedAgent(parse_spec(spec), context.obj)
    playable = (
        one for one in list_games().values() if agent.spec.kind != "comet" or one.comet_settings
    )
    definitions = (find(game),) if game else tuple(playable)
    answers: list[CheckResult] = []

    async def ask_all() -> None:
        async for answer in agent_check.check_agent(
            definitions, agent.create_player, positions, role
        ):
            answers.append(answer)
            echo(f"{answer.game} {answer.role}: {answer.verdict}", err=True)

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
    if answers:
        try:
            keep_verdict(str(agent.spec), summarize_check(answers), context.obj.data)
        except OSError as error:
            echo(f"The verdict cannot be kept: {error.strerror}.", err=True)
    if why:
        raise PlayerError(f"Nothing but failures: {why}")
    if not all(row.is_fine for row in rows):
        raise typer.Exit(1)


class CheckedAgent:
    """The agent, which becomes a new player at each position."""

    def __init__(self, spec: Spec, settings: "Settings") -> None:
        self.spec = spec
        self.settings = settings
        self.learned: list[str] = []
        """Sentences about its server, such as on settings that it refused."""
        self.path = choose_journal_path(settings.data / "checks", "check").with_suffix(
            ".calls.jsonl"
        )
        """The call log; what a program writes to stderr goes to a file beside it."""

    def create_player(self, definition: GameType, position: Position) -> Player[Any, Any]:
        """Create its player for a position.

        Raises:
            LineupError: If it cannot play there.
        """
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
            notify=self.note,
        )

    def note(self, sentence: str) -> None:
        """Note and print a sentence about its server, which may have to be waited for."""
        self.learned.append(sentence)
        echo(clean(sentence, LONGEST_REASON), err=True)

    @property
    def log_folder(self) -> Path | None:
        """The folder of the call log and stderr, if this check has written to it."""
        name = self.path.name.removesuffix(".calls.jsonl")
        files = self.path.parent.glob(f"{name}*")
        return self.path.parent if any(file.stat().st_size for file in files) else None

    def describe_server(self, answers: list[CheckResult]) -> dict[str, Any] | None:
        """Describe what a model's server accepts, as far as it was tried; `None` for other agents.

        Args:
            answers: The result of each question.
        """
        if not self.spec.asks_model:
            return None

        model = find_model(self.spec, settings=self.settings)
        limits = find_server_limits(model)
        shown = {name for name, game in list_games().items() if game.has_pictures}
        seen = {answer.verdict != "failed" for answer in answers if answer.game in shown}
        return {
            "host": model.server.host,
            "model": model.name,
            "form": limits.answer_format,
            "without": sorted(limits.unsupported),
            "pictures": None if not seen else True in seen,
        }
