"""Start an experiment run, or resume it."""

import json
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from time import monotonic

from engine.config.settings import Settings
from engine.garbage_collection import reduce_garbage_collection
from engine.llm.client import prepare_client
from engine.play import do_nothing
from engine.players.spec import parse_spec
from lab.errors import RunError
from lab.experiment.file import Experiment
from lab.experiment.limits import parse_duration
from lab.experiment.reference_protocol import list_own_stand_ins
from lab.run.budget import RunBudget
from lab.run.environment import describe_environment
from lab.run.executors.factory import create_executor
from lab.run.isolation import isolate_experiment
from lab.run.lock import lock_run
from lab.run.permission import refuse_named_programs, refuse_unchosen
from lab.run.plan import plan_trials
from lab.run.plan_size import count_plan
from lab.run.player_settings import check_players, compare_settings
from lab.run.run_part import EVERYTHING, Part
from lab.run.runner import Runner
from lab.run.server_description import describe_servers
from lab.run.store import RunFile

MOST_TRIALS = 10_000_000
"""Maximum number of trials of a run; they are written in constant memory, but take room on disk."""


AT_ONCE = 16
"""The default number of concurrent games of models."""


@dataclass(frozen=True, slots=True)
class RunSettings:
    """How `run_experiment` works on a run: the processes, the part of the deals, the budget."""

    processes: int = 0
    """The number of processes to start; 0 runs everything in this process."""
    dask: str = ""
    """The address of a scheduler, or the number of local workers to start."""
    at_once: int = AT_ONCE
    """The number of concurrent games of models."""
    part: Part = EVERYTHING
    """The deals to run."""
    budget: str = ""
    """Replaces the budget of the experiment."""
    retry_failed: bool = False
    """Whether to run failed trials again."""
    accept_changes: bool = False
    """Whether to continue although the plan or settings of players have changed."""
    programs: frozenset[str] | None = None
    """SPECs of the programs that may start; `None` for any."""
    files: frozenset[str] | None = None
    """The files that trials may name; `None` for any."""


async def run_experiment(
    path: Path,
    experiment: Experiment,
    text: str,
    how: RunSettings,
    *,
    settings: Settings,
    on_start: Callable[[RunFile], object] = do_nothing,
    on_progress: Callable[[int], object] = do_nothing,
    notify: Callable[[str], None] = do_nothing,
) -> None:
    """Work on a run until no trial can be run.

    Args:
        path: The run file; it is created if it is missing.
        experiment: The experiment.
        text: The text of its file.
        how: How to run it.
        settings: The settings in force.
        on_start: Called with the run file before the first trial.
        on_progress: Called with the number of new outcomes.
        notify: Called with messages for everybody, such as that a server is waited for.

    Raises:
        RunError: If the run has another plan, would start other programs, or another process is
            working on it.
        LineupError: If a player is not set up.
        RunStopped: If a limit is reached, or a stop was requested.
    """
    if any(parse_spec(spec).asks_model for spec in experiment.specs.values()):
        prepare_client()
    if how.programs is not None:
        refuse_named_programs(experiment, path, how.programs)
        settings = settings.limit_programs(how.programs | list_own_stand_ins())
    settings = isolate_experiment(experiment, path, settings)
    if not how.dask or how.dask.isdecimal():
        check_players(experiment.specs, settings)
    limits = experiment.limits
    budget = how.budget or limits.budget
    wall_time = parse_duration(limits.wall_time)
    started = monotonic()
    executor = create_executor(
        how.processes, how.dask, how.at_once, experiment.collect_limits(), settings, notify
    )
    with lock_run(path), RunFile(path, writing=True) as run_file, reduce_garbage_collection():
        environment = {
            **describe_environment(experiment.specs, experiment.definition, settings),
            "servers": await describe_servers(experiment.specs, settings),
        }
        prepare_run(
            run_file,
            experiment,
            text,
            environment,
            accept_changes=how.accept_changes,
            data=settings.data,
        )
        refuse_unchosen(run_file, how.programs, how.files)
        if how.retry_failed:
            run_file.forget_failures()
        on_start(run_file)
        async with executor as ready:
            await Runner(
                run_file,
                ready,
                run_file.begin_sitting(environment, how.part),
                part=how.part,
                budget=RunBudget(budget) if budget else None,
                deadline=None if wall_time is None else started + wall_time,
                stop_after_failures=limits.stop_after_failures,
                on_progress=on_progress,
            ).run_trials()


def prepare_run(
    run_file: RunFile,
    experiment: Experiment,
    text: str,
    environment: dict[str, object],
    *,
    accept_changes: bool,
    data: Path,
) -> None:
    """Write the plan; an extended experiment adds trials, and finished ones are kept.

    Raises:
        RunError: If the run has trials that the experiment lacks, or players have changed.
    """
    if experiment.recorded is None and (total := count_plan(experiment, data)) > MOST_TRIALS:
        raise RunError(
            f"The plan has {total:,} trials; a run has at most {MOST_TRIALS:,}. "
            "Make several experiments of it."
        )
    players = json.dumps(environment["players"], sort_keys=True)
    before = run_file.read_fact("settings")
    if before is not None and not accept_changes:
        changes = compare_settings(json.loads(before), json.loads(players))
        keys = (trial.key for trial in plan_trials(experiment, data=data))
        gone = run_file.count_others(keys)
        if changes or gone:
            raise RunError(_describe_changes(run_file, changes, gone))
    run_file.add_trials(plan_trials(experiment, data=data))
    facts = {"experiment": text, "name": experiment.name, "settings": players}
    run_file.set_facts(facts)


def _describe_changes(run_file: RunFile, changes: list[str], gone: int) -> str:
    counts = run_file.count_trials()
    more = [f"{gone} of its {counts.trials} trials are not in the experiment any more."]
    return " ".join(
        (
            f"{run_file.path} was begun with other settings.",
            *changes[:5],
            *(more if gone else ()),
            "Run the experiment into another file with --into, or mix both with --accept-changes.",
        )
    )
