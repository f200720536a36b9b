"""Remove the files of spaces that were never finished."""

from fcntl import LOCK_EX, LOCK_NB, flock
from pathlib import Path

from files.regular import open_binary
from files.removal import delete_file

UNFINISHED = ".unfinished"
"""The ending of a file that is being written."""


def remove_unfinished(folder: Path) -> list[Path]:
    """Remove temporary files of killed processes; keep those that are still being written."""
    removed = []
    for path in sorted(folder.glob(f".*{UNFINISHED}")):
        try:
            file = open_binary(path)
        except OSError:  # not one of our files
            continue
        with file:
            try:
                flock(file, LOCK_EX | LOCK_NB)
            except BlockingIOError:
                continue
            delete_file(path)
            removed.append(path)
    return removed
