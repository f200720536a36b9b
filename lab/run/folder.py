"""Find run files in the runs folder, by path or by name."""

from pathlib import Path

from engine.suggestion import explain_unknown
from lab.errors import RunError

SUFFIX = ".run"
NO_RUNS = "There are no runs yet. Start one: parlour lab run decrypto-crossplay"


def get_runs_folder(data: Path) -> Path:
    """Find the default folder of runs."""
    return data / "runs"


def is_own_run(path: Path, data: Path) -> bool:
    """Whether a run lies in the user's folder of runs, not somewhere else."""
    return path.resolve().parent == get_runs_folder(data).resolve()


def get_default_run_path(name: str, data: Path) -> Path:
    """Build the default path of an experiment's run file."""
    return get_runs_folder(data) / f"{name}{SUFFIX}"


def list_runs(data: Path) -> list[Path]:
    """List the runs in the folder, last changed first."""
    return sorted(get_runs_folder(data).glob(f"[!.]*{SUFFIX}"), key=find_last_change, reverse=True)


def find_run(text: str = "", *, data: Path) -> Path:
    """Find a run by path or name.

    Args:
        text: A path, or the name of a run in the folder; empty for the latest.
        data: The data folder, with the folder of runs.

    Raises:
        RunError: If there is none; the message gives the nearest name.
    """
    if not text:
        if runs := list_runs(data):
            return runs[0]
        raise RunError(NO_RUNS)
    path = Path(text).expanduser()
    if path.is_file():
        return path
    named = get_default_run_path(text.removesuffix(SUFFIX), data)
    if named.is_file():
        return named
    known = tuple(run.name.removesuffix(SUFFIX) for run in list_runs(data))
    if "/" in text or not known:
        raise RunError(f"There is no run {text}.")
    raise RunError(explain_unknown("run", text, known))


def find_last_change(path: Path) -> float:
    """Find the time of a run's last change, which may be in SQLite's log beside it."""
    log = path.with_name(f"{path.name}-wal")
    return max(one.stat().st_mtime for one in (path, log) if one.exists())
