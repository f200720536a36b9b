"""Base widgets for the boards and results of all games, and the default board.

`Board` shows the public table, and `GameResult` the winners with the highlights. `ViewFields` lists
the fields of any view, or lays them out as a table.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import partial
from types import MappingProxyType
from typing import Any, Protocol

from rich.cells import cell_len
from textual.app import ComposeResult
from textual.containers import Vertical
from textual.content import Content
from textual.widget import Widget

from engine.defaults.narration import UNTOLD
from engine.fields import has_fields, list_values
from engine.games.highlights import Highlight, Highlights
from engine.seat import Seat
from screens.player_names_and_colours import SeatNames
from screens.widgets.line_widgets_and_text_layout import (
    BLANK,
    Lines,
    Scroll,
    ViewLines,
    centre_text,
    lay_out_row,
)
from screens.widgets.winners_headline_and_confetti import Celebration

__all__ = [
    "Content",
    "Iterable",
    "NamedLines",
    "ScrolledView",
    "SeatNames",
    "StackedBoard",
    "Widget",
]
"""Names that a game's own boards import from here."""

LABEL_WIDTH = 20
"""Maximum width of the column with field names, in cells."""
LEAST_COLUMN = 12
"""Minimum width of a table column that has to be narrowed, in cells."""


class ShowsView[View](Protocol):
    """A part of a board."""

    def show(self, view: View) -> None:
        """Replace the shown view."""


class Board[View](Vertical):
    """Base class of boards, which show the public table."""

    def show(self, view: View) -> None:
        """Replace the shown view."""
        raise NotImplementedError


class StackedBoard[View](Board[View]):
    """A board of widgets in a column that all show the same view."""

    DEFAULT_CSS = "StackedBoard { height: 1fr; padding: 0 1; }"

    def __init__(self, *parts: Widget) -> None:
        """Create a board of `parts`, widgets with a method `show(view)`."""
        super().__init__()
        self.parts = parts

    def compose(self) -> ComposeResult:
        yield from self.parts

    def show(self, view: View) -> None:
        """Replace the view in every part."""
        for part in self.parts:
            part.show(view)  # type: ignore[attr-defined]


class StatusLine[View](ViewLines[View]):
    """One line with round and score, at the top of boards and forms."""

    DEFAULT_CSS = "StatusLine { border-bottom: solid $faint; }"


class NamedLines[View](ViewLines[View]):
    """Lines about a view that write players' names for seats.

    Subclasses override `list_lines`, or `build_lines` to lay the lines out themselves.
    """

    def __init__(self, names: SeatNames, view: View | None = None) -> None:
        """Write the players of `names` for the seats."""
        super().__init__(view)
        self.names = names

    def list_lines(self, view: View) -> Iterable[Content]:
        """Yield the lines for `view`; long lines are wrapped."""
        raise NotImplementedError

    def build_lines(self, view: View, width: int) -> list[Content]:
        return [part for line in self.list_lines(view) for part in line.wrap(width) or [BLANK]]


class TurnLine[View](NamedLines[View]):
    """A line between parts of a board that says whose turn it is."""

    DEFAULT_CSS = "TurnLine { margin: 1 0; }"


class Narration(NamedLines[Sequence[str]]):
    """Lines of the narration of a match."""

    def list_lines(self, view: Sequence[str]) -> Iterable[Content]:
        return map(self.names.format_sentence, view)


class ScrolledView[View](Scroll):
    """A scrollable container for lines, which starts at the last line."""

    DEFAULT_CSS = "ScrolledView { height: 1fr; min-height: 4; }"

    def __init__(self, content: ViewLines[View]) -> None:
        """Create a container for `content`."""
        super().__init__(content)
        self.content_lines = content

    def on_mount(self) -> None:
        """Scroll to the end."""
        self.scroll_end(animate=False)

    def show(self, view: View) -> None:
        """Replace the view, and scroll to the end."""
        self.content_lines.show(view)
        if self.is_mounted:
            self.scroll_end(animate=False)


class ViewFields(NamedLines[Any]):
    """The fields of a view with their values: the default board.

    A sequence of dataclasses is shown as a table; a sequence of nested dataclasses, such as rounds
    with a mark for each player, as the fields of each item.
    """

    def build_lines(self, view: Any, width: int) -> list[Content]:  # noqa: ANN401
        """Lay out the name and value of each field that is not empty."""
        rows = dict(_read_fields(view, self.names))
        players = dict(zip(self.names.seats, self.names.labels, strict=True))
        return list(_lay_out_pairs(rows, width, players))


def _read_fields(view: Any, names: SeatNames) -> Iterator[tuple[str, Any]]:  # noqa: ANN401
    """Yield the name and value of each field that is shown; points with the players' names."""
    for name, shown in list_values(view):
        value = shown
        if name == "points" and isinstance(value, tuple) and len(value) == len(names.labels):
            scored = zip(names.labels, value, strict=True)
            value = ", ".join(f"{player} {one:g}" for player, one in scored)
        if name not in UNTOLD:
            yield name, value


