"""Names and values: moves field by field, and the numbers of calls and moves."""

import json
from collections.abc import Iterator

from textual.content import Content

from engine.amounts import spoken_seconds
from engine.call_log import LoggedMove
from engine.llm.calls import Call
from engine.moves import encode
from engine.text import clean, clean_lines
from screens.widgets.lines import BLANK, side_by_side

NAME, FIELD = 20, 10
"""Cells of the name of a number, and of a field of a move."""
LONGEST = 2_000
"""The most characters of a value."""


def told(move: object, width: int) -> Iterator[Content]:
    """A move, field by field."""
    ((name, fields),) = encode(move).items()
    yield Content.styled(name, "bold")
    for field, value in fields.items():
        words = " · ".join(map(str, value)) if isinstance(value, list | tuple) else str(value)
        yield from fact(field, clean(words, LONGEST), width, FIELD)


def numbers(logged: LoggedMove, call: Call | None, width: int) -> Iterator[Content]:
    """All that is known of a call, and of the move."""
    if call is not None:
        for name, value in _of_call(call):
            yield from fact(name, clean(value, LONGEST), width)
        if call.settings:
            yield BLANK
            yield Content.styled("Settings sent", "bold $primary")
            settings = json.dumps(call.settings, ensure_ascii=False, indent=2)
            yield from Content(clean_lines(settings, LONGEST)).wrap(width)
        yield BLANK
        yield Content.styled("The move", "bold $primary")
    for name, value in _of_move(logged):
        yield from fact(name, clean(value, LONGEST), width)


def _of_call(call: Call) -> Iterator[tuple[str, str]]:
    yield ("Model" if call.server else "Program"), call.model
    if call.server:
        yield "Server", call.server
    yield "Asked at", call.time
    yield "Try", str(call.attempt)
    if call.repeat:
        yield "Put before", f"{call.repeat} times, as calls failed"
    if call.assisted:
        yield "By the operator", call.assisted
    yield "Took", spoken_seconds(call.seconds)
    if call.server:
        yield "Tokens in", _count(call.tokens_in)
        yield "Tokens out", _count(call.tokens_out)
        yield "Cost", "not known" if call.cost is None else f"{call.cost:.6f}"
        yield "Stopped by", call.finish or "not told"
    if call.failure:
        yield "Failure", call.failure
    if call.learned:
        yield "Learned", call.learned


def _of_move(logged: LoggedMove) -> Iterator[tuple[str, str]]:
    yield "Seat", logged.seat_name
    yield "Player", logged.maker
    if (moved := logged.moved) is None:
        yield "Made at", "still to come"
        return
    yield "Made at", moved.time
    yield "Whose", moved.provenance
    yield "Tries", str(moved.attempts)
    yield "Took", spoken_seconds(moved.seconds)
    if (used := moved.usage) is not None:
        yield "Calls", str(used.calls)
        yield "Tokens", f"{used.tokens_in:,} in, {used.tokens_out:,} out"
        yield "Cost", "not known" if used.cost is None else f"{used.cost:.6f}"


def _count(tokens: int | None) -> str:
    return "not told" if tokens is None else f"{tokens:,}"


def fact(name: str, value: str, width: int, label: int = NAME) -> list[Content]:
    """A name and its value, which is wrapped beside it."""
    label = min(label, width // 2)
    cells = (Content.styled(clean(name, 40), "$muted"), Content(value))
    return side_by_side(cells, (label, width - label + 1))


def note(words: str, width: int) -> list[Content]:
    """A remark of our own."""
    return list(Content.styled(words, "$muted").wrap(width))
