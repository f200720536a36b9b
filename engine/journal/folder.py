"""Write journals into a new folder."""

from collections.abc import Mapping
from pathlib import Path

from engine.journal.errors import JournalError
from files.private import make_private_folder
from files.replacement import replace_private_file


def write_journals(folder: Path, journals: Mapping[str, str]) -> list[Path]:
    """Write complete journals, by file name, into a new folder.

    Raises:
        JournalError: If the folder is not empty.
    """
    if folder.exists() and any(folder.iterdir()):
        raise JournalError(
            f"{folder} is not empty. Name another folder with --into, or delete this one."
        )
    make_private_folder(folder)
    for name, text in journals.items():
        replace_private_file(folder / name, text)
    return [folder / name for name in journals]
