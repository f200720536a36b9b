"""Many games of the same seats and options, seed after seed."""

import gc
import sys
from asyncio import Runner, TaskGroup, run
from collections import Counter
from collections.abc import Awaitable, Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from secrets import token_hex
from typing import Any

import typer

from engine.amounts import spent
from engine.games.definition import GameDefinition
from engine.journal import new_journal
from engine.lineup import Spec
from engine.llm.budget import Budget
from engine.llm.client import prepare
from engine.players import PlayerError
from engine.session import Session
from tui.estimate import USUAL, estimate, times
from tui.headless import finish, kept, seated
from tui.results import as_object, console, print_result
from tui.sessions import games_folder
from tui.usage_errors import UsageFault

TELLINGS = 10
"""How often progress is told where stderr is no terminal."""


@dataclass(frozen=True, slots=True)
class Series:
    """Games that differ in nothing but their seeds."""

    definition: GameDefinition
    options: Any
    lineup: dict[str, Spec]
    seed: str
    """What each game's own seed begins with."""
    folder: Path | None
    """Where journals are kept, one for each game; `None` keeps none."""
    stand_in: Spec | None = None
    """Who makes a move for a player that failed; nobody, and the series stops."""
    budget: Budget | None = None
    """What models may use in all games together."""

    def play(self, games: int, *, at_once: int = 1, as_json: bool) -> None:
        """Play so many games; print each as a line of JSON, or a table at the end.

        Args:
            games: How many games.
            at_once: How many of them are in progress at a time.
            as_json: Print a line for each game as soon as it is over.

        Raises:
            typer.Exit: With 3 if a player failed, with 130 if interrupted.
        """
        self.tell_estimate(games)
        if any(spec.kind == "llm" for spec in self.lineup.values()):
            prepare()
        results: dict[str, dict[str, Any]] = {}
        begun: list[Session] = []
        endings: list[str] = []
        code = 0
        shown = not (as_json and sys.stdout.isatty())
        with seldom_collecting(), progress(games, shown=shown) as advance:

            async def work(sessions: Iterator[Session]) -> None:
                for session in sessions:
                    begun.append(session)
                    with seated(session):
                        session.say = say
                        session.budget = self.budget
                        await finish(session, session.players(), stand_in=self.stand_in)
                    begun.remove(session)
                    if as_json:
                        print_result(session, as_json=True)
                    results[session.header.seed] = as_object(session)
                    advance()

            try:
                with Runner() as runner:
                    runner.run(
                        _side_by_side(work, self.sessions(games, at_once), min(at_once, games))
                    )
            except (PlayerError, KeyboardInterrupt) as error:
                interrupted = isinstance(error, KeyboardInterrupt)
                code = 130 if interrupted else 3
                why = "interrupted." if interrupted else str(error)
                endings = [f"After {len(results)} of {games} games: {why}"]
                endings += [how for one in begun if one.match.awaits and (how := kept(one))]
        for ending in endings:
            typer.echo(ending, err=True)
        if not as_json:
            told = (results.get(f"{self.seed}/{number}") for number in range(1, games + 1))
            print_table(self.definition, [one for one in told if one is not None])
        if code:
            raise typer.Exit(code)

    def tell_estimate(self, games: int) -> None:
        """Say on stderr what models may use in so many games.

        Raises:
            LineupError: If a model cannot sit down.
        """
        one = run(estimate(self.definition, self.options, self.lineup, f"{self.seed}/1"))
        if one is not None:
            expected = times(one, games)
            typer.echo(f"Expected, with answers of {USUAL} tokens: {spent([expected])}.", err=True)
            if self.budget and not self.budget.covers(expected):
                typer.echo(f"The budget of {self.budget.amount} may not do.", err=True)

    def sessions(self, games: int, at_once: int) -> Iterator[Session]:
        """Each game in turn, dealt and with its journal.

        Games side by side do not wait for the disk: each would hold up all the others.
        """
        outside = any(spec.outside for spec in self.lineup.values())
        first = new_journal(self.folder, self.definition.name) if self.folder else None
        for number in range(1, games + 1):
            name = first and f"{first.stem}-{number:0{len(str(games))}}.jsonl"
            yield Session.open(
                self.definition,
                self.options,
                self.lineup,
                f"{self.seed}/{number}",
                path=first.with_name(name) if first and name else None,
                durable=outside and at_once == 1,
            )


