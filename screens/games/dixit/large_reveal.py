"""The reveal of a round of Dixit in large type, for the last row of a hall."""

from textual.app import ComposeResult
from textual.content import Content

from engine.games.dixit.view import View
from engine.seat import Seat
from screens.games.dixit.reveal import DixitReveal
from screens.games.dixit.round_cards import create_revealed_cards
from screens.players.seat_names import SeatNames
from screens.widgets.cards.slot import number_caption

FEWEST_ROWS = 21
"""From this many rows of the screen on there are large letters."""
ROOMY = 34
"""From this many rows of the screen on, the points are shown, with air above; else the next table
shows them."""


class LargeDixitReveal(DixitReveal):
    """The reveal with large letters on low screens, too, and all other rows for the cards."""

    DEFAULT_CSS = """
    LargeDixitReveal { width: 100%; max-width: 100%; min-height: 10; padding: 0; }
    LargeDixitReveal #verdict { height: auto; min-height: 1; margin: 0; text-align: center; }
    """

    def __init__(self, after: View, names: SeatNames) -> None:
        """Show the last round of `after`, an onlooker's view."""
        super().__init__(after, names)
        self.top.fewest_rows = FEWEST_ROWS

    def compose(self) -> ComposeResult:
        yield self.top
        yield self.row
        yield self.verdict

    def on_mount(self) -> None:
        """Know the size of the parts before the first layout."""
        self.size_parts()

    def on_resize(self) -> None:
        """Give each part the rows that it needs."""
        self.size_parts()
        if self.is_complete:
            self.verdict.update(self.build_verdict())

    def size_parts(self) -> None:
        """Give the verdict its rows, and captions a row more where they are long."""
        width, height = self.app.size
        is_roomy = height >= ROOMY
        self.verdict.styles.margin = (int(is_roomy or not self.swap), 0, 0, 0)
        self.verdict.styles.min_height = 1 + is_roomy + bool(self.swap)
        room = (width - 2) // len(self.done.candidates) - 1
        longest = max(
            line.cell_length
            for card in create_revealed_cards(self.view, self.done, self.names)
            for line in number_caption(card.number, card.caption, room)
        )
        self.row.caption_rows = self.count_caption_rows() + (longest > room)
        self.row.refresh(layout=True)

    def build_verdict(self) -> Content:
        """Build the points of the round; where there is room, also everybody's."""
        won = self.done.points
        points = [
            Content.assemble(
                self.names.format_player(seat, style=""),
                (f" {self.view.scores[seat]}", "bold"),
                (f" +{won[seat]}" if won[seat] else "", "$success"),
            )
            for seat in map(Seat, range(len(won)))
        ]
        shown = [Content("   ").join(points)] if self.app.size.height >= ROOMY else []
        return Content("\n").join(
            [self.build_account(), *shown, *([self.swap] if self.swap else [])]
        )
