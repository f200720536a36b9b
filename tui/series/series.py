"""Play many games with the same seats and options, several at once, each with its own seed.

`Series` prints an estimate of the models' usage, the progress, and the results as JSON lines or as
a table.
"""

import json
import sys
from asyncio import TaskGroup
from collections.abc import Awaitable, Callable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from secrets import token_hex
from typing import TYPE_CHECKING, Any

import typer

from engine.config.paths import get_games_folder
from engine.errors import GameStopped, PlayerError
from engine.game import GameType
from engine.game_estimate import ASSUMED, estimate_usage
from engine.headless import closing_session, find_first_error, play_session
from engine.journal.path import choose_journal_path
from engine.journal.writer import JournalWriteError
from engine.llm.budget import Budget
from engine.players.spec import Spec
from engine.session import Session
from engine.session_result import build_result
from engine.usage import Usage
from engine.usage_range import UsageRange, predict_rest
from engine.usage_text import format_usage
from tui.output import echo
from tui.resume_hint import build_resume_hint
from tui.signals import Stopped, run_stoppable
from tui.usage_error import UsageError

if TYPE_CHECKING:
    from engine.config.settings import Settings
from engine.garbage_collection import reduce_garbage_collection
from tui.series.failures import Failure, describe_failures
from tui.series.outcome_table import print_table
from tui.series.progress import print_above_bar, show_progress

FIRST_GAMES = 3
"""After so many games it is told what all will use."""
FAILED = "failed"
"""The outcome of a game in which a player failed."""


