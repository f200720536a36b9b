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
from engine.usage_text import format_usage
from lab.experiment.changes import Changes
from lab.experiment.file import Experiment
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
    changes: Changes,
    *,
    dry_run: bool,
) -> None:
    """Run experiments one after the other, each into a run of its own.

    Experiments that cannot run, as a model is not set up, are named; the others run.

    Args:
        paths: The files of the experiments.
        how: How to run them.
        settings: The settings in force.
        changes: What to change in each experiment; models only where players ask one.
        dry_run: Whether to say what they would take, and to run nothing.

    Raises:
        typer.Exit: With the exit code of the last experiment that did not finish.
    """
    estimates, code = [], 0
    for path, experiment, text in [_read_experiment(path, changes) for path in paths]:
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


def _read_experiment(path: Path, changes: Changes) -> tuple[Path, Experiment, str]:
    """Read an experiment with what the command changes.

    Raises:
        ExperimentError: If it is wrong, or becomes so.
    """
    experiment, text = Experiment.read(path)
    if changes.models and not experiment.asks_models:
        changes = replace(changes, models=())
        echo(f"{experiment.name}: no player asks a model, so --model changes nothing.", err=True)
    if changes:
        text = changes.write(text)
        experiment = Experiment.parse(text, path)
    return path, experiment, text


def _print_total(estimates: Sequence[Estimate], experiments: int) -> None:
    """Print what all experiments of a plan would take together."""
    trials = sum((one.trials for one in estimates), Counter[str]()).total()
    used = sum((one.usage for one in estimates if one.usage is not None), UsageRange())
    told = "no calls of models"
    if used.most.calls:
        told = f"about {format_usage([used.expected])}, in a range of {used}"
    left = experiments - len(estimates)
    without = f", without {left} that cannot be estimated" if left else ""
    time = format_duration(sum(one.seconds for one in estimates))
    echo(f"== all{without}")
    echo(f"Trials: {trials:,}. Models: {told}. Time: about {time}.")
    judging = [one.judging for one in estimates if one.judging is not None]
    if judging:
        echo(f"If a model judges all of them afterwards: {sum(judging, UsageRange())}.")
