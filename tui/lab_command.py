"""`parlour lab`: run experiments, pause, stop and merge runs, and print their status and tables.

It also has `new`, which writes an experiment to start from, and registers the commands of
`lab_analysis_commands.py` and `lab_import_collect_bench_commands.py`.
"""

import sys
import time
from enum import StrEnum
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from tui.lab_analysis_commands import RunName, compare, judge, power, report
from tui.lab_import_collect_bench_commands import bench, collect, import_games
from tui.laboratory import LaboratoryCommand
from tui.shared_options import GAMES, build_help

if TYPE_CHECKING:
    from engine.config.settings import Settings

WATCH_SECONDS = 1.0
"""Interval of `status --watch`."""

lab = typer.Typer(
    name="lab",
    help="Experiments with many games: run them, watch them, get tables and reports.",
    no_args_is_help=True,
    rich_markup_mode=None,
)


class Table(StrEnum):
    """The tables of a run."""

    GAMES = "games"
    TURNS = "turns"
    CALLS = "calls"
    FAILURES = "failures"
    BELIEFS = "beliefs"


class Kind(StrEnum):
    """The kinds of trial."""

    MATCH = "match"
    REPLAY = "replay"
    QUESTION = "question"
    ITEM = "item"
    SELF_PLAY = "self_play"
    RECORDED = "recorded"


class Format(StrEnum):
    """The formats of tables."""

    CSV = "csv"
    JSON = "json"
    PARQUET = "parquet"


def run(
    context: typer.Context,
    experiment: Annotated[
        str,
        typer.Argument(
            metavar="FILE|NAME|RUN",
            help="An experiment file, the name of an example, or a run file to continue.",
        ),
    ],
    into: Annotated[
        Path | None,
        typer.Option(
            metavar="RUN", help="The run file. Default: NAME.run in the folder runs of the data."
        ),
    ] = None,
    processes: Annotated[
        int, typer.Option(min=0, max=256, metavar="N", help="Run in N processes of this computer.")
    ] = 0,
    dask: Annotated[
        str,
        typer.Option(
            metavar="ADDRESS|N",
            help="Run on the Dask cluster whose scheduler has this address, such as "
            "tcp://host:8786, or on N Dask workers that are started here.",
        ),
    ] = "",
    at_once: Annotated[
        int,
        typer.Option(
            min=1, max=4096, metavar="N", help="How many games of models are in progress at a time."
        ),
    ] = 16,
    part: Annotated[
        str,
        typer.Option(
            metavar="I/N",
            help="Run the I-th of N parts, for N machines; parlour lab merge joins them.",
        ),
    ] = "1/1",
    budget: Annotated[
        str,
        typer.Option(
            metavar="AMOUNT",
            help="How much models may use in the whole run, instead of what the experiment says: "
            "5.00 in the currency of their prices, 200000tokens or 1000calls.",
        ),
    ] = "",
    retry_failed: Annotated[
        bool, typer.Option("--retry-failed", help="Run trials again that failed.")
    ] = False,
    accept_changes: Annotated[
        bool,
        typer.Option(
            "--accept-changes",
            help="Continue a run although settings of players or the plan have changed.",
        ),
    ] = False,
    dry_run: Annotated[
        bool,
        typer.Option("--dry-run", help="Say what the run would take, and run nothing."),
    ] = False,
) -> None:
    r"""Run an experiment, or continue it where it was left.

    The same command continues a run that was interrupted, killed or stopped by a limit: finished
    trials are never run again, and games of models go on in the middle. Ctrl+C ends it in order.

    Models take their keys from the environment of each worker, as in games; a key is never part of
    a run, or sent to a worker.

    \b
    Examples
      parlour lab run decrypto-crossplay
      parlour lab run decrypto-crossplay --dry-run
      parlour lab run my.toml --into my.run --processes 4
      parlour lab run my.toml --dask tcp://scheduler:8786 --at-once 64
      parlour lab run my.toml --part 1/2 --into first.run
      parlour lab run ~/old.run

    \b
    Exit code: 0 finished, 1 finished but trials failed, 2 usage or configuration, 3 a limit stopped
    it, 130 interrupted.
    """
    from lab.experiment.finder import is_run, read_experiment
    from lab.run.folder import get_default_run_path
    from lab.run.part import Part
    from lab.run.start import RunSettings
    from tui.lab_run import print_estimate, run_and_report

    settings: Settings = context.obj
    found, text = read_experiment(experiment)
    default = get_default_run_path(found.name, settings.data)
    how = RunSettings(
        processes, dask, at_once, Part.parse(part), budget, retry_failed, accept_changes
    )
    if dry_run:
        print_estimate(found, how, into or default, settings)
        return
    named = Path(experiment).expanduser()
    own = named if is_run(named) else default
    run_and_report(into or own, found, text, how, settings)


