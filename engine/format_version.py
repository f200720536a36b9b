"""The format version of a file: journals, runs, studies and pools carry one."""

import json
from pathlib import Path

from engine.text import clean


def find_format_fault(path: str | Path, kind: str, found: object, known: int) -> str:
    """Say that a file has another format than the one that is read; empty if it has that one.

    Args:
        path: The file.
        kind: What it is, such as `journal`.
        found: The format that the file says, untrusted.
        known: The only format that is read.
    """
    if type(found) is int and found == known:
        return ""
    shown = clean(json.dumps(found), 20)
    return f"{path} has {kind} format {shown}; this Parlour reads format {known}."
