"""`parlour lab run`: run an experiment, or continue it."""

from pathlib import Path
from typing import Annotated

import typer

from engine.config.settings import Settings
from lab.experiment.changes import Changes
from lab.experiment.collection import find_collection
from lab.experiment.file import Experiment
from lab.experiment.finder import read_experiment
from lab.run.database import is_database
from lab.run.folder import get_default_run_path, is_own_run
from lab.run.isolation import explain_exposed_answers
from lab.run.permission import select_files, select_programs
from lab.run.run_part import Part
from tui.options.programs import add_program_options
from tui.output import echo
from tui.usage_error import UsageError


@add_program_options
def run(
    context: typer.Context,
    experiment: Annotated[
        str,
        typer.Argument(
            metavar="FILE|NAME|RUN",
            help="An experiment file, the name of an example, a run file to continue, or a "
            "collection of experiments, which are run one after the other.",
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
            "tcp://host:8786. A number means --processes.",
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
    run_programs: Annotated[
        bool,
        typer.Option(
            "--run-programs",
            help="Allow a run from elsewhere to start the programs that it names.",
        ),
    ] = False,
    read_files: Annotated[
        bool,
        typer.Option(
            "--read-files",
            help="Allow a run from elsewhere to read the files that it names, such as decks.",
        ),
    ] = False,
    join: Annotated[
        list[str] | None,
        typer.Option(
            "--join",
            metavar="NAME=SPEC",
            help="A further player, who takes every seat that the experiment's players take in "
            "turn. May be given several times.",
        ),
    ] = None,
    model: Annotated[
        list[str] | None,
        typer.Option(
            "--model",
            metavar="MODEL",
            help="A model in place of the one that the experiment's players ask; if they ask "
            "several, give one for each, in their order.",
        ),
    ] = None,
    dry_run: Annotated[
        bool,
        typer.Option("--dry-run", "--plan", help="Say what the run would take, and run nothing."),
    ] = False,
) -> None:
    r"""Run an experiment, or continue it where it was left.

    The same command continues a run that was interrupted, killed or stopped by a limit: finished
    trials are never run again, and games of models go on in the middle. Ctrl+C ends it in order.

    A run file from elsewhere starts no programs (exec:, py:, player:) without --run-programs, and
    reads no files that it names (keywords, decks, scripts, pools) without --read-files: those count
    as chosen that an experiment file names, or a run in your own folder of runs.

    Programs (exec:) run under bubblewrap where it is installed, so that none can read the answers
    beside it; --no-isolate lets them.

    Models take their keys from the environment of each worker, as in games; a key is never part of
    a run, or sent to a worker.

    \b
    Examples
      parlour lab run decrypto-crossplay
      parlour lab run decrypto-crossplay --dry-run
      parlour lab run decrypto-paper --plan
      parlour lab run decrypto-competitive --join gpt-4o=llm:gpt-4o --plan
      parlour lab run comet-paper --model gpt-4o --plan
      parlour lab run my.toml --into my.run --processes 4
      parlour lab run my.toml --dask tcp://scheduler:8786 --at-once 64
      parlour lab run my.toml --part 1/2 --into first.run
      parlour lab run ~/old.run

    \b
    Exit code: 0 finished, 1 finished but trials failed, 2 usage or configuration, 3 a limit stopped
    it, 130 interrupted.
    """
    from lab.run.start import RunSettings  # noqa: PLC0415 - 60 ms, not for --help

    settings: Settings = context.obj
    collected = find_collection(experiment)
    if collected is not None:
        from tui.commands.lab.collection_run import run_collection  # noqa: PLC0415 - estimates: 150 ms

        collection, beside = collected
        if into is not None or budget:
            option = "--into" if into is not None else "--budget"
            raise UsageError(f"{option} is for one run; {collection.name} has several.")
        options = (processes, dask, at_once, Part.parse(part), "", retry_failed, accept_changes)
        paths = collection.find_experiments(beside)
        changes = Changes(join or (), model or ())
        run_collection(paths, RunSettings(*options), settings, changes, dry_run=dry_run)
        return
    named = Path(experiment).expanduser()
    elsewhere = is_database(named) and not is_own_run(named, settings.data)
    found, text = read_experiment(experiment, trusted=read_files or not elsewhere)
    changes = Changes(join or (), model or ())
    if changes:
        text = changes.write(text)
        found = Experiment.parse(text, experiment)
    default = get_default_run_path(found.name, settings.data)
    programs = frozenset(() if elsewhere else select_programs(found.specs.values()))
    files = frozenset(() if elsewhere else select_files(found))
    how = RunSettings(
        *(processes, dask, at_once, Part.parse(part), budget, retry_failed, accept_changes),
        programs=None if run_programs else programs,
        files=None if read_files else files,
    )
    if dry_run:
        from tui.commands.lab.estimate import print_estimate  # noqa: PLC0415 - all trials: 150 ms

        print_estimate(found, how, into or default, settings)
        return
    if dask and not dask.isdecimal():
        from lab.run.executors.encryption import explain_exposure, is_encrypted  # noqa: PLC0415 - Dask: 0.25 s

        if not is_encrypted(dask):
            echo(explain_exposure(dask), err=True)
    if exposed := explain_exposed_answers(found, settings):
        echo(exposed, err=True)
    if named.is_file():
        settings = settings.hide_from_programs([named.absolute()])  # the deals follow from its seed
    from tui.commands.lab.foreground import run_and_report  # noqa: PLC0415 - rich: 30 ms, not for --help

    own = named if is_database(named) else default
    run_and_report(into or own, found, text, how, settings)
