"""Beliefs in the file of calls: how a resumed game and everything after it finds them."""

import json
import re
from collections.abc import Callable
from pathlib import Path

from engine.comet.beliefs import Beliefs
from engine.llm.calls_file import Call, append_call

MARK = re.compile(rb'"beliefs": ?\{')
"""In the lines of the calls that asked for a move; older files have a blank there."""

PANEL = "belief-panel"
"""The step of a line that a person has answered."""


def log_answered_beliefs(calls_file: Path, seat_name: str, move: int, beliefs: Beliefs) -> None:
    """Log what a person has answered beside a move.

    Raises:
        PlayerError: If it cannot be written.
    """
    call = Call(seat_name, "person", "", 1, 0, [], {}, verdict="legal", move=move, step=PANEL)
    call.beliefs = beliefs.encode()
    append_call(calls_file, call)


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
        if MARK.search(line) is None:
            continue
        try:
            call = json.loads(line)
            if call["seat"] == seat_name and call["move"] <= moves and call["verdict"] == "legal":
                found = decode(call["beliefs"])
        except (ValueError, KeyError, TypeError, RecursionError):
            continue  # a torn or foreign line: the agent reads the talk again
    return found
