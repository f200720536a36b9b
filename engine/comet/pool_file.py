"""The file of a pool: changed as a whole, under a lock."""

from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path

from engine.comet.pool import Pool, PoolError
from files.lock import hold_lock
from files.replacement import replace_private_file


def update_pool(path: Path, change: Callable[[Pool], Pool]) -> Pool:
    """Change a pool under its lock, so that processes wait for each other.

    Args:
        path: The file of an existing pool.
        change: Returns the changed pool.

    Raises:
        PoolError: If it cannot be read or written.
    """
    with lock_pool(path):
        before = Pool.read(path)
        after = change(before)
        if after != before:
            write_pool(path, after)
        return after


def write_pool(path: Path, pool: Pool) -> None:
    """Replace a pool as a whole.

    Raises:
        PoolError: If it cannot be written.
    """
    try:
        replace_private_file(path, pool.encode())
    except OSError as error:
        raise PoolError(f"The pool {path} cannot be written: {error.strerror}.") from None


@contextmanager
def lock_pool(path: Path) -> Iterator[None]:
    """Lock a pool against other processes; the lock ends with the process.

    Raises:
        PoolError: If the lock cannot be made.
    """
    with ExitStack() as stack:
        try:
            stack.enter_context(hold_lock(path, wait=True))
        except OSError as error:
            raise PoolError(f"The pool {path} cannot be locked: {error.strerror}.") from None
        yield