async def _side_by_side[T](
    work: Callable[[Iterator[T]], Awaitable[None]], things: Iterator[T], workers: int
) -> None:
    """Let several workers take from the same things; the first failure stops all of them.

    Raises:
        Exception: What one of them raised; a failure of a player only if there is nothing else.
    """

    async def worker() -> None:
        await work(things)

    try:
        async with TaskGroup() as group:
            for _ in range(workers):
                group.create_task(worker())
    except ExceptionGroup as failures:
        failed, other = failures.split(PlayerError)
        raise next(_leaves(other or failed or failures)) from None


def _leaves(group: ExceptionGroup[Exception]) -> Iterator[Exception]:
    for error in group.exceptions:
        if isinstance(error, ExceptionGroup):
            yield from _leaves(error)
        else:
            yield error


def series(
    definition: GameDefinition,
    options: Any,  # noqa: ANN401
    lineup: dict[str, Spec],
    seed: str | None,
    folder: Path | None,
    stand_in: Spec | None = None,
    budget: Budget | None = None,
) -> Series:
    """A series; the games of models and programs are always kept, as they cost something.

    Raises:
        UsageFault: If `folder` is a file.
    """
    if folder and folder.exists() and not folder.is_dir():
        raise UsageFault(f"--journal takes a folder for several games; {folder} is none.")
    outside = any(spec.outside for spec in lineup.values())
    kept_in = folder or (games_folder() if outside else None)
    return Series(definition, options, lineup, seed or token_hex(4), kept_in, stand_in, budget)


def print_table(definition: GameDefinition, results: list[dict[str, Any]]) -> None:
    """A row for each game, and how often each outcome came."""
    from rich.table import Table
    from rich.text import Text

    table = Table("Seed", "Outcome", "Reason", box=None, pad_edge=False)
    table.add_column(f"{definition.unit.capitalize()}s", justify="right")
    for told in results:
        played = str(len(told[definition.listed]))
        table.add_row(Text(told["seed"]), told["outcome"], told["reason"], played)
    out = console()
    out.print(table)
    games = "1 game" if len(results) == 1 else f"{len(results)} games"
    out.print(Text(f"\n{definition.title}: {games}", style="bold"))
    tally = Counter((told["outcome"], told["reason"]) for told in results)
    counts = Table(box=None, show_header=False, pad_edge=False)
    for (outcome, reason), count in sorted(tally.items(), key=lambda one: -one[1]):
        counts.add_row(f"{outcome}, {reason}", str(count), f"{count / len(results):.1%}")
    out.print(counts)


@contextmanager
def seldom_collecting() -> Iterator[None]:
    """Let Python look for rubbish less often: each time all games wait, and find little."""
    usual = gc.get_threshold()
    gc.set_threshold(50_000, 10, 100)
    try:
        yield
    finally:
        gc.set_threshold(*usual)


def say(line: str) -> None:
    """Tell something on stderr above the bar, through which `err=True` would write."""
    typer.echo(line, file=sys.stderr)


@contextmanager
def progress(games: int, *, shown: bool) -> Iterator[Callable[[], None]]:
    """Show on stderr how many games are played: a bar in a terminal, else some lines."""
    if not shown:
        yield lambda: None
    elif sys.stderr.isatty():
        from rich.console import Console
        from rich.progress import BarColumn, MofNCompleteColumn, Progress, TimeRemainingColumn

        columns = (BarColumn(), MofNCompleteColumn(), "games", TimeRemainingColumn())
        with Progress(*columns, console=Console(stderr=True), transient=True) as bar:
            task = bar.add_task("", total=games)
            yield lambda: bar.advance(task)
    else:
        done = 0

        def advance() -> None:
            nonlocal done
            done += 1
            if done * TELLINGS // games > (done - 1) * TELLINGS // games:
                typer.echo(f"{done} of {games} games", err=True)

        yield advance
