"""Read and write people's notes for their next moves, in a file beside the journal."""

import json
from collections.abc import Mapping
from contextlib import suppress
from pathlib import Path

from engine.text import clean_lines
from files.regular import read_limited
from files.removal import delete_file
from files.replacement import replace_private_file

NOTES_SUFFIX = ".notes.json"
"""The suffix of files with people's notes for their next moves. Notes are in no journal, view or
export; only the seat that wrote them sees them again, until the game is over."""


LONGEST_NOTES = 2000
"""Maximum length of a seat's notes in characters."""


def find_notes_file(journal: Path) -> Path:
    """Find the file of the notes that belong to a journal."""
    return journal.with_suffix(NOTES_SUFFIX)


def read_notes(journal: Path) -> dict[str, str]:
    """Read the notes by seat name; none if the file is missing or damaged."""
    try:
        content = json.loads(read_limited(find_notes_file(journal)))
    except (OSError, ValueError, RecursionError):
        return {}
    if not isinstance(content, dict):
        return {}
    return {
        seat: clean_lines(text, LONGEST_NOTES)
        for seat, text in content.items()
        if isinstance(text, str)
    }


def write_notes(journal: Path, notes: Mapping[str, str]) -> None:
    """Write the notes by seat name; without notes, delete the file.

    Errors are ignored: they only lose the notes.
    """
    kept = {seat: text for seat, text in notes.items() if text.strip()}
    path = find_notes_file(journal)
    with suppress(OSError):
        if kept:
            replace_private_file(path, json.dumps(kept))
        else:
            delete_file(path)
