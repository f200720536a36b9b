"""Delete a run and its files."""

from pathlib import Path
from shutil import rmtree

from lab.run.lock import lock_run


def delete_run(run: Path) -> None:
    """Delete a run and its files, except reports.

    Raises:
        RunError: If a process is working on it.
        OSError: If it cannot be deleted.
    """
    with lock_run(run):
        run.unlink()
        for suffix in ("-wal", "-shm", ".log"):
            run.with_name(f"{run.name}{suffix}").unlink(missing_ok=True)
        rmtree(run.with_name(f"{run.name}.games"), ignore_errors=True)
    run.with_name(f"{run.name}.lock").unlink(missing_ok=True)
