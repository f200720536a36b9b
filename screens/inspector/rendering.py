"""Render moves and calls of models for the inspector: as rows of its list, and as lines of text."""

import json
from collections.abc import Iterator
from dataclasses import dataclass
from unicodedata import category

from rich.cells import cell_len, set_cell_size
from textual.content import Content

from engine.duration import format_duration
from engine.errors import PlayerError
from engine.inspection import CallLog, LoggedMove, find_deciding_call
from engine.llm.calls import Call, list_message_texts
from engine.moves import encode_move, name_move
from engine.names import SEAT_CODE
from engine.players.spec import parse_spec
from engine.text import CONTROLS, clean, clean_lines
from screens.last_setup_and_player_history import name_seats
from screens.player_names_and_colours import SeatNames, write_look
from screens.widgets.line_widgets_and_text_layout import BLANK, lay_out_row

COLUMNS = {"turn": 5, "player": 27, "how": 13, "took": 8, "tokens": 8, "cost": 8}
"""The columns and their widths; the last three are right-aligned."""


@dataclass(frozen=True, slots=True)
class Row:
    """One line of the list: a move, or one of several calls for it."""

    logged: LoggedMove
    call: Call | None
    """The call that it shows, for a move the deciding one; `None` if there was none."""
    beneath: bool
    """Whether it is beneath its move."""
    names: SeatNames
    """The names of the players."""

    @property
    def player(self) -> Content:
        """The player that made the move, with mark, colour and role, if there is one."""
        seat, names = self.logged.seat, self.names
        maker = format_player_label(self.logged)
        if maker == self._format_seated_label():
            return names.format_player(seat, role=True)
        role = names.get_role(seat)
        return write_look(f"{maker}, {role}" if role else maker, names.looks[seat], "bold")

    def _format_seated_label(self) -> str:
        """The player of the seat by the name that `format_player_label` gives, without a number."""
        label = self.names.get_label(self.logged.seat)
        name, _, number = label.rpartition(" ")
        return name if number.isdecimal() and name == format_player_label(self.logged) else label


def list_rows(call_log: CallLog) -> Iterator[Row]:
    """List every move, and its calls beneath it if one line cannot show them all."""
    specs = [parse_spec(spec) for spec in call_log.record.players.values()]
    names = name_seats(
        tuple(call_log.record.players), specs, call_log.definition, data=call_log.data
    )
    for logged in call_log.moves:
        own = logged.moved is None or logged.moved.provenance == "own"
        yield Row(logged, find_deciding_call(logged) if own else None, beneath=False, names=names)
        if len(logged.calls) > 1 or not own:
            yield from (Row(logged, call, beneath=True, names=names) for call in logged.calls)


def format_player_label(logged: LoggedMove) -> str:
    """The name to show of the player who made a move."""
    spec = logged.spec
    return clean(spec.display_name(logged.seat_name) if spec else logged.maker)


def get_verdict_sign(verdict: str) -> tuple[str, str]:
    """A sign for a verdict, and its colour."""
    return ("●", "$success") if verdict == "legal" else ("✗", "$error")


def get_verdict_kind(verdict: str) -> str:
    """The first word of a verdict: legal, illegal, unreadable, failed."""
    return clean(verdict.partition(":")[0], 12)


def render_row(row: Row) -> Content:
    """A row as one line."""
    return _render_call_row(row.call) if row.beneath and row.call else _render_move_row(row)


def format_column_titles() -> str:
    """The line above the columns."""
    return "".join(
        name.rjust(width) if name in ("took", "tokens", "cost") else name.ljust(width)
        for name, width in COLUMNS.items()
    )


def describe_origin(logged: LoggedMove) -> str:
    """Describe how a move was made, unless it is its player's first answer."""
    if logged.moved is None:
        return "to come"
    if logged.moved.provenance != "own":
        return logged.moved.provenance
    return f"{logged.moved.attempts} tries" if logged.moved.attempts > 1 else ""


def _render_move_row(row: Row) -> Content:
    logged = row.logged
    moved = logged.moved
    seconds = format_duration(moved.seconds) if moved else ""
    known = [call.cost for call in logged.calls if call.cost is not None]
    return Content.assemble(
        (_pad_right(str(logged.turn).rjust(3), "turn"), "$muted"),
        _fit_cell(row.player, COLUMNS["player"]),
        (_pad_right(describe_origin(logged), "how"), "$primary"),
        (_format_numbers(seconds, logged.calls, sum(known) if known else None), "$muted"),
    )


