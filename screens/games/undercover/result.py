"""The result of a game of Undercover."""

from collections.abc import Mapping

from rich.cells import cell_len
from textual.color import Color
from textual.content import Content

from engine.games.undercover.highlights import find_highlights
from engine.games.undercover.view import Role, View
from engine.seat import Seat
from engine.winners import list_winners
from screens.games.result import GameResult
from screens.games.undercover.board import StatementList
from screens.players.seat_names import SeatNames
from screens.widgets.large_text import draw_line
from screens.widgets.letter_size import fit_alike
from screens.widgets.lines import Lines
from screens.widgets.text_layout import BLANK, lay_out_row

SIGNS = {Role.CIVILIAN: "civilian", Role.UNDERCOVER: "undercover"}
COLOURS = {Role.UNDERCOVER: "primary", Role.CIVILIAN: "foreground"}
"""The colour of each side's word in large letters."""
HIGH, LARGE_WORD, GAP = 44, 7, 6
"""Rows of a screen with large words, the most rows of one, and the cells between them."""
TEAMS = {Role.CIVILIAN: "Civilians win", Role.UNDERCOVER: "Undercover wins", None: ""}
"""The headline of winners whose names are too long for large letters."""


class UndercoverResult(GameResult):
    """The winners, everybody's word and role, the whole talk and who voted for whom."""

    def __init__(self, view: View, names: SeatNames, score: Mapping[Seat, float]) -> None:
        """Show the result of the game, whose last view is `view`."""
        won = list_winners(score, view.outcome)
        super().__init__(
            names,
            won,
            find_highlights(view),
            Roles(view, names),
            StatementList(names, view),
            team=TEAMS[view.roles[won[0]]] if won else "",
        )


class Roles(Lines):
    """Who had which word, those with one word together."""

    DEFAULT_CSS = "Roles { margin-bottom: 1; }"

    def __init__(self, view: View, names: SeatNames) -> None:
        """Show the result of the game, whose last view is `view`."""
        super().__init__()
        self.view = view
        self.names = names
        seats = map(Seat, range(len(view.seats)))
        self.seats = sorted(seats, key=lambda seat: view.roles[seat] is Role.CIVILIAN)
        """All seats, those undercover first."""

    def layout_lines(self, width: int) -> list[Content]:
        """A row for each seat."""
        assert self.view.words is not None
        free = max(min(width, 90) - 30, 20)
        name = max(self.names.format_player(seat).cell_length for seat in self.seats) + 2
        word = max(cell_len(word) for word in self.view.words) + 3
        word = min(word, free // 2)
        widths = (min(name, free - word), 14, word, 16)
        rows = [row for seat in self.seats for row in self.build_row(seat, widths)]
        large = self.draw_words(width) if self.app.size.height >= HIGH else []
        if not large:
            return rows
        left = max(width - max(row.cell_length for row in rows), 0) // 2
        return [BLANK, *large, BLANK, *(row.pad_left(left) for row in rows)]

    def draw_words(self, width: int) -> list[Content]:
        """Draw both words in large letters, each below its side; nothing if they do not fit."""
        view, column = self.view, width // 2
        assert view.words is not None
        words = [view.words[view.roles.index(role)] for role in COLOURS]
        fit = fit_alike(words, column - GAP, LARGE_WORD)
        if fit is None:
            return []
        columns = []
        for word, (role, colour) in zip(words, COLOURS.items(), strict=True):
            head = Content.styled(SIGNS[role], f"bold ${colour}")
            found = Color.parse(self.app.theme_variables[colour])
            drawn = draw_line(self, word, found, fit.size, narrow=fit.narrow)
            wide = max(line.cell_length for line in drawn)
            lines = [
                head.pad_left((column - head.cell_length) // 2),
                BLANK,
                *(line.pad_left((column - wide) // 2) for line in drawn),
            ]
            columns.append([line.pad_right(column - line.cell_length) for line in lines])
        return [Content("").join(row) for row in zip(*columns, strict=True)]

    def build_row(self, seat: Seat, widths: tuple[int, ...]) -> list[Content]:
        """Name, role, word, and when the seat went out."""
        view = self.view
        role = view.roles[seat]
        assert role is not None
        assert view.words is not None
        out = view.find_exit_round(seat)
        style = "bold $primary" if role is Role.UNDERCOVER else ""
        cells = (
            self.names.format_player(seat),
            Content.styled(SIGNS[role], style),
            Content.styled(view.words[seat], style),
            Content.styled(f"out in round {out}" if out else "survived", "$muted"),
        )
        return lay_out_row(cells, widths)
