"""Print what a whole run would take."""

import sys
from collections.abc import Callable
from contextlib import ExitStack
from pathlib import Path

from rich.progress import BarColumn, MofNCompleteColumn

from engine.config.settings import Settings
from engine.play import do_nothing
from lab.experiment.file import Experiment
from lab.run.estimate import Estimate, estimate_run
from lab.run.start import RunSettings
from tui.commands.lab.progress import open_bar
from tui.output import echo
from tui.signals import run_stoppable


def print_estimate(
    experiment: Experiment, how: RunSettings, run: Path, settings: Settings
) -> Estimate:
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
        echo(line)
    return estimate


def _show_games(stack: ExitStack) -> Callable[[int, int], None]:
    """Show on a terminal the number of sample games that have been played."""
    bar = open_bar(stack, BarColumn(), MofNCompleteColumn(), "sample games")
    task = bar.add_task("", total=None)
    return lambda played, games: bar.update(task, completed=played, total=games)