def _fit_cell(text: Content, width: int) -> Content:
    """Cut or fill a text to the width of its column, with a blank at its end."""
    cut = text.truncate(width - 1, ellipsis=True)
    return cut.pad_right(width - cut.cell_length)


def _render_call_row(call: Call) -> Content:
    mark, colour = get_verdict_sign(call.verdict)
    again = f", call {call.repeat + 1}" if call.repeat else ""
    asked = f", {call.assisted}" if call.assisted else ""
    width = COLUMNS["player"]
    tried = call.step and f"{clean(call.step, 20)}{f', try {call.attempt}' * (call.attempt > 1)}"
    what = set_cell_size(f"└ {tried or f'try {call.attempt}'}{again}{clean(asked, 12)}", width)
    return Content.assemble(
        " " * COLUMNS["turn"],
        (what, "$muted"),
        (_pad_right(f"{mark} {get_verdict_kind(call.verdict)}", "how"), colour),
        (_format_numbers(format_duration(call.seconds), (call,), call.cost), "$muted"),
    )


def _format_numbers(seconds: str, calls: tuple[Call, ...], cost: float | None) -> str:
    tokens = sum((call.tokens_in or 0) + (call.tokens_out or 0) for call in calls)
    return "".join(
        (
            _pad_left(seconds, "took"),
            _pad_left(f"{tokens:,}" if tokens else "", "tokens"),
            _pad_left("" if cost is None else f"{cost:.4f}", "cost"),
        )
    )


def _pad_right(text: str, column: str) -> str:
    """Text padded to the width of its column, with a blank at its end."""
    width = COLUMNS[column]
    if cell_len(text) >= width:
        text = set_cell_size(text, width - 2) + "…"
    return set_cell_size(text, width)


def _pad_left(text: str, column: str) -> str:
    """Text at the right end of its column, with a blank before it."""
    width = COLUMNS[column]
    return text.rjust(width) if len(text) < width else f" {text[: width - 2]}…"


NAME, FIELD = 20, 10
"""Widths of the name of a number, and of a field of a move, in cells."""
MAX_VALUE = 2_000
"""Maximum length of a value in characters."""


def render_move(move: object, names: SeatNames, width: int) -> Iterator[Content]:
    """A move, one field a line; players by their names instead of the codes of their seats."""
    ((kind, fields),) = encode_move(move).items()
    yield Content.styled(name_move(kind, [type(move)]).capitalize(), "bold")
    for field, value in fields.items():
        words = " · ".join(map(str, value)) if isinstance(value, list | tuple) else str(value)
        if field == "seat" and value in names.seats:
            words = names.get_label(names.find_seat(value))
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
    yield "Sent at", call.time
    yield "Try", str(call.attempt)
    if call.repeat:
        yield "Repeats", f"{call.repeat}, after failed calls"
    if call.assisted:
        yield "By the operator", call.assisted
    yield "Duration", format_duration(call.seconds)
    if call.server:
        yield "Tokens in", _format_count(call.tokens_in)
        yield "Tokens out", _format_count(call.tokens_out)
        yield "Cost", "not known" if call.cost is None else f"{call.cost:.6f}"
        yield "Finish reason", call.finish or "not given"
        if call.prompt_hash:
            yield "Prompt texts", call.prompt_hash
    if call.failure:
        yield "Failure", call.failure
    if call.learned:
        yield "Learned", call.learned


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


def render_note(words: str, width: int) -> list[Content]:
    """A note by Parlour itself, in muted colours."""
    return list(Content.styled(words, "$muted").wrap(width))


MAX_TEXT = 20_000
"""Maximum length of a text, in characters."""


def render_prompt(call: Call, width: int) -> Iterator[Content]:
    """The messages that were sent."""
    for number, message in enumerate(call.messages):
        if number:
            yield BLANK
        role = clean(str(message.get("role", "")), 40) if call.server else "question"
        yield Content.styled(role.capitalize(), "bold $primary")
        for text in list_message_texts(message):
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
