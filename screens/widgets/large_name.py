"""A player's name with its mark, in large letters."""

from collections.abc import Callable

from textual.color import Color
from textual.content import Content
from textual.widget import Widget

from screens.players.look import get_style
from screens.players.marks import MARKS
from screens.players.seat_names import PlayerName
from screens.widgets.large_text import (
    build_span,
    count_pixel_rows,
    render_ink,
    render_letters,
)
from screens.widgets.letter_size import MAX_ROWS, MIN_ROWS
from screens.widgets.letters import FONT_CHARACTERS, measure_width
from screens.widgets.lines import Lines
from screens.widgets.player_mark import draw_mark, measure_mark
from screens.widgets.text_layout import centre_text

SPACE = 2
"""Cells between mark and name."""


class LargeName(Lines):
    """A player's mark and name in the largest letters that fit; else as bold text."""

    def __init__(self, name: PlayerName, count_rows: Callable[[], int]) -> None:
        """Show `name`; `count_rows` counts the rows that there are for it."""
        super().__init__(id="person")
        self.player = name
        self.count_rows = count_rows
        self._drawn: tuple[tuple[object, ...], list[Content]] = (), []

    def layout_lines(self, width: int) -> list[Content]:
        """The name, and the role below it; those of the last call if nothing has changed."""
        app = self.app
        rows = self.count_rows()
        depends = width, rows, app.theme, self.background_colors, count_pixel_rows(app)
        if self._drawn[0] != depends:
            self._drawn = depends, self.draw_name(width, rows)
        return self._drawn[1]

    def draw_name(self, width: int, rows: int) -> list[Content]:
        """Draw the name in at most so many rows."""
        size = fit_name(self.player.label, width, rows)
        if not size:
            return centre_text(self.player.write(), width)
        lines = draw_player(self, self.player, size)
        left = max(width - max(line.cell_length for line in lines), 0) // 2
        return [line.pad_left(left) for line in lines]


def draw_player(
    widget: Widget, player: PlayerName, size: int, *, narrow: bool = False
) -> list[Content]:
    """Draw a player's mark and name in letters of `size` rows; a role stands in a row below."""
    name, look = player.label, player.look or 0
    style = get_style(look)
    colour = Color.parse(widget.app.theme_variables[style.removeprefix("$")])
    background, high = widget.background_colors[1], count_pixel_rows(widget.app)
    mark = draw_player_mark(widget, look, size, colour)
    # Capitals, too, stand on the baseline of the mark.
    letters = render_letters(name, size, background, colour, high, words=True, narrow=narrow)
    lines = [
        Content.assemble(
            before,
            " " * SPACE,
            *(build_span(*part[:2]) for part in after.simplify()),
        )
        for before, after in zip(mark, letters, strict=True)
    ]
    if not player.role:
        return lines
    widest = max(line.cell_length for line in lines)
    role = Content.styled(player.role, style)
    wide = max(widest, role.cell_length)
    left = (wide - widest) // 2
    return [*(line.pad_left(left) for line in lines), *centre_text(role, wide)]


def draw_player_mark(widget: Widget, look: int, size: int, colour: Color) -> list[Content]:
    """Draw a player's mark in `size` rows, as lines of `widget`."""
    background, high = widget.background_colors[1], count_pixel_rows(widget.app)
    strips = render_ink(draw_mark(look % len(MARKS), size, high), background, colour, high)
    return [Content.assemble(*(build_span(*p[:2]) for p in strip.simplify())) for strip in strips]


def fit_name(name: str, columns: int, rows: int) -> int:
    """Find the rows of the largest letters in which a name and its mark fit into one line, or 0."""
    if not name.strip() or not FONT_CHARACTERS.issuperset(name):
        return 0
    for size in range(min(rows, MAX_ROWS), MIN_ROWS - 1, -1):
        if measure_mark(size) + SPACE + measure_width(name, size, words=True) <= columns:
            return size
    return 0
