"""Base widgets of boards and results; a board for games that bring none."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import fields, is_dataclass
from functools import partial
from types import MappingProxyType
from typing import Any, Protocol

from rich.cells import cell_len
from textual.app import ComposeResult
from textual.containers import Vertical
from textual.content import Content
from textual.widget import Widget

from engine.game import Seat
from engine.games.default_parts import UNTOLD
from engine.games.question_types import Highlight, Highlights
from screens.player_names_and_colours import SeatNames
from screens.widgets.celebration import Celebration
from screens.widgets.text_layout import BLANK, Lines, Scroll, ViewLines, centre_text, lay_out_row

__all__ = [
    "Content",
    "Iterable",
    "NamedLines",
    "ScrolledView",
    "SeatNames",
    "StackedBoard",
    "Widget",
]
"""What a game's own boards need."""

LABEL_WIDTH = 20
"""Cells of the widest column of field names."""
LEAST_COLUMN = 12
"""Cells to which the columns of a table are narrowed if it is too wide."""


class ShowsView[View](Protocol):
    """A part of a board."""

    def show(self, view: View) -> None:
        """Show `view` instead of the one before."""


class Board[View](Vertical):
    """Base of a game's public table."""

    def show(self, view: View) -> None:
        """Show `view` instead of the one before."""
        raise NotImplementedError


class StackedBoard[View](Board[View]):
    """Parts below one another that each show the same view."""

    DEFAULT_CSS = "StackedBoard { height: 1fr; padding: 0 1; }"

    def __init__(self, *parts: Widget) -> None:
        """Stack `parts`; each of them has a method `show(view)`."""
        super().__init__()
        self.parts = parts

    def compose(self) -> ComposeResult:
        yield from self.parts

    def show(self, view: View) -> None:
        """Show `view` in every part."""
        for part in self.parts:
            part.show(view)  # type: ignore[attr-defined]


class StatusLine[View](ViewLines[View]):
    """Round and score in one line, at the top of boards and forms."""

    DEFAULT_CSS = "StatusLine { border-bottom: solid $faint; }"


class NamedLines[View](ViewLines[View]):
    """Lines of a view that call the seats by their players.

    A class of its own defines `list_lines`, or `build_lines` if it lays them out itself.
    """

    def __init__(self, names: SeatNames, view: View | None = None) -> None:
        """Call the seats as `names` does."""
        super().__init__(view)
        self.names = names

    def list_lines(self, view: View) -> Iterable[Content]:
        """List the lines for `view`; those that are too long are wrapped."""
        raise NotImplementedError

    def build_lines(self, view: View, width: int) -> list[Content]:
        return [part for line in self.list_lines(view) for part in line.wrap(width) or [BLANK]]


class TurnLine[View](NamedLines[View]):
    """Whose turn it is, between the other parts of a board."""

    DEFAULT_CSS = "TurnLine { margin: 1 0; }"


class Narration(NamedLines[Sequence[str]]):
    """Lines that were told of a match."""

    def list_lines(self, view: Sequence[str]) -> Iterable[Content]:
        return map(self.names.format_sentence, view)


class ScrolledView[View](Scroll):
    """Lines of a view that scroll; the last of them, which is the latest, is in sight."""

    DEFAULT_CSS = "ScrolledView { height: 1fr; min-height: 4; }"

    def __init__(self, content: ViewLines[View]) -> None:
        """Scroll `content`."""
        super().__init__(content)
        self.content_lines = content

    def on_mount(self) -> None:
        """Begin at the end."""
        self.scroll_end(animate=False)

    def show(self, view: View) -> None:
        """Show the lines of another view, from the end."""
        self.content_lines.show(view)
        if self.is_mounted:
            self.scroll_end(animate=False)


class ViewFields(NamedLines[Any]):
    """The fields of a view: what there is to see before a game has its own board.

    A sequence of dataclasses is a table; if they hold others, such as rounds with a mark for each
    player, it is the fields of each of them.
    """

    def build_lines(self, view: Any, width: int) -> list[Content]:  # noqa: ANN401
        """Each field that holds something, with its name."""
        shown = {field.name: getattr(view, field.name) for field in fields(view)}
        rows = {name: value for name, value in shown.items() if name not in UNTOLD}
        players = dict(zip(self.names.seats, self.names.labels, strict=True))
        return list(_lay_out_pairs(rows, width, players))


