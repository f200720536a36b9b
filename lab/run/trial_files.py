"""The folder beside a run, with the files of costly trials in progress."""

from collections.abc import Set
from pathlib import Path

from files.folder import Folder
from lab.errors import RunError


def create_games_folder(folder: Path) -> None:
    """Create the folder, if it does not exist.

    Raises:
        RunError: If it is a link, as files would be written and deleted elsewhere.
    """
    try:
        Folder(folder, create=True).close()
    except OSError as error:
        raise RunError(f"{folder} cannot be used for games: {error.strerror}.") from None


def delete_trial_files(folder: Path, keys: Set[str]) -> None:
    """Delete the files of trials, which are named after their keys; others are left alone.

    Raises:
        RunError: If the folder is a link, or a file cannot be deleted.
    """
    try:
        with Folder(folder) as opened:
            opened.delete_files(
                name for name in opened.list_names() if name.partition(".")[0] in keys
            )
    except FileNotFoundError:
        return
    except OSError as error:
        raise RunError(f"{folder} cannot be tidied: {error.strerror}.") from None
