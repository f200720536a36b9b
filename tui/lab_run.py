"""Run an experiment in the foreground, with progress on stderr and a summary at the end.

`print_estimate` prints the estimate of a whole run instead.
"""

import sys
from collections.abc import Callable
from contextlib import ExitStack
from pathlib import Path
from typing import TYPE_CHECKING, Any, Self

import typer

from engine.play import do_nothing
from lab.experiment.file import Experiment
from lab.run.estimate import estimate_run
from lab.run.part import Part
from lab.run.runner import RunStopped
from lab.run.start import RunSettings, run_experiment
from lab.run.status import describe_status
from lab.run.store import RunFile
from tui.stop_signals import Stopped, run_stoppable

if TYPE_CHECKING:
    from engine.config.settings import Settings

LINES = 10
"""Number of progress lines if stderr is not a terminal."""


class LabProgress:
    """Shows the number of trials of a run with an outcome."""

    def __init__(self, name: str, part: Part) -> None:
        self.name = name
        self.part = part
        self._done = self._total = 0
        self._bar: Any = None
        self._task: Any = None
        self._stack = ExitStack()

    def start(self, run_file: RunFile) -> None:
        """Begin with the trials that already have an outcome."""
        counts = run_file.count_trials(self.part)
        self._done, self._total = counts.done + counts.failed, counts.trials
        if not sys.stderr.isatty():
            left = "" if counts.left else ", nothing is left"
            typer.echo(f"{self.name}: {self._done:,} of {self._total:,} trials{left}", err=True)
            return
        from rich.progress import BarColumn, MofNCompleteColumn, TimeRemainingColumn

        columns = (BarColumn(), MofNCompleteColumn(), "trials", TimeRemainingColumn())
        self._bar = _open_bar(self._stack, *columns)
        self._task = self._bar.add_task("", total=self._total, completed=self._done)

    def advance(self, count: int) -> None:
        """Count new outcomes."""
        before, self._done = self._done, self._done + count
        if self._bar is not None:
            self._bar.advance(self._task, count)
        elif self._done * LINES // self._total > before * LINES // self._total:
            typer.echo(f"{self.name}: {self._done:,} of {self._total:,} trials", err=True)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self._stack.close()


def run_and_report(
    path: Path, experiment: Experiment, text: str, how: RunSettings, settings: "Settings"
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
                )
            )
    except RunStopped as stopped:
        why = str(stopped)
    except Stopped:
        typer.echo(f"Interrupted; the same command continues {path}.", err=True)
        raise
    with RunFile(path) as run_file:
        typer.echo(describe_status(run_file).line, err=True)
        failed = run_file.count_trials(how.part).failed
    typer.echo(str(path))
    if why:
        typer.echo(f"{why} The same command continues it.", err=True)
        raise typer.Exit(3)
    if failed:
        typer.echo(f"Why trials failed: parlour lab table failures {path}", err=True)
        raise typer.Exit(1)


def print_estimate(
    experiment: Experiment, how: RunSettings, run: Path, settings: "Settings"
) -> None:
    """Print the estimate of a whole run, based on its finished trials if there are any."""
    workers = how.processes or (int(how.dask) if how.dask.isdecimal() else 1)
    with ExitStack() as stack:
        advance = _show_games(stack) if sys.stderr.isatty() else do_nothing
        estimate = run_stoppable(
            estimate_run(
                experiment, workers, how.at_once, run, settings=settings, on_progress=advance
            )
        )
    for line in estimate.describe():
        typer.echo(line)


def _show_games(stack: ExitStack) -> Callable[[int, int], None]:
    """Show on a terminal the number of sample games that have been played."""
    from rich.progress import BarColumn, MofNCompleteColumn

    bar = _open_bar(stack, BarColumn(), MofNCompleteColumn(), "sample games")
    task = bar.add_task("", total=None)
    return lambda played, games: bar.update(task, completed=played, total=games)


def _open_bar(stack: ExitStack, *columns: Any) -> Any:  # noqa: ANN401
    """Open a progress bar on stderr that is removed at the end."""
    from rich.console import Console
    from rich.progress import Progress

    return stack.enter_context(Progress(*columns, console=Console(stderr=True), transient=True))