def _lay_out_pairs(
    pairs: Mapping[str, Any], width: int, players: Mapping[str, str]
) -> Iterator[Content]:
    """Lay out named values below one another; those that hold nothing are left out."""
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
    """Lay out a value: dataclasses in rows, all else as text."""
    if _holds_dataclasses(value):
        return _lay_out_table(value, width, players)
    if is_dataclass(value) and _is_nested(value):
        held = {field.name: getattr(value, field.name) for field in fields(value)}
        return list(_lay_out_pairs(held, width, players))
    return [Content(format_value(value, players))]


def _lay_out_table(items: Sequence[Any], width: int, players: Mapping[str, str]) -> list[Content]:
    """Lay out dataclasses as a table, or as a line each if there are too many columns."""
    heads = list(dict.fromkeys(field.name for item in items for field in fields(item)))
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
    return isinstance(value, list | tuple) and bool(value) and all(map(is_dataclass, value))


def _is_nested(value: Any) -> bool:  # noqa: ANN401
    """Whether a dataclass holds others."""
    held = [getattr(value, field.name) for field in fields(value)]
    return any(is_dataclass(one) or _holds_dataclasses(one) for one in held)


def list_fields(view: Any, names: SeatNames) -> Iterator[tuple[str, str]]:  # noqa: ANN401
    """Name and value of each field of a view that is not empty, as text.

    A sequence of dataclasses, such as finished rounds, is one entry for each of them. A value that
    is nothing but names of seats, such as `p1, p3`, is the players' names.
    """
    players = dict(zip(names.seats, names.labels, strict=True))
    for field in fields(view):
        if field.name in UNTOLD:
            continue
        name, value = _format_label(field.name), getattr(view, field.name)
        if isinstance(value, list | tuple) and any(map(is_dataclass, value)):
            for number, item in enumerate(value, 1):
                yield f"{name} {number}", format_value(item, players)
        elif value not in (None, "", (), [], {}):
            yield name, format_value(value, players)


def format_value(value: object, players: Mapping[str, str] = MappingProxyType({})) -> str:
    """A value of a view as plain text: `yes`, `3, 1, 4`, `seat: p1, word: pie`; `-` for `None`.

    Args:
        value: The value.
        players: What stands for the names of seats.
    """
    write = partial(format_value, players=players)
    if value is None:
        return "-"
    if isinstance(value, bool):
        return "yes" if value else "no"
    if is_dataclass(value):
        pairs = ((field.name, getattr(value, field.name)) for field in fields(value))
        return ", ".join(f"{name.replace('_', ' ')}: {write(one)}" for name, one in pairs)
    if isinstance(value, dict):
        return ", ".join(f"{write(key)}: {write(one)}" for key, one in value.items())
    if isinstance(value, list | tuple | set | frozenset):
        return ", ".join(map(write, value))
    parts = str(value).split(", ")
    return ", ".join(map(players.__getitem__, parts)) if {*parts} <= {*players} else str(value)


WIDEST = 96
"""Cells of the widest column of text."""
TITLE_WIDTH = 14
"""Cells of the column for the titles of highlights."""


class GameResult(Vertical):
    """The account of a finished game: the winners, what decided it, then the details."""

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
        """Show the winners over `parts`.

        Args:
            names: Who sits where.
            winners: Who has won; nobody in a draw, or if all have lost.
            highlights: What decided the game, and the best of it.
            parts: What was hidden, and the course of the game, below one another.
            team: The headline of winners who are more than a few, or whose names do not fit in
                large letters: `Civilians win`.
            nobody: What is said if there are no winners.
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
    """Who had which role, the decisive moment, and the best of what was said and done."""

    def __init__(self, names: SeatNames, winners: Sequence[Seat], highlights: Highlights) -> None:
        """Tell of the game that `winners` have won."""
        super().__init__()
        self.names = names
        self.winners = winners
        self.highlights = highlights

    def layout_lines(self, width: int) -> list[Content]:
        """The roles and the moment in the middle, then a row for each of the best."""
        text = min(width, WIDEST)
        moment = self.names.format_parts(self.highlights.decisive)
        heads = (self.describe_roles(), moment.stylize_before("bold"))
        lines = [line for head in heads if head.plain for line in centre_text(head, width)]
        best = [line for one in self.highlights.best for line in self.build_row(one, text)]
        margin = (width - max((line.cell_length for line in best), default=0)) // 2
        return [*lines, BLANK, *(line.pad_left(margin) for line in best)] if best else lines

    def describe_roles(self) -> Content:
        """Who beat whom, if the seats have roles."""
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
        """A title beside its sentence."""
        title = Content.styled(highlight.title, "$primary")
        sentence = self.names.format_parts(highlight.sentence)
        return lay_out_row((title, sentence), (TITLE_WIDTH, width - TITLE_WIDTH + 1))