def _lay_out_pairs(
    pairs: Mapping[str, Any], width: int, players: Mapping[str, str]
) -> Iterator[Content]:
    """Lay out named values below one another, without empty ones."""
    rows: dict[str, Any] = {}
    for name, value in pairs.items():
        if _holds_dataclasses(value) and any(map(_is_nested, value)):
            rows |= {f"{_format_label(name)} {number}": one for number, one in enumerate(value, 1)}
        elif value not in (None, "", (), [], {}):
            rows[_format_label(name)] = value
    left = min(max(map(len, rows), default=0) + 2, LABEL_WIDTH, width // 2)
    for name, value in rows.items():
        content = Content("\n").join(_lay_out_value(value, width - left, players))
        yield from lay_out_row((Content.styled(name, "$muted"), content), (left, width - left + 1))


def _lay_out_value(value: Any, width: int, players: Mapping[str, str]) -> list[Content]:  # noqa: ANN401
    """Lay out a value: dataclasses as rows, other values as text."""
    if _holds_dataclasses(value):
        return _lay_out_table(value, width, players)
    if has_fields(value) and _is_nested(value):
        return list(_lay_out_pairs(dict(list_values(value)), width, players))
    return [Content(format_value(value, players))]


def _lay_out_table(items: Sequence[Any], width: int, players: Mapping[str, str]) -> list[Content]:
    """Lay out dataclasses as a table, or one per line if the columns do not fit."""
    heads = list(dict.fromkeys(name for item in items for name, _ in list_values(item)))
    cells = [[_format_label(name) for name in heads]] + [
        [format_value(getattr(item, name, None), players) for name in heads] for item in items
    ]
    widths = [max(map(cell_len, column)) + 2 for column in zip(*cells, strict=True)]
    while sum(widths) > width and max(widths) > LEAST_COLUMN:
        widths[widths.index(max(widths))] -= 1
    if not widths or sum(widths) > width:
        return [Content(format_value(item, players)) for item in items]
    styles = ["$muted"] + [""] * len(items)
    return [
        line
        for row, style in zip(cells, styles, strict=True)
        for line in lay_out_row([Content.styled(cell, style) for cell in row], widths)
    ]


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
    players = dict(zip(names.seats, names.labels, strict=True))
    for field, value in _read_fields(view, names):
        name = _format_label(field)
        if isinstance(value, list | tuple) and any(map(has_fields, value)):
            for number, item in enumerate(value, 1):
                yield f"{name} {number}", format_value(item, players)
        elif value not in (None, "", (), [], {}):
            yield name, format_value(value, players)


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
        pairs = list_values(value)
        return ", ".join(f"{name.replace('_', ' ')}: {write(one)}" for name, one in pairs)
    if isinstance(value, dict):
        return ", ".join(f"{write(key)}: {write(one)}" for key, one in value.items())
    if isinstance(value, list | tuple | set | frozenset):
        return ", ".join(map(write, value))
    parts = str(value).split(", ")
    return ", ".join(map(players.__getitem__, parts)) if {*parts} <= {*players} else str(value)


WIDEST = 96
"""Maximum width of a column of text, in cells."""
TITLE_WIDTH = 14
"""Width of the column with the titles of highlights, in cells."""


class GameResult(Vertical):
    """The result of a finished game: the winners, the decisive moment, then details."""

    DEFAULT_CSS = """
    GameResult { height: auto; padding: 0 1; }
    GameResult Story { margin-bottom: 1; }
    """

    def __init__(
        self,
        names: SeatNames,
        winners: Sequence[Seat],
        highlights: Highlights,
        *parts: Widget,
        team: str = "",
        nobody: str = "A draw",
    ) -> None:
        """Create the result with `parts` below the winners.

        Args:
            names: The names of the players.
            winners: The seats of the winners; empty after a draw, or if all have lost.
            highlights: The decisive moment and the best moves.
            parts: Widgets with the secrets and the course of the game.
            team: The headline if the winners are many, or if their names do not fit in large
                letters: `Civilians win`.
            nobody: The headline if there are no winners.
        """
        super().__init__()
        self.parts = (
            Celebration(names, winners, team, nobody),
            Story(names, winners, highlights),
            *parts,
        )

    def compose(self) -> ComposeResult:
        yield from self.parts


class Story(Lines):
    """The roles, the decisive moment, and the best moves."""

    def __init__(self, names: SeatNames, winners: Sequence[Seat], highlights: Highlights) -> None:
        """Create the story of a game that `winners` have won."""
        super().__init__()
        self.names = names
        self.winners = winners
        self.highlights = highlights

    def layout_lines(self, width: int) -> list[Content]:
        """Lay out the roles and the moment centred, then a row for each of the best moves."""
        text = min(width, WIDEST)
        moment = self.names.format_parts(self.highlights.decisive)
        heads = (self.describe_roles(), moment.stylize_before("bold"))
        lines = [line for head in heads if head.plain for line in centre_text(head, width)]
        best = [line for one in self.highlights.best for line in self.build_row(one, text)]
        margin = (width - max((line.cell_length for line in best), default=0)) // 2
        return [*lines, BLANK, *(line.pad_left(margin) for line in best)] if best else lines

    def describe_roles(self) -> Content:
        """Write which roles beat which; blank if the seats have no roles."""
        seats = [Seat(place) for place in range(len(self.names.seats))]
        if not any(map(self.names.get_role, seats)):
            return BLANK
        losers = [seat for seat in seats if seat not in self.winners]
        write = self.names.format_player
        groups = [
            Content(", and ").join([write(seat, role=True, style="") for seat in group])
            for group in (self.winners, losers)
            if group
        ]
        return Content.styled(", against ", "$muted").join(groups)

    def build_row(self, highlight: Highlight, width: int) -> list[Content]:
        """Lay out the title of a highlight beside its sentence."""
        title = Content.styled(highlight.title, "$primary")
        sentence = self.names.format_parts(highlight.sentence)
        return lay_out_row((title, sentence), (TITLE_WIDTH, width - TITLE_WIDTH + 1))
