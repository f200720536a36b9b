"""The folder of runs, and the run that a command means."""

from pathlib import Path

from engine.options import explain_unknown
from lab.errors import RunError
from words.space_folders import data_folder

SUFFIX = ".run"


def runs_folder() -> Path:
    """The folder in which runs are kept unless a command names another place."""
    return data_folder() / "runs"


def default_run_path(name: str) -> Path:
    """The run file of an experiment of that name."""
    return runs_folder() / f"{name}{SUFFIX}"


def list_runs() -> list[Path]:
    """The runs in the folder, the one that changed last first."""
    return sorted(runs_folder().glob(f"[!.]*{SUFFIX}"), key=last_change, reverse=True)


def find_run(text: str = "") -> Path:
    """The run that a text means.

    Args:
        text: A path, or the name of a run in the folder; empty for the latest of the folder.

    Raises:
        RunError: If there is none; with the nearest name.
    """
    if not text:
        if runs := list_runs():
            return runs[0]
        raise RunError("There are no runs yet. Start one: parlour lab run decrypto-crossplay")
    path = Path(text).expanduser()
    if path.is_file():
        return path
    named = default_run_path(text.removesuffix(SUFFIX))
    if named.is_file():
        return named
    known = tuple(run.name.removesuffix(SUFFIX) for run in list_runs())
    if "/" in text or not known:
        raise RunError(f"There is no run {text}.")
    raise RunError(explain_unknown("run", text, known))


def last_change(path: Path) -> float:
    """When a run changed last; its latest changes may still be in SQLite's log beside it."""
    log = path.with_name(f"{path.name}-wal")
    return max(one.stat().st_mtime for one in (path, log) if one.exists())
