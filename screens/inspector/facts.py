"""The fields of a move, and the numbers and settings of a call, a line each."""

import json
from collections.abc import Callable, Iterator

from textual.content import Content

from engine.call_log import LoggedMove
from engine.duration import format_duration
from engine.llm.calls_file import Call
from engine.move_json import encode_move
from engine.move_name import name_move
from engine.seat_codes import SEAT_CODE
from engine.text import clean, clean_lines
from screens.players.seat_names import SeatNames
from screens.widgets.text_layout import BLANK, lay_out_row

NAME, FIELD = 20, 10
"""Widths of the name of a number, and of a field of a move, in cells."""


MAX_VALUE = 2_000
"""Maximum length of a value in characters."""


type NameValue = Callable[[str, object], str | None]
"""Takes a field and its value, and returns what the game calls it, if anything."""


def render_move(
    move: object, names: SeatNames, width: int, name_value: NameValue
) -> Iterator[Content]:
    """A move, one field a line; players by their names instead of the codes of their seats."""
    ((kind, fields),) = encode_move(move).items()
    yield Content.styled(name_move(kind, [type(move)]).capitalize(), "bold")
    for field, value in fields.items():
        yield from render_fact(field, _write_value(field, value, names, name_value), width, FIELD)


def summarize_move(move: object, names: SeatNames, name_value: NameValue) -> str:
    """A move in one line: the values of its fields."""
    ((_, fields),) = encode_move(move).items()
    told = (_write_value(name, value, names, name_value) for name, value in fields.items())
    return " · ".join(filter(None, told))


def _write_value(field: str, value: object, names: SeatNames, name_value: NameValue) -> str:
    """The value of a field of a move, with a player's name for the code of a seat."""
    if named := name_value(field, value):
        return clean(named, MAX_VALUE)
    words = " · ".join(map(str, value)) if isinstance(value, list | tuple) else str(value)
    if field == "seat" and value in names.seats:
        words = names.get_label(names.find_seat(words))
    return clean(words, MAX_VALUE)


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
    yield "Sent at", call.time
    yield "Try", str(call.attempt)
    if call.repeat:
        yield "Repeats", f"{call.repeat}, after failed calls"
    if call.assisted:
        yield "By the operator", call.assisted
    yield "Duration", format_duration(call.seconds)
    if call.server:
        yield from _list_reply_facts(call)
    if call.failure:
        yield "Failure", call.failure
    if call.learned:
        yield "Learned", call.learned


def _list_reply_facts(call: Call) -> Iterator[tuple[str, str]]:
    """What a server says of its reply; most servers leave some of it out."""
    yield "Tokens in", _format_count(call.tokens_in)
    if call.tokens_cached is not None:
        yield "Of them cached", _format_count(call.tokens_cached)
    yield "Tokens out", _format_count(call.tokens_out)
    if call.tokens_reasoning is not None:
        yield "Of them reasoning", _format_count(call.tokens_reasoning)
    yield "Cost", "not known" if call.cost is None else f"{call.cost:.6f}"
    yield "Finish reason", call.finish or "not given"
    named = {
        "Served model": call.served_model,
        "Fingerprint": call.fingerprint,
        "Response id": call.response_id,
        "Prompt texts": call.prompt_hash,
    }
    yield from ((name, value) for name, value in named.items() if value)


def _list_move_facts(logged: LoggedMove) -> Iterator[tuple[str, str]]:
    if not SEAT_CODE.fullmatch(logged.seat_name):
        yield "Role", logged.seat_name
    yield "Player", logged.maker
    if (moved := logged.moved) is None:
        yield "Made at", "still to come"
        return
    yield "Made at", moved.time
    yield "Provenance", moved.provenance
    yield "Tries", str(moved.attempts)
    yield "Duration", format_duration(moved.seconds)
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
    return lay_out_row(cells, (label, width - label + 1))
