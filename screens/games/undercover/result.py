"""The result of a game of Undercover."""

from collections.abc import Mapping

from rich.cells import cell_len
from textual.content import Content

from engine.games.undercover.highlights import find_highlights
from engine.games.undercover.view import Role, View
from engine.seat import Seat
from engine.winners import list_winners
from screens.games.result import GameResult
from screens.games.undercover.board import StatementList
from screens.players.seat_names import SeatNames
from screens.widgets.lines import Lines
from screens.widgets.text_layout import lay_out_row

SIGNS = {Role.CIVILIAN: "○ civilian", Role.UNDERCOVER: "◆ undercover"}
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
        widths = (min(name, free // 2), 14, min(word, free - free // 2), 16)
        return [row for seat in self.seats for row in self.build_row(seat, widths)]

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