def status(
    context: typer.Context,
    run: RunName = "",
    watch: Annotated[
        bool, typer.Option("--watch", help="Print a line whenever something changes, to the end.")
    ] = False,
) -> None:
    r"""Say how far a run has come.

    \b
    Examples
      parlour lab status
      parlour lab status decrypto-crossplay --watch
    """
    from lab.run.folder import find_run
    from lab.run.status import describe_status
    from lab.run.store import RunFile

    with RunFile(find_run(run, data=context.obj.data)) as run_file:
        last = None
        while True:
            now = describe_status(run_file)
            if now.line != last:
                typer.echo(now.line)
                last = now.line
            if not watch or now.over:
                return
            time.sleep(WATCH_SECONDS)


def table(
    context: typer.Context,
    table: Annotated[Table, typer.Argument(help="The table.")],
    run: RunName = "",
    form: Annotated[Format, typer.Option("--format", help="The format.")] = Format.CSV,
    kind: Annotated[
        Kind, typer.Option(help="Of which trials; calls and failures have those of all kinds.")
    ] = Kind.MATCH,
    out: Annotated[
        Path | None, typer.Option(metavar="FILE", help="The file. Default: standard output.")
    ] = None,
    every: Annotated[
        bool,
        typer.Option("--all", help="Keep games with moves of stand-ins, and assisted ones."),
    ] = False,
    reproducible: Annotated[
        bool,
        typer.Option(
            "--reproducible",
            help="Leave out times, places and usage: what is left is the same in each run of the "
            "same experiment.",
        ),
    ] = False,
    codebook: Annotated[
        bool, typer.Option("--codebook", help="Say what each column means, and nothing else.")
    ] = False,
) -> None:
    r"""Print a table of a run: a row for each game, turn, call or failure.

    beliefs has a row for each seat of each game of Undercover, with what CoMet's metrics count.

    JSON has one object a line. Games in which a stand-in or the operator made a move are left out,
    and stderr says how many.

    \b
    Examples
      parlour lab table games decrypto-crossplay >games.csv
      parlour lab table turns my.run --format parquet --out turns.parquet
      parlour lab table games --codebook
      parlour lab table turns --kind question --format json
    """
    import lab as laboratory
    from lab.analysis.writer import select_reproducible, write_table
    from tui.argument_values_and_usage_errors import UsageError

    with laboratory.open_run(run, context.obj) as opened:
        if table is Table.BELIEFS:
            from lab.papers.comet.metrics import build_belief_table

            found = build_belief_table(opened)
        else:
            found = opened.table(table, kind, every=every)
        if codebook:
            for name, meaning in opened.explain_columns(found.columns).items():
                typer.echo(f"{name}: {meaning}")
            return
        if left_out := found.attrs.get("excluded", 0):
            rows = "row is" if left_out == 1 else "rows are"
            typer.echo(
                f"{left_out} {rows} left out: moves of stand-ins, or assisted; --all keeps them.",
                err=True,
            )
        if reproducible:
            found = select_reproducible(found)
    if out is not None:
        with out.open("wb") as file:
            write_table(found, form, file)
    elif form is Format.PARQUET and sys.stdout.isatty():
        raise UsageError("Parquet is binary: name a file with --out.")
    else:
        write_table(found, form, sys.stdout.buffer)
        sys.stdout.buffer.flush()


