"""Blocks of lines for the sections: prompts, replies, moves and numbers."""

import json
from collections.abc import Iterator
from unicodedata import category

from textual.content import Content

from engine.call_log import CallLog, LoggedMove
from engine.llm.calls import Call
from engine.llm.kept_calls import said
from engine.moves import encode
from engine.players import PlayerError
from engine.text import CONTROLS, clean, clean_lines
from engine.usage import format_duration
from screens.widgets.lines import BLANK, side_by_side

NAME, FIELD = 20, 10
"""Cells of the name of a number, and of a field of a move."""
MAX_VALUE = 2_000
"""The most characters of a value."""


def told(move: object, width: int) -> Iterator[Content]:
    """A move, field by field."""
    ((name, fields),) = encode(move).items()
    yield Content.styled(name, "bold")
    for field, value in fields.items():
        words = " · ".join(map(str, value)) if isinstance(value, list | tuple) else str(value)
        yield from fact(field, clean(words, MAX_VALUE), width, FIELD)


def numbers(logged: LoggedMove, call: Call | None, width: int) -> Iterator[Content]:
    """All that is known of a call, and of the move."""
    if call is not None:
        for name, value in _of_call(call):
            yield from fact(name, clean(value, MAX_VALUE), width)
        if call.settings:
            yield BLANK
            yield Content.styled("Settings sent", "bold $primary")
            settings = json.dumps(call.settings, ensure_ascii=False, indent=2)
            yield from Content(clean_lines(settings, MAX_VALUE)).wrap(width)
        yield BLANK
        yield Content.styled("The move", "bold $primary")
    for name, value in _of_move(logged):
        yield from fact(name, clean(value, MAX_VALUE), width)


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
    yield "Took", format_duration(call.seconds)
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
    yield "Took", format_duration(moved.seconds)
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


MAX_TEXT = 20_000
"""The most characters of one text that are shown."""


def prompt(call: Call, width: int) -> Iterator[Content]:
    """What was sent, message by message."""
    for number, message in enumerate(call.messages):
        if number:
            yield BLANK
        role = clean(str(message.get("role", "")), 40) if call.server else "question"
        yield Content.styled(role.capitalize(), "bold $primary")
        for text in said(message):
            yield from raw(text if call.server else _laid_out(text), "", width)


def asked_now(call_log: CallLog, logged: LoggedMove, width: int) -> Iterator[Content]:
    """What a model is asked for a move that is still to come."""
    yield from note("What is asked now; the answer is still to come.", width)
    try:
        asked = call_log.definition.build_prompt(logged.view)
    except PlayerError as error:
        yield from note(clean(str(error), 400), width)
        return
    for name, text in (("System", asked.system), ("User", asked.user)):
        yield BLANK
        yield Content.styled(name, "bold $primary")
        yield from raw(text, "", width)
    if asked.pictures:
        yield from note(f"The pictures of {len(asked.pictures)} cards follow.", width)


def _laid_out(text: str) -> str:
    """A question to a program, which is JSON in one line, in many."""
    try:
        return json.dumps(json.loads(text), ensure_ascii=False, indent=2)
    except (ValueError, RecursionError):
        return text


def raw(text: str | None, without: str, width: int) -> Iterator[Content]:
    """Text from outside, literally, but for what does not show or would steer the terminal."""
    if not text:
        yield Content.styled(without or "(empty)", "$muted")
        return
    head = text[:MAX_TEXT]
    shown = clean_lines(head, MAX_TEXT).rstrip("\n")
    yield from Content(shown).wrap(width)
    if any(category(c) in CONTROLS and c not in "\n\r\t" for c in head):
        yield from note("Characters that control a terminal or do not show are left out.", width)
    if len(text) > MAX_TEXT:
        rest = len(text) - MAX_TEXT
        yield from note(f"{rest:,} more characters stand in the file of calls.", width)
