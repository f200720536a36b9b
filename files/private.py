"""Create folders and files that only their owner can read."""

import os
from contextlib import suppress
from errno import EPERM
from pathlib import Path
from stat import S_IMODE

PRIVATE_FILE, PRIVATE_FOLDER = 0o600, 0o700


def make_private_folder(folder: Path) -> None:
    """Create a folder and missing parents, with mode 0700.

    Raises:
        OSError: If it cannot be created.
    """
    missing = []
    while not folder.is_dir():
        missing.append(folder)
        if folder == folder.parent:
            break
        folder = folder.parent
    for one in reversed(missing):
        one.mkdir(mode=PRIVATE_FOLDER, exist_ok=True)


def restrict_mode(file: int) -> None:
    """Remove the permissions of others on our open file."""
    mode = S_IMODE(os.fstat(file).st_mode)
    if mode & ~PRIVATE_FILE and hasattr(os, "fchmod"):
        with suppress(OSError):  # another user's file, or a disk without modes
            os.fchmod(file, mode & PRIVATE_FILE)


def require_own(path: Path, file: int) -> None:
    """Refuse an open file of another user.

    Raises:
        OSError: If it belongs to another user.
    """
    if hasattr(os, "geteuid") and os.fstat(file).st_uid not in (os.geteuid(), 0):
        raise PermissionError(EPERM, "it belongs to another user", str(path))
