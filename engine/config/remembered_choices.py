"""Small choices that the app remembers from one run to the next, such as the last theme."""

from pathlib import Path

from files.regular import read_text
from files.replacement import replace_private_file

LONGEST_CHOICE = 40


def recall_choice(name: str, data: Path) -> str:
    """Read a choice of an earlier run from the data folder; empty if there is none."""
    try:
        return read_text(data / name)[:LONGEST_CHOICE].strip()
    except (OSError, UnicodeDecodeError):
        return ""


def remember_choice(name: str, choice: str, data: Path) -> None:
    """Store a choice in the data folder for the next run.

    Raises:
        OSError: If it cannot be written.
    """
    replace_private_file(data / name, choice)
