"""Delete files and folders that we have made; links are deleted themselves, never their targets."""

import shutil
from contextlib import suppress
from pathlib import Path


def delete_file(path: Path) -> None:
    """Delete a file; one that is missing is no error.

    Raises:
        OSError: If it cannot be deleted.
    """
    path.unlink(missing_ok=True)


def delete_folder(path: Path) -> None:
    """Delete a folder with all that is in it, as far as possible; links in it are not followed."""
    with suppress(OSError):  # what remains is an unfinished folder with a name of its own
        shutil.rmtree(path)
