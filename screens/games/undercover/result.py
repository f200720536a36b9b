"""How a game of Undercover ended, with nothing left secret."""

from textual.app import ComposeResult
from textual.containers import Vertical
from textual.content import Content

from engine.game import Seat
from engine.games.undercover.narration import describe_outcome
from engine.games.undercover.view import Role, View
from engine.text import join_names
from screens.games.ui import SeatNames
from screens.games.undercover.standing import called
from screens.games.undercover.talk import Said
from screens.widgets.lines import BLANK, Lines, side_by_side

SIGNS = {Role.CIVILIAN: "○ civilian", Role.UNDERCOVER: "◆ undercover"}


class Result(Vertical):
    """Winner and why, everybody's word and role, the whole talk and who voted for whom."""

    DEFAULT_CSS = """
    Result { height: auto; padding: 0 1; }
    Result Verdict { margin: 1 0; }
    """

    def __init__(self, view: View, names: SeatNames) -> None:
        """Tell the game that `view` saw to its end."""
        super().__init__()
        self.view = view
        self.names = names

    def compose(self) -> ComposeResult:
        """From the verdict to the details."""
        yield Verdict(self.view, self.names)
        yield Said(self.names, self.view)


class Verdict(Lines):
    """Who won and why, and who had which word."""

    def __init__(self, view: View, names: SeatNames) -> None:
        """Name the seats as `names` does."""
        super().__init__()
        self.view = view
        self.names = names

    def layout_lines(self, width: int) -> list[Content]:
        """The winners, and a row for each seat, those with one word together."""
        return [
            *Content.styled(describe_outcome(self.view), "bold $primary").wrap(width),
            *self.praise().wrap(width),
            BLANK,
            *(row for seat in self.by_role() for row in self.seat(seat, width)),
        ]

    def praise(self) -> Content:
        """The winners by name; all at a draw."""
        won = {"civilians": Role.CIVILIAN, "undercover": Role.UNDERCOVER}
        role = won.get(self.view.outcome or "")
        winners = [s for s in self.by_role() if role is None or self.view.roles[s] is role]
        people = join_names(called(self.names, seat) for seat in winners)
        return Content.assemble("Well played, ", (people, "bold"), ".")

    def by_role(self) -> list[Seat]:
        """All seats, civilians first."""
        seats = map(Seat, range(len(self.view.seats)))
        return sorted(seats, key=lambda seat: self.view.roles[seat] is Role.UNDERCOVER)

    def seat(self, seat: Seat, width: int) -> list[Content]:
        """Name, role, word, and what became of the seat."""
        view = self.view
        role = view.roles[seat]
        assert role is not None
        assert view.words is not None
        out = view.went_out(seat)
        style = "bold $primary" if role is Role.UNDERCOVER else ""
        cells = (
            Content.styled(called(self.names, seat), "bold"),
            Content.styled(SIGNS[role], style),
            Content.styled(view.words[seat], style),
            Content.styled(f"out in round {out}" if out else "in to the end", "$muted"),
        )
        free = max(min(width, 90) - 30, 20)
        return side_by_side(cells, (free // 2, 14, free - free // 2, 16))
