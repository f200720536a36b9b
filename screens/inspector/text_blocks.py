"""Blocks of lines for the sections: prompts, replies, moves and numbers."""

import json
from collections.abc import Iterator
from unicodedata import category

from textual.content import Content

from engine.call_log import CallLog, LoggedMove
from engine.llm.calls_file import Call, message_texts
from engine.moves import encode_move
from engine.player_protocol import PlayerError
from engine.text import CONTROLS, clean, clean_lines
from engine.usage import format_duration
from screens.players import CODE
from screens.widgets.lines import BLANK, side_by_side

NAME, FIELD = 20, 10
"""Cells for the name of a number, and for a field of a move."""
MAX_VALUE = 2_000
"""The most characters of a value."""


def render_move(move: object, width: int) -> Iterator[Content]:
    """A move, one field a line."""
    ((name, fields),) = encode_move(move).items()
    yield Content.styled(name, "bold")
    for field, value in fields.items():
        words = " · ".join(map(str, value)) if isinstance(value, list | tuple) else str(value)
        yield from render_fact(field, clean(words, MAX_VALUE), width, FIELD)


def render_numbers(logged: LoggedMove, call: Call | None, width: int) -> Iterator[Content]:
    """All numbers and settings of a call and of its move."""
    if call is not None:
        for name, value in _list_call_facts(call):
            yield from render_fact(name, clean(value, MAX_VALUE), width)
        if call.settings:
            yield BLANK
            yield Content.styled("Settings sent", "bold $primary")
            settings = json.dumps(call.settings, ensure_ascii=False, indent=2)
            yield from Content(clean_lines(settings, MAX_VALUE)).wrap(width)
        yield BLANK
        yield Content.styled("The move", "bold $primary")
    for name, value in _list_move_facts(logged):
        yield from render_fact(name, clean(value, MAX_VALUE), width)


def _list_call_facts(call: Call) -> Iterator[tuple[str, str]]:
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
        yield "Tokens in", _format_count(call.tokens_in)
        yield "Tokens out", _format_count(call.tokens_out)
        yield "Cost", "not known" if call.cost is None else f"{call.cost:.6f}"
        yield "Stopped by", call.finish or "not told"
        if call.prompt_hash:
            yield "Prompt texts", call.prompt_hash
    if call.failure:
        yield "Failure", call.failure
    if call.learned:
        yield "Learned", call.learned


def _list_move_facts(logged: LoggedMove) -> Iterator[tuple[str, str]]:
    if not CODE.fullmatch(logged.seat_name):
        yield "Role", logged.seat_name
    yield "Player", logged.maker
    if (moved := logged.moved) is None:
        yield "Made at", "still to come"
        return
    yield "Made at", moved.time
    yield "Whose", moved.provenance
    yield "Tries", str(moved.attempts)
    yield "Took", format_duration(moved.seconds)
    if (used := moved.usage) is not None:
        estimated = f", {used.estimated} of them by estimate" if used.estimated else ""
        yield "Calls", f"{used.calls}{estimated}"
        yield "Tokens", f"{used.tokens_in:,} in, {used.tokens_out:,} out"
        yield "Cost", "not known" if used.cost is None else f"{used.cost:.6f}"


def _format_count(tokens: int | None) -> str:
    return "not told" if tokens is None else f"{tokens:,}"


def render_fact(name: str, value: str, width: int, label: int = NAME) -> list[Content]:
    """A name with its value wrapped beside it."""
    label = min(label, width // 2)
    cells = (Content.styled(clean(name, 40), "$muted"), Content(value))
    return side_by_side(cells, (label, width - label + 1))


def render_note(words: str, width: int) -> list[Content]:
    """A note by Parlour itself, in muted colours."""
    return list(Content.styled(words, "$muted").wrap(width))


MAX_TEXT = 20_000
"""The most characters of one text that the inspector shows."""


def render_prompt(call: Call, width: int) -> Iterator[Content]:
    """The messages that were sent."""
    for number, message in enumerate(call.messages):
        if number:
            yield BLANK
        role = clean(str(message.get("role", "")), 40) if call.server else "question"
        yield Content.styled(role.capitalize(), "bold $primary")
        for text in message_texts(message):
            yield from render_text(text if call.server else _indent_json(text), "", width)


def render_pending_prompt(call_log: CallLog, logged: LoggedMove, width: int) -> Iterator[Content]:
    """The prompt for a move that is still to come."""
    yield from render_note("What is asked now; the answer is still to come.", width)
    try:
        prompt = call_log.build_prompt(logged)
    except PlayerError as error:
        yield from render_note(clean(str(error), 400), width)
        return
    for name, text in (("System", prompt.system), ("User", prompt.user)):
        yield BLANK
        yield Content.styled(name, "bold $primary")
        yield from render_text(text, "", width)
    if prompt.pictures:
        yield from render_note(f"The pictures of {len(prompt.pictures)} cards follow.", width)


def _indent_json(text: str) -> str:
    """JSON with indentation; any other text as it is."""
    try:
        return json.dumps(json.loads(text), ensure_ascii=False, indent=2)
    except (ValueError, RecursionError):
        return text


def render_text(text: str | None, without: str, width: int) -> Iterator[Content]:
    """Text from a model or program, without characters that are invisible or control a terminal."""
    if not text:
        yield Content.styled(without or "(empty)", "$muted")
        return
    head = text[:MAX_TEXT]
    shown = clean_lines(head, MAX_TEXT).rstrip("\n")
    yield from Content(shown).wrap(width)
    if any(category(c) in CONTROLS and c not in "\n\r\t" for c in head):
        yield from render_note(
            "Characters that control a terminal or do not show are left out.", width
        )
    if len(text) > MAX_TEXT:
        rest = len(text) - MAX_TEXT
        yield from render_note(f"{rest:,} more characters stand in the file of calls.", width)
