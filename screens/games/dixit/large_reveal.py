"""The reveal of a round of Dixit in large type, for the last row of a hall."""

from textual.app import ComposeResult
from textual.content import Content

from engine.games.dixit.view import View
from engine.seat import Seat
from screens.games.dixit.reveal import DixitReveal
from screens.games.dixit.round_cards import describe_fate, describe_round
from screens.players.seat_names import SeatNames
from screens.widgets.large_text import LargeText
from screens.widgets.letter_size import MIN_ROWS

SHARE, LEAST = 7, 20
"""The clue takes one row of the screen in so many, and is small on a screen of fewer rows."""
ROOMY = 34
"""From this many rows of the screen on, the points are shown, with air above; else the next table
shows them."""


class LargeDixitReveal(DixitReveal):
    """The reveal with the clue in large letters, and all other rows for the cards."""

    DEFAULT_CSS = """
    LargeDixitReveal { width: 100%; max-width: 100%; min-height: 10; padding: 0; }
    LargeDixitReveal #clue { text-align: center; }
    LargeDixitReveal #verdict { height: auto; min-height: 1; margin: 0; text-align: center; }
    """
    HAS_CLUE_ABOVE = False

    def __init__(self, after: View, names: SeatNames) -> None:
        """Show the last round of `after`, an onlooker's view."""
        super().__init__(after, names)
        self.clue = LargeText(self.done.clue, 0, narrow=True, id="clue")

    def compose(self) -> ComposeResult:
        yield self.clue
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
        """Give the clue its share of the screen, and captions a row more where they are long."""
        width, height = self.app.size
        self.clue.rows = max(height // SHARE, MIN_ROWS) if height > LEAST else 0
        self.clue.refresh(layout=True)
        is_roomy = height >= ROOMY
        self.clue.styles.margin = (0, 0, int(bool(self.clue.rows)), 0)
        self.verdict.styles.margin = (int(is_roomy or not self.swap), 0, 0, 0)
        self.verdict.styles.min_height = 1 + is_roomy + bool(self.swap)
        room = (width - 2) // len(self.done.candidates) - 1
        longest = max(
            line.cell_length
            for card in self.done.candidates
            for line in describe_fate(self.done, card, self.names)
        )
        self.row.caption_rows = self.count_caption_rows() + (longest > room)
        self.row.refresh(layout=True)

    def build_verdict(self) -> Content:
        """Build the result of the round; where there is room, also everybody's points."""
        told = Content.styled(describe_round(self.done, self.names.labels), "bold")
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
        return Content("\n").join([told, *shown, *([self.swap] if self.swap else [])])
