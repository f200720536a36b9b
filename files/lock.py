"""Lock something that several processes could change, by a file beside it."""

import os
from collections.abc import Iterator
from contextlib import contextmanager
from errno import ELOOP
from fcntl import LOCK_EX, LOCK_NB, flock
from pathlib import Path

from files.private import PRIVATE_FILE, make_private_folder
from files.regular import open_regular


@contextmanager
def hold_lock(path: Path, *, wait: bool) -> Iterator[None]:
    """Hold a lock on what a path names; it ends with the process.

    The file of the lock is `PATH.lock`. It is created if it is missing, and never written.

    Args:
        path: What is locked; it need not exist.
        wait: Whether to wait for another process that holds the lock.

    Raises:
        BlockingIOError: If another process holds it, and `wait` is false.
        OSError: If the lock's file is a link or no regular file, or cannot be opened.
    """
    lock = path.with_name(f"{path.name}.lock")
    make_private_folder(lock.parent)
    try:
        file = open_regular(lock, os.O_RDWR | os.O_CREAT | os.O_NOFOLLOW, PRIVATE_FILE)
    except OSError as error:
        if error.errno == ELOOP:
            raise OSError(ELOOP, f"its lock {lock} is a link; delete the link", str(path)) from None
        raise
    try:
        flock(file, LOCK_EX if wait else LOCK_EX | LOCK_NB)
        yield
    finally:
        os.close(file)
