"""What a model remembers of its game: its earlier questions and answers, as a chat.

By default a question has everything that the seat knows, and a model is asked afresh. With
`memory=chat` it is also shown what it was asked and answered before, as in published benchmarks.
"""

import json
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

from engine.llm.calls_file import list_message_texts

type Exchange = tuple[str, str]
"""What a model was asked for a move, and what it answered."""


def read_exchanges(path: Path | None, seat: str, moves: int) -> list[Exchange]:
    """Read the exchanges of a seat's first moves from its calls, for a game that goes on.

    Args:
        path: The file of calls; without one, nothing is remembered.
        seat: The name of the seat.
        moves: The number of moves that the seat has made.
    """
    if path is None or not moves or not path.is_file():
        return []
    found = list_exchanges(path.read_text("utf-8").splitlines(), seat, remembers=True)
    return [exchange for move, exchange in found if move <= moves]


def list_exchanges(
    lines: Sequence[str], seat: str, *, remembers: bool
) -> Iterator[tuple[int, Exchange]]:
    """Yield the legal answers of a seat, each with the number of its move and its question.

    Args:
        lines: The lines of a file of calls.
        seat: The name of the seat.
        remembers: Whether earlier exchanges stand before each question.
    """
    earlier = 0
    for line in lines:
        call = json.loads(line)
        own = call["seat"] == seat and not call.get("step")  # what is asked after a move is apart
        if own and call["verdict"] == "legal" and call["reply"]:
            asked = [one for one in call["messages"] if one["role"] == "user"]
            yield call["move"], (_join(asked[earlier if remembers else 0]), call["reply"])
            earlier += 1


def _join(message: Mapping[str, Any]) -> str:
    return "\n\n".join(list_message_texts(dict(message)))
