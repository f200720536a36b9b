"""The default board: the fields of any view, as lines and rows."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from rich.cells import cell_len
from textual.content import Content

from engine.value_text import has_fields, list_values
from screens.games.board import NamedLines
from screens.games.field_text import format_label, format_value, read_fields
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
        rows = {**self.names.format_teams(), **dict(read_fields(view, self.names))}
        return list(_lay_out_pairs(rows, width, self.names))


def _lay_out_pairs(pairs: Mapping[str, Any], width: int, names: SeatNames) -> Iterator[Content]:
    """Lay out named values below one another, without empty ones."""
    rows: dict[str, Any] = {}
    for name, value in pairs.items():
        if _holds_dataclasses(value) and any(map(_is_nested, value)):
            rows |= {f"{format_label(name)} {number}": one for number, one in enumerate(value, 1)}
        elif value not in (None, "", (), [], {}):
            rows[format_label(name)] = value
    styles = {format_label(team): names.get_team_style(team) for team in names.teams}
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
    cells = [[format_label(name) for name in heads]] + [
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


def _holds_dataclasses(value: object) -> bool:
    return isinstance(value, list | tuple) and bool(value) and all(map(has_fields, value))


def _is_nested(value: Any) -> bool:  # noqa: ANN401
    """Whether a dataclass contains other dataclasses."""
    held = [one for _, one in list_values(value)]
    return any(has_fields(one) or _holds_dataclasses(one) for one in held)
