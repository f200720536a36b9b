"""Beliefs in the file of calls: how a resumed game and everything after it finds them."""

import json
from collections.abc import Callable
from pathlib import Path

MARK = b'"beliefs": {'
"""In the lines of the calls that asked for a move."""


def restore_beliefs[Kept](
    calls_file: Path | None, seat_name: str, moves: int, decode: Callable[[object], Kept]
) -> Kept | None:
    """The beliefs of a seat at the last of its moves; `None` if it has made none.

    Args:
        calls_file: The file of calls; `None` if there is none.
        seat_name: The name of the seat.
        moves: How many moves it has made.
        decode: Reads what was logged.
    """
    if not moves or calls_file is None or not calls_file.exists():
        return None
    found = None
    for line in calls_file.read_bytes().split(b"\n"):
        if MARK not in line:
            continue
        try:
            call = json.loads(line)
            if call["seat"] == seat_name and call["move"] <= moves and call["verdict"] == "legal":
                found = decode(call["beliefs"])
        except (ValueError, KeyError, TypeError, RecursionError):
            continue  # a torn or foreign line: the agent reads the talk again
    return found
