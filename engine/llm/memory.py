"""What a model remembers of its game: its earlier questions and answers, as a chat.

By default a question has everything that the seat knows, and a model is asked afresh. With
`memory=chat` it is also shown what it was asked and answered before, refused answers included, as
in published benchmarks.
"""

import json
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

MAX_ANSWER_CHARS = 50_000
"""Characters of the end of an answer that are remembered: more than models write who end, so that
one who never does cannot make each later question longer without limit."""

type Exchange = tuple[str, str]
"""What a model was asked, and what it answered, thoughts in the answer included."""


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
    """Yield the exchanges of a seat, each with the number of its move.

    Args:
        lines: The lines of a file of calls.
        seat: The name of the seat.
        remembers: Whether earlier exchanges stand before each question. Then all answers are
            yielded; otherwise only the legal ones, as a refused one is not shown again.
    """
    for line in lines:
        call = json.loads(line)
        own = call["seat"] == seat and not call.get("step")  # what is asked after a move is apart
        if own and call["reply"] and (remembers or call["verdict"] == "legal"):
            asked = [one for one in call["messages"] if one["role"] == "user"]
            yield call["move"], join_exchange(asked[-1 if remembers else 0], call["reply"])


def join_exchange(message: Mapping[str, Any], reply: str) -> Exchange:
    """Join a logged question, without pictures, and its answer; of an endless one only the end."""
    content = message["content"]
    if not isinstance(content, str):
        content = "\n\n".join(one["text"] for one in content if one["type"] == "text")
    return content, reply[-MAX_ANSWER_CHARS:]
