"""Run the experiments of a collection one after the other, or say what they would take."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

import typer

from engine.duration import format_duration
from engine.errors import PlayerError
from engine.players.spec import LineupError
from engine.usage_range import UsageRange
from lab.experiment.file import Experiment
from lab.experiment.joining import write_joining
from lab.run.estimate import Estimate
from lab.run.folder import get_default_run_path
from lab.run.isolation import explain_exposed_answers
from lab.run.permission import select_files, select_programs
from lab.run.start import RunSettings
from tui.commands.lab.estimate import print_estimate
from tui.commands.lab.foreground import run_and_report
from tui.output import echo

if TYPE_CHECKING:
    from engine.config.settings import Settings


def run_collection(
    paths: Sequence[Path],
    how: RunSettings,
    settings: "Settings",
    join: Sequence[str] = (),
    *,
    dry_run: bool,
) -> None:
    """Run experiments one after the other, each into a run of its own.

    Experiments that cannot run, as a model is not set up, are named; the others run.

    Args:
        paths: The files of the experiments.
        how: How to run them.
        settings: The settings in force.
        join: Further players of each experiment, as `NAME=SPEC`.
        dry_run: Whether to say what they would take, and to run nothing.

    Raises:
        typer.Exit: With the exit code of the last experiment that did not finish.
    """
    estimates, code = [], 0
    for path in paths:
        experiment, text = Experiment.read(path)
        if join:
            text = write_joining(text, join)
            experiment = Experiment.parse(text, path)
        into = get_default_run_path(experiment.name, settings.data)
        programs = frozenset(select_programs(experiment.specs.values()))
        own = replace(how, programs=programs, files=frozenset(select_files(experiment)))
        echo(f"== {experiment.name}", err=not dry_run)
        try:
            if dry_run:
                estimates.append(print_estimate(experiment, own, into, settings))
                continue
            if exposed := explain_exposed_answers(experiment, settings):
                echo(exposed, err=True)
            hidden = settings.hide_from_programs([path.absolute()])
            run_and_report(into, experiment, text, own, hidden)
        except (PlayerError, LineupError) as error:
            echo(f"{error}", err=True)
            code = 2
        except typer.Exit as error:
            code = error.exit_code
    if dry_run:
        _print_total(estimates, len(paths))
    if code:
        raise typer.Exit(code)


def _print_total(estimates: Sequence[Estimate], experiments: int) -> None:
    """Print what all experiments of a plan would take together."""
    trials = sum((one.trials for one in estimates), Counter[str]()).total()
    used = sum((one.usage for one in estimates if one.usage is not None), UsageRange())
    told = str(used) if used.most.calls else "no calls of models"
    left = experiments - len(estimates)
    without = f", without {left} that cannot be estimated" if left else ""
    time = format_duration(sum(one.seconds for one in estimates))
    echo(f"== all{without}")
    echo(f"Trials: {trials:,}. Models: {told}. Time: about {time}.")
