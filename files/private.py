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


def replace_private_file(path: Path, text: str) -> None:
    """Atomically replace a file that only its owner can read.

    Raises:
        OSError: If it cannot be written.
    """
    make_private_folder(path.parent)
    draft = path.with_name(f"{path.name}.new")
    draft.unlink(missing_ok=True)
    file = os.open(draft, os.O_WRONLY | os.O_CREAT | os.O_EXCL, PRIVATE_FILE)
    try:
        with os.fdopen(file, "w", encoding="utf-8") as stream:
            stream.write(text)
        draft.replace(path)
    except BaseException:
        with suppress(OSError):
            draft.unlink()
        raise


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
