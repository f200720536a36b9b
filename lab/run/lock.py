"""Lock a run against other processes."""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from files.private import make_private_folder
from lab.errors import RunError


@contextmanager
def lock_run(path: Path) -> Iterator[None]:
    """Lock a run against other processes; the lock ends with the process.

    Raises:
        RunError: If another process is working on it.
    """
    make_private_folder(path.parent)
    try:
        from fcntl import LOCK_EX, LOCK_NB, flock
    except ImportError:  # Windows has no such locks
        yield
        return
    with path.with_name(f"{path.name}.lock").open("w") as file:
        try:
            flock(file, LOCK_EX | LOCK_NB)
        except BlockingIOError:
            raise RunError(f"{path} is being run by another process.") from None
        yield
