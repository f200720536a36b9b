"""The scoreboard of the players of a game."""

from textual.content import Content

from engine.seat import Seat
from screens.players.seat_names import SeatNames
from screens.saved.evening import Evening
from screens.widgets.lines import Lines


class Tally(Lines):
    """The wins of the players of a game: `Wins after 3 games   ● Ada 2   ▲ Ben 1`."""

    def __init__(self, evening: Evening, names: SeatNames) -> None:
        """Show the wins of an evening, by the players of a game."""
        super().__init__(id="tally")
        self.games = evening.games
        self.names = names
        count = {name.casefold(): won for name, won in evening.wins.items()}
        wins = [count.get(label.casefold(), 0) for label in names.labels]
        seats = map(Seat, range(len(wins)))
        self.ranked = sorted(seats, key=lambda seat: (-wins[seat], names.labels[seat].casefold()))
        """The seats, the one with most wins first."""
        self.wins = wins
        """By seat: how many games its player has won."""

    def layout_lines(self, width: int) -> list[Content]:
        """Lay out the longest form that fits, at last with marks in place of names."""
        named = [self.names.format_player(seat, style="") for seat in self.ranked]
        marked = [
            Content.styled(self.names.get_mark(seat), self.names.get_style(seat))
            for seat in self.ranked
        ]
        forms = (
            (f"Wins after {self.games} games", named, 3),
            ("Wins", named, 3),
            ("Wins", named, 2),
            ("Wins", marked, 2),
        )
        lines = (self.write(*form) for form in forms)
        return [next((line for line in lines if line.cell_length <= width), self.write(*forms[-1]))]

    def write(self, head: str, players: list[Content], gap: int) -> Content:
        """Write the wins of all players in a line, with a gap of so many cells between them."""
        parts = [
            Content.assemble(player, (f" {self.wins[seat]}", "bold"))
            for player, seat in zip(players, self.ranked, strict=True)
        ]
        return Content(" " * gap).join([Content.styled(head, "$muted"), *parts])
