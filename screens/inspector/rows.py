"""Moves, and calls of models, as rows of a list."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import partial

from rich.cells import cell_len, set_cell_size
from textual.content import Content

from engine.call_log import CallLog, LoggedMove, find_deciding_call
from engine.duration import format_duration
from engine.game import GameType
from engine.llm.calls_file import Call
from engine.players.spec import parse_spec
from engine.text import clean
from screens.inspector.facts import summarize_move
from screens.inspector.verdict_sign import get_verdict_kind, get_verdict_sign
from screens.players.look import write_look
from screens.players.seat_names import SeatNames
from screens.players.seat_naming import name_seats

COLUMNS = {"step": 5, "player": 24, "how": 13, "took": 12, "tokens": 8, "cost": 8}
"""The columns and their widths; the last column, with the move, takes the rest."""


NUMBERS = ("took", "tokens", "cost")
"""The columns that are right-aligned; the last two are left out if no model was called."""


LEAST_SECONDS = 0.05
"""A move that took less time has none in the list."""


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
    game: GameType

    def name_value(self, field: str, value: object) -> str | None:
        """Name the value of a field of the move as the game does, if its view is known."""
        view = self.logged.view
        return None if view is None else self.game.name_value(view, field, value)

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
        create = partial(Row, logged, names=names, game=call_log.definition)
        yield create(find_deciding_call(logged) if own else None, beneath=False)
        if len(logged.calls) > 1 or not own:
            yield from (create(call, beneath=True) for call in logged.calls)


def format_player_label(logged: LoggedMove) -> str:
    """The name to show of the player who made a move."""
    spec = logged.spec
    return clean(spec.display_name(logged.seat_name) if spec else logged.maker)


def render_rows(rows: Sequence[Row]) -> Iterator[Content]:
    """Each row as one line."""
    numbers, tells_how = list_numbers(rows), has_origins(rows)
    for row in rows:
        if row.beneath and row.call:
            yield _render_call_row(row.call, numbers)
        else:
            yield _render_move_row(row, numbers, tells_how=tells_how)


def list_numbers(rows: Sequence[Row]) -> tuple[str, ...]:
    """The columns of numbers that say something: those of calls only if models were called."""
    called = any(call.server for row in rows for call in row.logged.calls)
    return NUMBERS if called else NUMBERS[:1]


def has_origins(rows: Sequence[Row]) -> bool:
    """Whether there is anything to say of how a move was made."""
    return any(row.beneath or describe_origin(row.logged) for row in rows)


def format_column_titles(rows: Sequence[Row]) -> str:
    """The line above the columns."""
    numbers, tells_how = list_numbers(rows), has_origins(rows)
    titles = [
        title.rjust(width) if name in NUMBERS else title.ljust(width)
        for name, width in COLUMNS.items()
        if (name not in NUMBERS or name in numbers) and (name != "how" or tells_how)
        for title in [name.capitalize()]
    ]
    return f"{''.join(titles)}  Move"


def describe_origin(logged: LoggedMove) -> str:
    """Describe how a move was made, unless it is its player's first answer."""
    if logged.moved is None:
        return "to come"
    if logged.moved.provenance != "own":
        return logged.moved.provenance
    return f"{logged.moved.attempts} tries" if logged.moved.attempts > 1 else ""


def _render_move_row(row: Row, numbers: Sequence[str], *, tells_how: bool) -> Content:
    logged = row.logged
    moved = logged.moved
    seconds = format_duration(moved.seconds) if moved and moved.seconds >= LEAST_SECONDS else ""
    known = [call.cost for call in logged.calls if call.cost is not None]
    told = "" if logged.move is None else summarize_move(logged.move, row.names, row.name_value)
    return Content.assemble(
        (_pad_right(str(logged.turn).rjust(3), "step"), "$muted"),
        _fit_cell(row.player, COLUMNS["player"]),
        (_pad_right(describe_origin(logged), "how") if tells_how else "", "$primary"),
        (_format_numbers(numbers, seconds, logged.calls, sum(known) if known else None), "$muted"),
        f"  {told}",
    )


def _fit_cell(text: Content, width: int) -> Content:
    """Cut or fill a text to the width of its column, with a blank at its end."""
    cut = text.truncate(width - 1, ellipsis=True)
    return cut.pad_right(width - cut.cell_length)


def _render_call_row(call: Call, numbers: Sequence[str]) -> Content:
    mark, colour = get_verdict_sign(call.verdict)
    again = f", call {call.repeat + 1}" if call.repeat else ""
    asked = f", {call.assisted}" if call.assisted else ""
    width = COLUMNS["player"]
    tried = call.step and f"{clean(call.step, 20)}{f', try {call.attempt}' * (call.attempt > 1)}"
    what = set_cell_size(f"└ {tried or f'try {call.attempt}'}{again}{clean(asked, 12)}", width)
    return Content.assemble(
        " " * COLUMNS["step"],
        (what, "$muted"),
        (_pad_right(f"{mark} {get_verdict_kind(call.verdict)}", "how"), colour),
        (_format_numbers(numbers, format_duration(call.seconds), (call,), call.cost), "$muted"),
    )


def _format_numbers(
    numbers: Sequence[str], seconds: str, calls: tuple[Call, ...], cost: float | None
) -> str:
    tokens = sum((call.tokens_in or 0) + (call.tokens_out or 0) for call in calls)
    texts = {
        "took": seconds,
        "tokens": f"{tokens:,}" if tokens else "",
        "cost": "" if cost is None else f"{cost:.4f}",
    }
    return "".join(_pad_left(texts[name], name) for name in numbers)


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
