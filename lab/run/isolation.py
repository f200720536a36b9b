"""Isolate the programs of an experiment, so that none can read the answers beside it."""

from collections.abc import Iterator
from pathlib import Path

from engine.config.settings import Settings
from engine.players.process.hidden_files import find_secret_files
from engine.players.process.sandbox import explain_no_isolation
from engine.players.spec import parse_spec
from lab.experiment.file import Experiment
from lab.experiment.sections import INVENTED
from lab.records.recorded_games import find_journals

BESIDE = ("-wal", "-shm", "-journal", ".lock", ".log", ".games")
"""Endings of the files beside a run."""


def isolate_experiment(experiment: Experiment, run: Path, settings: Settings) -> Settings:
    """Return the settings with which programs do not see the run or the files of its games.

    Programs are isolated where it is possible, unless a setting says whether.

    Raises:
        ExperimentError: If recorded games cannot be found.
    """
    settings = settings.hide_from_programs(_list_secrets(experiment, run.absolute(), settings))
    if settings.isolate == "auto" and not explain_no_isolation():
        return settings.isolate_programs()
    return settings


def explain_exposed_answers(experiment: Experiment, settings: Settings) -> str:
    """Explain what the programs of an experiment can see because none can be isolated here.

    Returns:
        A sentence; empty if they are isolated, if there are none, or if a setting says so.
    """
    programs = any(parse_spec(spec).kind == "exec" for spec in experiment.specs.values())
    if not programs or settings.isolate != "auto" or not (why := explain_no_isolation()):
        return ""
    return (
        "Programs are not isolated and could read the answers of the games that they play in: "
        f"{why.removeprefix('--isolate: ')}"
    )


def _list_secrets(experiment: Experiment, run: Path, settings: Settings) -> Iterator[Path]:
    yield from (run.parent, run)
    yield from (run.with_name(f"{run.name}{ending}") for ending in BESIDE)
    specs = map(parse_spec, experiment.specs.values())
    scripts = [spec.argument for spec in specs if spec.kind == "script"]
    given = experiment.options.values()
    values = [one for value in given for one in (value if isinstance(value, list) else [value])]
    yield from find_secret_files(values, scripts)
    if experiment.recorded is not None and experiment.recorded.journals != INVENTED:
        journals = find_journals(experiment.recorded.journals, settings.data)
        yield from journals if len(journals) == 1 else [journals[0].parent]
