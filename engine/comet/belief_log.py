"""Read and write beliefs in the calls file."""

import json
from collections.abc import Callable
from pathlib import Path

from engine.comet.beliefs import Beliefs
from engine.llm.calls_file import Call, append_call

MARK = b'"beliefs":{'
"""Is in the lines of calls that asked for a move."""


PANEL = "belief-panel"
"""The `step` of lines with a person's beliefs."""


INQUIRY = "belief-inquiry"
"""The `step` of calls that asked a model after its move what it believes."""


CLOSING = "find-features"
"""The `step` of calls that asked a person or a program after the match what they found, and the
name of the question for players in Python."""


DECLINED = "declined"
"""The verdict of such a call if there was no answer by choice."""


def log_answered_beliefs(calls_file: Path, seat_name: str, move: int, beliefs: Beliefs) -> None:
    """Log the beliefs that a person stated with a move.

    Raises:
        PlayerError: If it cannot be written.
    """
    _log_person(calls_file, seat_name, move, PANEL, beliefs)


def log_closing_answer(
    calls_file: Path, seat_name: str, move: int, beliefs: Beliefs | None
) -> None:
    """Log what a person found in statements; `None` if they declined.

    Args:
        calls_file: The calls file.
        seat_name: The name of the seat.
        move: The number of its last move.
        beliefs: The statements with what the person found.

    Raises:
        PlayerError: If it cannot be written.
    """
    _log_person(calls_file, seat_name, move, CLOSING, beliefs)


def _log_person(
    calls_file: Path, seat_name: str, move: int, step: str, beliefs: Beliefs | None
) -> None:
    call = Call(seat_name, "person", "", 1, 0, [], {}, move=move, step=step)
    call.verdict = DECLINED if beliefs is None else "legal"
    call.beliefs = None if beliefs is None else beliefs.encode()
    append_call(calls_file, call)


def find_closing_answers(calls_file: Path) -> set[str]:
    """Find the seats that were asked the closing question, before a game was left at its end."""
    found = set()
    for line in calls_file.read_bytes().split(b"\n") if calls_file.exists() else ():
        if CLOSING.encode() not in line:
            continue
        try:
            call = json.loads(line)
            if call.get("step") == CLOSING:
                found.add(call["seat"])
        except (ValueError, KeyError, TypeError, AttributeError, RecursionError):
            continue  # an incomplete or foreign line: the seat is asked again
    return found


def restore_beliefs[Kept](
    calls_file: Path | None, seat_name: str, moves: int, decode: Callable[[object], Kept]
) -> Kept | None:
    """Restore the beliefs of a seat at its last move; `None` if it has made none.

    Args:
        calls_file: The calls file; `None` if there is none.
        seat_name: The name of the seat.
        moves: The number of moves it has made.
        decode: Decodes logged beliefs.
    """
    if not moves or calls_file is None or not calls_file.exists():
        return None
    found = None
    for line in calls_file.read_bytes().split(b"\n"):
        if MARK not in line:
            continue
        try:
            call = json.loads(line)
            asked = call.get("step") != INQUIRY  # what it stated there is no part of the game
            own = call["seat"] == seat_name and call["move"] <= moves
            if asked and own and call["verdict"] == "legal":
                found = decode(call["beliefs"])
        except (ValueError, KeyError, TypeError, RecursionError):
            continue  # an incomplete or foreign line: the agent reads the talk again
    return found
