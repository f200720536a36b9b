"""The default board: the fields of any view, as lines and rows."""

from collections.abc import Iterator, Mapping, Sequence
from functools import partial
from types import MappingProxyType
from typing import Any

from rich.cells import cell_len
from textual.content import Content

from engine.defaults.narration import UNTOLD
from engine.value_text import has_fields, list_values
from screens.games.board import NamedLines
from screens.players.seat_names import SeatNames
from screens.widgets.text_layout import lay_out_row

LABEL_WIDTH = 20
"""Maximum width of the column with field names, in cells."""
LEAST_COLUMN = 12
"""Minimum width of a table column that has to be narrowed, in cells."""


class ViewFields(NamedLines[Any]):
    """The fields of a view with their values: the default board.

    Above them stand the teams, if there are any; names of players and teams have their colours.
    A sequence of dataclasses is shown as a table; a sequence of nested dataclasses, such as rounds
    with a mark for each player, as the fields of each item.
    """

    def build_lines(self, view: Any, width: int) -> list[Content]:  # noqa: ANN401
        """Lay out the name and value of each field that is not empty."""
        rows = {**self.names.format_teams(), **dict(_read_fields(view, self.names))}
        return list(_lay_out_pairs(rows, width, self.names))


def _read_fields(view: Any, names: SeatNames) -> Iterator[tuple[str, Any]]:  # noqa: ANN401
    """Yield the name and value of each field that is shown; points with the players' names."""
    for name, shown in list_values(view, names.seats):
        value = shown
        if name == "points" and isinstance(value, tuple) and len(value) == len(names.labels):
            scored = zip(names.labels, value, strict=True)
            value = ", ".join(f"{player} {one:g}" for player, one in scored)
        if name not in UNTOLD:
            yield name, value


def _lay_out_pairs(pairs: Mapping[str, Any], width: int, names: SeatNames) -> Iterator[Content]:
    """Lay out named values below one another, without empty ones."""
    rows: dict[str, Any] = {}
    for name, value in pairs.items():
        if _holds_dataclasses(value) and any(map(_is_nested, value)):
            rows |= {f"{_format_label(name)} {number}": one for number, one in enumerate(value, 1)}
        elif value not in (None, "", (), [], {}):
            rows[_format_label(name)] = value
    styles = {_format_label(team): names.get_team_style(team) for team in names.teams}
    left = min(max(map(len, rows), default=0) + 2, LABEL_WIDTH, width // 2)
    for name, value in rows.items():
        content = Content("\n").join(_lay_out_value(value, width - left, names))
        label = Content.styled(name, styles.get(name, "$muted"))
        yield from lay_out_row((label, content), (left, width - left + 1))


def _lay_out_value(value: Any, width: int, names: SeatNames) -> list[Content]:  # noqa: ANN401
    """Lay out a value: dataclasses as rows, other values as text."""
    if isinstance(value, Content):
        return [value]
    if _holds_dataclasses(value):
        return _lay_out_table(value, width, names)
    if has_fields(value) and _is_nested(value):
        return list(_lay_out_pairs(dict(list_values(value, names.seats)), width, names))
    return [names.colour_names(format_value(value, names.players))]


def _lay_out_table(items: Sequence[Any], width: int, names: SeatNames) -> list[Content]:
    """Lay out dataclasses as a table, or one per line if the columns do not fit."""
    heads = list(dict.fromkeys(name for item in items for name, _ in list_values(item)))
    rows = [dict(list_values(item, names.seats)) for item in items]
    cells = [[_format_label(name) for name in heads]] + [
        [format_value(row.get(name), names.players) for name in heads] for row in rows
    ]
    widths = [max(map(cell_len, column)) + 2 for column in zip(*cells, strict=True)]
    while sum(widths) > width and max(widths) > LEAST_COLUMN:
        widths[widths.index(max(widths))] -= 1
    if not widths or sum(widths) > width:
        return [Content(format_value(item, names.players)) for item in items]
    laid = [
        [Content.styled(cell, "$muted") for cell in cells[0]],
        *(map(names.colour_names, row) for row in cells[1:]),
    ]
    return [line for row in laid for line in lay_out_row([*row], widths)]


def _format_label(name: str) -> str:
    return name.replace("_", " ").capitalize()


def _holds_dataclasses(value: object) -> bool:
    return isinstance(value, list | tuple) and bool(value) and all(map(has_fields, value))


def _is_nested(value: Any) -> bool:  # noqa: ANN401
    """Whether a dataclass contains other dataclasses."""
    held = [one for _, one in list_values(value)]
    return any(has_fields(one) or _holds_dataclasses(one) for one in held)


def list_fields(view: Any, names: SeatNames) -> Iterator[tuple[str, str]]:  # noqa: ANN401
    """Yield the name and the value, as text, of each field of a view that is not empty.

    A sequence of dataclasses, such as finished rounds, yields one entry per item. A value that
    consists of seat names, such as `p1, p3`, is written as the players' names.
    """
    for field, value in _read_fields(view, names):
        name = _format_label(field)
        if isinstance(value, list | tuple) and any(map(has_fields, value)):
            for number, item in enumerate(value, 1):
                yield f"{name} {number}", format_value(item, names.players)
        elif value not in (None, "", (), [], {}):
            yield name, format_value(value, names.players)


def format_value(value: object, players: Mapping[str, str] = MappingProxyType({})) -> str:
    """Format a value as plain text: `yes`, `3, 1, 4`, `seat: p1, word: pie`; `-` for `None`.

    Args:
        value: The value.
        players: The players' names by seat name.
    """
    write = partial(format_value, players=players)
    if value is None:
        return "-"
    if isinstance(value, bool):
        return "yes" if value else "no"
    if has_fields(value):
        pairs = list_values(value, tuple(players))
        return ", ".join(f"{name.replace('_', ' ')}: {write(one)}" for name, one in pairs)
    if isinstance(value, dict):
        return ", ".join(f"{write(key)}: {write(one)}" for key, one in value.items())
    if isinstance(value, list | tuple | set | frozenset):
        return ", ".join(map(write, value))
    parts = str(value).split(", ")
    return ", ".join(map(players.__getitem__, parts)) if {*parts} <= {*players} else str(value)
