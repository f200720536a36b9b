"""Delete a run and its files."""

from contextlib import suppress
from pathlib import Path

from files.folder import Folder
from lab.run.lock import lock_run
from lab.run.store import BESIDE, RunFile
from lab.run.trial_files import delete_trial_files


def delete_run(run: Path) -> None:
    """Delete a run and its files, except reports.

    The folder of its games goes if it holds nothing else.

    Raises:
        RunError: If a process is working on it, or it is damaged.
        OSError: If it cannot be deleted.
    """
    with lock_run(run):
        with RunFile(run) as file:
            keys, games = file.read_keys(), file.games_folder
        delete_trial_files(games, keys)
        with Folder(run.parent) as folder:
            folder.delete_files(f"{run.name}{suffix}" for suffix in ("", *BESIDE, ".log", ".lock"))
    with suppress(OSError):  # somebody keeps other files in it
        games.rmdir()
