"""Choose paths for journals, and write a folder of them."""

from collections.abc import Mapping
from datetime import datetime
from pathlib import Path
from secrets import token_hex

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


def choose_journal_path(folder: Path, game: str) -> Path:
    """Build a path for the journal of a new game; it reveals neither the seed nor people.

    Games that begin within the same second get different names, even in several processes.
    """
    stamp = datetime.now().astimezone().strftime("%Y-%m-%d-%H%M%S")
    return folder / f"{stamp}-{game}-{token_hex(3)}.jsonl"
