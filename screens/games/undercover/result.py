"""How a game of Undercover ended, everybody's word and role, and all that was said."""

from collections.abc import Mapping

from textual.content import Content

from engine.game import Seat
from engine.games.undercover.match_report import find_highlights
from engine.games.undercover.view import Role, View
from engine.match import list_winners
from screens.games.result import GameResult
from screens.games.undercover.board import StatementList
from screens.players import SeatNames
from screens.widgets.lines import Lines, side_by_side

SIGNS = {Role.CIVILIAN: "○ civilian", Role.UNDERCOVER: "◆ undercover"}


class UndercoverResult(GameResult):
    """The winners, everybody's word and role, the whole talk and who voted for whom."""

    def __init__(self, view: View, names: SeatNames, score: Mapping[Seat, float]) -> None:
        """Show the end of the game that `view` is the last of."""
        won = list_winners(score, view.outcome)
        super().__init__(
            names,
            won,
            find_highlights(view),
            Roles(view, names),
            StatementList(names, view),
            team="The civilians",
        )


class Roles(Lines):
    """Who had which word, those with one word together."""

    DEFAULT_CSS = "Roles { margin-bottom: 1; }"

    def __init__(self, view: View, names: SeatNames) -> None:
        """Show the end of the game that `view` is the last of."""
        super().__init__()
        self.view = view
        self.names = names
        seats = map(Seat, range(len(view.seats)))
        self.seats = sorted(seats, key=lambda seat: view.roles[seat] is Role.CIVILIAN)
        """All seats, those undercover first."""

    def layout_lines(self, width: int) -> list[Content]:
        """A row for each seat."""
        return [row for seat in self.seats for row in self.build_row(seat, width)]

    def build_row(self, seat: Seat, width: int) -> list[Content]:
        """Name, role, word, and when the seat went out."""
        view = self.view
        role = view.roles[seat]
        assert role is not None
        assert view.words is not None
        out = view.find_exit_round(seat)
        style = "bold $primary" if role is Role.UNDERCOVER else ""
        cells = (
            self.names.player(seat),
            Content.styled(SIGNS[role], style),
            Content.styled(view.words[seat], style),
            Content.styled(f"out in round {out}" if out else "survived", "$muted"),
        )
        free = max(min(width, 90) - 30, 20)
        return side_by_side(cells, (free // 2, 14, free - free // 2, 16))
