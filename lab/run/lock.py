"""Lock a run against other processes."""

from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path

from files.lock import hold_lock
from lab.errors import RunError


@contextmanager
def lock_run(path: Path) -> Iterator[None]:
    """Lock a run against other processes; the lock ends with the process.

    Raises:
        RunError: If another process is working on it, or its lock cannot be opened.
    """
    with ExitStack() as stack:
        try:
            stack.enter_context(hold_lock(path, wait=False))
        except BlockingIOError:
            raise RunError(f"{path} is being run by another process.") from None
        except OSError as error:
            raise RunError(f"{path} cannot be locked: {error.strerror}.") from None
        yield
