"""Run an experiment in the foreground, with progress on stderr and a summary at the end."""

from pathlib import Path

import typer

from engine.config.settings import Settings
from lab.experiment.file import Experiment
from lab.run.runner import RunStopped
from lab.run.start import RunSettings, run_experiment
from lab.run.status import describe_status
from lab.run.store import RunFile
from tui.commands.lab.progress import LabProgress
from tui.output import echo
from tui.signals import Stopped, run_stoppable


def run_and_report(
    path: Path, experiment: Experiment, text: str, how: RunSettings, settings: Settings
) -> None:
    """Run with progress on stderr, and print a summary at the end.

    Raises:
        typer.Exit: With 1 if trials failed, with 3 if a limit stopped the run.
        Stopped: If a signal came.
    """
    why = ""
    progress = LabProgress(experiment.name, how.part)
    try:
        with progress:
            run_stoppable(
                run_experiment(
                    path,
                    experiment,
                    text,
                    how,
                    settings=settings,
                    on_start=progress.start,
                    on_progress=progress.advance,
                    notify=progress.print_notice,
                )
            )
    except RunStopped as stopped:
        why = str(stopped)
    except Stopped:
        echo(f"Interrupted; the same command continues {path}.", err=True)
        raise
    with RunFile(path) as run_file:
        echo(describe_status(run_file).line, err=True)
        failed = run_file.count_trials(how.part).failed
    echo(str(path))
    if why:
        echo(f"{why} The same command continues it.", err=True)
        raise typer.Exit(3)
    if failed:
        echo(f"Why trials failed: parlour lab table failures {path}", err=True)
        raise typer.Exit(1)
