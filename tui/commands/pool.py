"""`parlour pool`: create, show, merge and export pools of experiences, and learn from games.

A pool is a file with the CoMet agent's experiences with metaphors.
"""

import json
from dataclasses import asdict
from pathlib import Path
from typing import Annotated

import typer

import lab
from engine.comet.pool import Pool, lock_pool, read_built_in_pool, update_pool, write_pool
from engine.config.settings import Settings
from engine.journal.reader import read_record
from engine.learning.beliefs import read_belief_game
from engine.learning.lesson import BY_BELIEFS, read_lesson
from engine.learning.referee import judge_lesson
from engine.players.spec import parse_spec
from engine.text import clean, escape_controls
from engine.wording import format_count
from files.replacement import replace_file
from lab.papers.comet.judge import create_judge
from tui.commands.help import build_help
from tui.output import echo
from tui.signals import run_stoppable
from tui.usage_error import UsageError

pool = typer.Typer(
    name="pool",
    no_args_is_help=True,
    help="Pools of CoMet's experiences with metaphors: make, show, join, export, learn.",
)
type PoolFile = Annotated[Path, typer.Argument(metavar="FILE", help="The pool.")]


def new(
    file: PoolFile,
    empty: Annotated[bool, typer.Option("--empty", help="Without the built-in examples.")] = False,
) -> None:
    r"""Make a pool, with built-in examples to begin with.

    \b
    Example
      parlour pool new my.pool
      parlour play undercover --seat p1=comet:gpt-4o,pool=my.pool ...
    """
    with lock_pool(file):
        if file.exists():
            raise UsageError(f"{file} exists already; name another file.")
        write_pool(file, Pool() if empty else read_built_in_pool())
    echo(f"Written: {file}", err=True)


def show(file: PoolFile) -> None:
    """Print the experiences of a pool, best first, and how many games it has learned from."""
    opened = Pool.read(file)
    games = format_count(len(opened.games), "game")
    echo(f"{format_count(len(opened.experiences), 'experience')} from {games}.")
    for one in sorted(opened.experiences, key=lambda one: (-one.score, -one.uses, one.id)):
        echo(
            f"\n{one.metaphor}\n"
            f"  {one.method}, for: {one.feature} ({one.words[0] if one.words else 'no word'})\n"
            f"  {one.explanation}\n"
            f"  score {one.score:+.2f}: understood in {one.recognised} and guessed in {one.leaked} "
            f"of {one.uses} uses; "
            f"{'built in' if one.kept else f'judged by {clean(one.judge, 80)}'}"
        )
        if one.comment:
            echo(f"  {one.comment}")


def merge(
    files: Annotated[list[Path], typer.Argument(metavar="FILE FILE ...", help="The pools.")],
    into: Annotated[Path, typer.Option(metavar="FILE", help="The new pool.")],
) -> None:
    """Join pools in a new file; of an experience in several, the one used most often stays."""
    first, *others = [Pool.read(file) for file in files]
    for other in others:
        first = first.merge(other)
    with lock_pool(into):
        if into.exists():
            raise UsageError(f"{into} exists already; name another file.")
        write_pool(into, first)
    echo(f"Written: {into}, {len(first.experiences)} experiences", err=True)


def export(
    context: typer.Context,
    source: Annotated[
        str, typer.Argument(metavar="FILE|RUN", help="A pool, or a run with self-play.")
    ],
    trial: Annotated[
        int | None,
        typer.Option(metavar="N", help="Which self-play of the run. Default: the first."),
    ] = None,
    out: Annotated[
        Path | None, typer.Option(metavar="FILE", help="The file. Default: standard output.")
    ] = None,
    as_json: Annotated[
        bool, typer.Option("--json", help="Experiences as JSON, one a line, with their scores.")
    ] = False,
) -> None:
    r"""Copy a pool, or take the pool out of a run that has grown it by self-play.

    \b
    Examples
      parlour pool export comet-metaphors --out grown.pool
      parlour pool export my.pool --json
    """
    path = Path(source).expanduser()
    found = _read_from_run(source, trial, context.obj) if _is_run(source, path) else Pool.read(path)
    if as_json:
        lines = [
            json.dumps({**asdict(one), "score": one.score}, ensure_ascii=False)
            for one in found.experiences
        ]
        text = "\n".join(lines)
        if out is None:
            echo(text)
        else:
            replace_file(out, escape_controls(f"{text}\n"))
    elif out is None:
        echo(found.encode(), nl=False)
    else:
        write_pool(out, found)


def learn(
    context: typer.Context,
    journals: Annotated[list[Path], typer.Argument(metavar="JOURNAL ...", help="Finished games.")],
    into: Annotated[Path, typer.Option("--pool", metavar="FILE", help="The pool that learns.")],
    judge: Annotated[
        str,
        typer.Option(
            metavar="SPEC",
            help="Who says what came of a metaphor: beliefs, those that the players logged, or "
            "a model such as llm:gpt-4o, which also comments.",
        ),
    ] = "beliefs",
) -> None:
    r"""Learn from finished games; a game counts once, however often it is learned from.

    \b
    Examples
      parlour pool learn games/evening.jsonl --pool my.pool
      parlour pool learn games/*.jsonl --pool my.pool --judge llm:gpt-4o
    """
    for journal in journals:
        record = read_record(journal)
        lesson = read_lesson(record, data=context.obj.data)
        if lesson is None:
            echo(f"{journal}: no finished game of Undercover; skipped", err=True)
            continue
        if judge != BY_BELIEFS and lesson.metaphors:
            game = read_belief_game(record, data=context.obj.data)
            assert game is not None
            calls = into.with_name(f"{into.name}.judge.calls.jsonl")
            client = create_judge(parse_spec(judge), calls, settings=context.obj)
            lesson = run_stoppable(judge_lesson(lesson, game, client, judge))
        learned = update_pool(into, lesson.apply)
        good = sum(one.success for one in lesson.metaphors)
        echo(
            f"{journal}: {len(lesson.metaphors)} metaphors, {good} of them understood and not "
            f"guessed; {len(learned.experiences)} experiences",
            err=True,
        )


def _is_run(source: str, path: Path) -> bool:
    """Whether a text names a run rather than a pool."""
    if path.is_file():
        with path.open("rb") as file:
            return file.read(15) == b"SQLite format 3"
    return "/" not in source and path.suffix != ".pool"


def _read_from_run(source: str, trial: int | None, settings: Settings) -> "Pool":
    with lab.open_run(source, settings) as opened:
        query = "SELECT number FROM trials JOIN outcomes USING (number) WHERE kind = 'self_play'"
        known = [number for (number,) in opened.file.database.execute(query)]
        chosen = known[0] if trial is None and known else trial
        if chosen not in known:
            listed = ", ".join(map(str, known)) or "none"
            raise UsageError(f"{source} has no such self-play; its trials of self-play: {listed}.")
        return Pool.decode(opened.journal(int(chosen or 0)), source)


for command in (new, show, merge, export, learn):
    pool.command(command.__name__, help=build_help(command))(command)
