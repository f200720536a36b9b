"""What people noted for their own next moves, kept beside the journal until the game is over.

The notes are no part of the game: they are in no journal, view or export. Only the seat that wrote
them gets them back.
"""

import json
from collections.abc import Mapping
from contextlib import suppress
from pathlib import Path

from engine.text import clean_lines
from words.file_access import read_limited, replace_private_file

NOTES_SUFFIX = ".notes.json"
LONGEST_NOTES = 2000
"""Characters kept of the notes of a seat."""


def find_notes_file(journal: Path) -> Path:
    """The file of the notes that belong to a journal."""
    return journal.with_suffix(NOTES_SUFFIX)


def read_notes(journal: Path) -> dict[str, str]:
    """Read the notes, by the seat's name; none if the file is missing or damaged."""
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
    """Write the notes, by the seat's name; without any there is no file.

    A file that cannot be written costs only the notes.
    """
    kept = {seat: text for seat, text in notes.items() if text.strip()}
    path = find_notes_file(journal)
    with suppress(OSError):
        if kept:
            replace_private_file(path, json.dumps(kept))
        else:
            path.unlink(missing_ok=True)
