"""Find an experiment by its name, by its file, or by a run that was made of it."""

from pathlib import Path

from engine.suggestion import explain_unknown
from lab.errors import ExperimentError
from lab.experiment.examples import FOLDER, list_examples
from lab.experiment.file import Experiment
from lab.run.database import is_database
from lab.run.permission import refuse_named_files
from lab.run.store import RunFile


def find_experiment(text: str) -> Path:
    """Find an experiment file by its path, or by the name of a built-in experiment.

    Raises:
        ExperimentError: If there is none; the message gives the nearest name.
    """
    path = Path(text).expanduser()
    if path.is_file():
        return path
    named = FOLDER / f"{text}.toml"
    if "/" not in text and named.is_file():
        return named
    if path.suffix == ".toml" or "/" in text:
        raise ExperimentError(f"There is no file {text}.")
    raise ExperimentError(explain_unknown("experiment", text, list_examples()))


def read_experiment(text: str, *, trusted: bool = False) -> tuple[Experiment, str]:
    """Read an experiment, see `find_experiment`, or that of a run file.

    Args:
        text: The name or path.
        trusted: Whether the experiment of a run may name files of this computer; an experiment
            that the user names may.

    Raises:
        ExperimentError: If there is none, or it is wrong.
        RunError: If a run that is not trusted names files.
    """
    path = find_experiment(text)
    if not is_database(path):
        return Experiment.read(path)

    with RunFile(path) as run_file:
        told = run_file.read_fact("experiment") or ""
    found = Experiment.parse(told, f"the experiment of {path.name}")
    if not trusted:
        refuse_named_files(found, path)
    return found, told