def merge(
    context: typer.Context,
    runs: Annotated[list[str], typer.Argument(metavar="RUN RUN ...", help="The runs to join.")],
    into: Annotated[Path, typer.Option(metavar="RUN", help="The new run file.")],
    accept_changes: Annotated[
        bool,
        typer.Option("--accept-changes", help="Join runs whose players have different settings."),
    ] = False,
) -> None:
    r"""Join runs of one experiment, made on several machines, into one.

    Trials that several runs have finished have to agree, except for times and usage.

    \b
    Examples
      parlour lab run my.toml --part 1/2 --into first.run
      parlour lab run my.toml --part 2/2 --into second.run
      parlour lab merge first.run second.run --into whole.run
    """
    from lab.run.folder import find_run
    from lab.run.merge import merge_runs
    from tui.argument_values_and_usage_errors import UsageError

    if len(runs) < 2:
        raise UsageError("Name two runs or more: parlour lab merge A B --into C")
    merged = merge_runs(
        [find_run(run, data=context.obj.data) for run in runs], into, accept_changes=accept_changes
    )
    several = f"{merged.duplicates:,} were in several runs, and agree."
    typer.echo(
        f"{into}: {merged.taken:,} of {merged.trials:,} trials have an outcome"
        f"{f'; {several}' if merged.duplicates else '.'}"
    )


def new(
    path: Annotated[
        Path | None,
        typer.Argument(metavar="[FILE]", help="The file. Default: NAME.toml in this folder."),
    ] = None,
) -> None:
    """Ask some questions, and write a commented experiment to start from."""
    from engine.games.catalog import find
    from lab.experiment.writer import PLAYERS, Answers, write_experiment
    from tui.argument_values_and_usage_errors import UsageError

    game = typer.prompt(f"Game ({', '.join(GAMES)})", default="decrypto", err=True)
    definition = find(game)
    name = typer.prompt("Name (small letters, digits, hyphens)", default=f"my-{game}", err=True)
    question = typer.prompt("Question that it asks, in a sentence", default="", err=True)
    specs = typer.prompt(
        "Players, with blanks between (word2vec glove llm:gpt-4o)", " ".join(PLAYERS), err=True
    )
    seats = typer.prompt(
        f"Seats to compare them in ({' '.join(definition.usual_seats())})",
        " ".join(definition.usual_seats()[:2]),
        err=True,
    )
    games = typer.prompt("Deals that each line-up plays", default=100, type=int, err=True)
    answers = Answers(name, game, games, tuple(specs.split()), tuple(seats.split()), question)
    text = write_experiment(answers)
    file = path or Path(f"{name}.toml")
    if file.exists():
        raise UsageError(f"{file} exists already; name another file: parlour lab new FILE")
    file.write_text(text, "utf-8")
    typer.echo(f"Written: {file}\nTry it: parlour lab run {file} --dry-run", err=True)


def pause(context: typer.Context, run: RunName = "") -> None:
    """Start no more trials of a run, in whichever process it goes on; see go-on."""
    _request(context.obj, run, "pause", "It starts no more trials; parlour lab go-on continues it.")


def go_on(context: typer.Context, run: RunName = "") -> None:
    """Continue a run that was paused."""
    _request(context.obj, run, "go on", "It goes on.")


def stop(context: typer.Context, run: RunName = "") -> None:
    """End a run in order, in whichever process it goes on; parlour lab run continues it."""
    _request(context.obj, run, "stop", "It stops when the trials under way are over.")


def _request(settings: "Settings", run: str, request: str, message: str) -> None:
    """Send a request to the process that is working on a run.

    Raises:
        UsageError: If no process is working on it.
    """
    from lab.run.folder import find_run
    from lab.run.status import describe_status
    from lab.run.store import RunFile
    from tui.argument_values_and_usage_errors import UsageError

    path = find_run(run, data=settings.data)
    with RunFile(path) as run_file:
        if describe_status(run_file).over:
            raise UsageError(f"Nobody works on {path}: there is nothing to {request}.")
        run_file.send_request(request)
    typer.echo(f"{path.name}: {message}")


def examples() -> None:
    """List the experiments that come with Parlour, each with the question that it asks."""
    from lab.experiment.examples import FOLDER, list_examples

    for name, question in list_examples().items():
        typer.echo(f"{name}\n    {question}")
    typer.echo(f"\nRun one by its name: parlour lab run {name}\nTheir files are in {FOLDER}")


NAMES = {"import_games": "import"}
"""Commands whose name is a word of Python's."""
for command in (
    run,
    status,
    pause,
    go_on,
    stop,
    table,
    report,
    compare,
    power,
    merge,
    judge,
    examples,
    new,
    import_games,
    collect,
):
    name = NAMES.get(command.__name__, command.__name__.replace("_", "-"))
    lab.command(name, cls=LaboratoryCommand, help=build_help(command))(command)
lab.add_typer(bench)