@dataclass(frozen=True, slots=True)
class Series:
    """Games that differ only in their seeds."""

    definition: GameType
    options: Any
    lineup: dict[str, Spec]
    seed: str
    """The prefix of each game's seed."""
    folder: Path | None
    """The folder for the journals; `None` saves none."""
    settings: "Settings"
    """The settings in force."""
    stand_in: Spec | None = None
    """Makes the move if a player fails; `None` counts the game as failed."""
    budget: Budget | None = None
    """The budget for all games together."""
    stop_on_failure: bool = False
    """Whether to stop the series if a player fails, instead of playing the other games."""

    def play(self, games: int, *, at_once: int = 1, as_json: bool) -> None:  # noqa: C901 - its inner function counts as branches
        """Play the games; print a line of JSON for each, or a table at the end.

        Args:
            games: The number of games.
            at_once: The number of concurrent games.
            as_json: Whether to print a line of JSON for each game as soon as it is over.

        Raises:
            typer.Exit: With 1 if games failed and the others were played, with 3 if a failure
                stopped the series, with 128 and its number if a signal came.
        """
        self.print_estimate(games)
        if self.folder is None:
            echo("These games are not saved; --journal FOLDER saves each of them.", err=True)
        results: dict[str, dict[str, Any]] = {}
        failures: list[Failure] = []
        running: list[Session] = []
        messages: list[str] = []
        measured: list[Usage] = []
        code = 0
        shown = not (as_json and sys.stdout.isatty())
        with reduce_garbage_collection(), show_progress(games, shown=shown) as advance:

            async def play_sessions(sessions: Iterator[Session]) -> None:
                for session in sessions:
                    running.append(session)
                    failure = await self._play_game(session)
                    running.remove(session)
                    result = build_result(session)
                    if failure is not None:
                        failures.append(failure)
                        result |= {"outcome": FAILED, "reason": failure.reason}
                    if as_json:
                        echo(json.dumps(result))
                    results[session.header.seed] = result
                    advance()
                    if failure is None and len(measured) < FIRST_GAMES:
                        measured.append(sum(session.usage.values(), Usage()))
                        if len(measured) == FIRST_GAMES < games:
                            self.print_prediction(measured, games - len(results))

            try:
                run_stoppable(
                    _run_workers(
                        play_sessions, self.open_sessions(games, at_once), min(at_once, games)
                    )
                )
            except (PlayerError, Stopped) as error:
                code = error.exit_code if isinstance(error, Stopped) else 3
                why = str(error)
                if code != 3:
                    why = why[0].lower() + why[1:]
                messages = [f"After {len(results)} of {games} games: {why}"]
                messages += [
                    hint for one in running if one.match.awaits and (hint := build_resume_hint(one))
                ]
        if failures:
            messages += describe_failures(failures, len(results))
            code = code or 1
        for message in messages:
            echo(message, err=True)
        if not as_json:
            seeds = (f"{self.seed}/{number}" for number in range(1, games + 1))
            print_table(self.definition, [results[seed] for seed in seeds if seed in results])
        if code:
            raise typer.Exit(code)

    async def _play_game(self, session: Session) -> "Failure | None":
        """Play one game to its end, or until a player fails.

        Raises:
            PlayerError: If a failure stops the series: the budget is used up, a journal cannot be
                written, or the series stops at any failure.
        """
        with closing_session(session):
            session.notify = print_above_bar
            session.budget = self.budget
            try:
                await play_session(session, session.create_players(), stand_in=self.stand_in)
            except PlayerError as error:
                if self.stop_on_failure or isinstance(error, JournalWriteError | GameStopped):
                    raise
                return Failure(str(error), build_resume_hint(session))
        return None

    def print_estimate(self, games: int) -> None:
        """Print the estimated usage of models to stderr.

        Raises:
            LineupError: If a model is not set up.
        """
        game = run_stoppable(
            estimate_usage(
                self.definition,
                self.options,
                self.lineup,
                f"{self.seed}/1",
                settings=self.settings,
            )
        )
        if game is not None:
            whole = game.scale(games)
            echo(f"Expected: about {format_usage([whole.expected])}.", err=True)
            echo(f"Range, {ASSUMED}: {whole}.", err=True)
            if self.budget and not self.budget.covers(whole.expected):
                echo(f"The budget of {self.budget.amount} may not be enough.", err=True)

    def print_prediction(self, measured: Sequence[Usage], rest: int) -> None:
        """Print to stderr what the whole series will use, by what its first games have used."""
        spent, expected = sum(measured, Usage()), predict_rest(measured, rest)
        if not spent.calls:
            return
        whole = UsageRange(spent, spent, spent) + expected
        print_above_bar(f"Expected for all games, by the first {len(measured)}: {whole}.")
        if self.budget and not self.budget.covers(expected.most):
            sure = "will" if not self.budget.covers(expected.least) else "may"
            print_above_bar(f"The budget of {self.budget.amount} {sure} not be enough.")

    def open_sessions(self, games: int, at_once: int) -> Iterator[Session]:
        """Open the games one after another.

        Concurrent games do not wait for the disk, as each would block all others.
        """
        outside = any(spec.is_external for spec in self.lineup.values())
        first = choose_journal_path(self.folder, self.definition.name) if self.folder else None
        for number in range(1, games + 1):
            name = first and f"{first.stem}-{number:0{len(str(games))}}.jsonl"
            yield Session.create(
                self.definition,
                self.options,
                self.lineup,
                f"{self.seed}/{number}",
                settings=self.settings,
                path=first.with_name(name) if first and name else None,
                durable=outside and at_once == 1,
            )


async def _run_workers[T](
    work: Callable[[Iterator[T]], Awaitable[None]], things: Iterator[T], workers: int
) -> None:
    """Run workers that share an iterator; the first failure stops all of them.

    Raises:
        Exception: The error of a worker; a PlayerError only if there is no other error.
    """

    async def worker() -> None:
        await work(things)

    try:
        async with TaskGroup() as group:
            for _ in range(workers):
                group.create_task(worker())
    except ExceptionGroup as failures:
        failed, other = failures.split(PlayerError)
        raise find_first_error(other or failed or failures) from None


def create_series(
    definition: GameType,
    options: Any,  # noqa: ANN401
    lineup: dict[str, Spec],
    seed: str | None,
    folder: Path | None,
    stand_in: Spec | None = None,
    budget: Budget | None = None,
    *,
    settings: "Settings",
    stop_on_failure: bool = False,
) -> Series:
    """Create a series; games of models and programs are always saved, because they cost something.

    Raises:
        UsageError: If `folder` is a file.
    """
    if folder and folder.exists() and not folder.is_dir():
        raise UsageError(f"--journal takes a folder for several games; {folder} is a file.")
    outside = any(spec.is_external for spec in lineup.values())
    journals = folder or (get_games_folder(settings.data) if outside else None)
    return Series(
        definition,
        options,
        lineup,
        seed or token_hex(4),
        journals,
        settings,
        stand_in,
        budget,
        stop_on_failure,
    )
