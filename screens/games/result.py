"""Shared parts of the result screens: the winners, what decided the game, and the best of it."""

from collections.abc import Sequence

from textual.app import ComposeResult
from textual.containers import Vertical
from textual.content import Content
from textual.widget import Widget

from engine.game import Seat
from engine.games.part_types import Highlight, Highlights
from screens.players import SeatNames
from screens.widgets.celebration import Celebration
from screens.widgets.lines import BLANK, Lines, centred, side_by_side

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
            team: What more than a few winners are called: `The civilians`.
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
        moment = self.names.tell(self.highlights.decisive)
        heads = (self.describe_roles(), moment.stylize_before("bold"))
        lines = [line for head in heads if head.plain for line in centred(head, width)]
        best = [line for one in self.highlights.best for line in self.build_row(one, text)]
        margin = (width - max((line.cell_length for line in best), default=0)) // 2
        return [*lines, BLANK, *(line.pad_left(margin) for line in best)] if best else lines

    def describe_roles(self) -> Content:
        """Who beat whom, if the seats have roles."""
        seats = [Seat(place) for place in range(len(self.names.seats))]
        if not any(map(self.names.role, seats)):
            return BLANK
        losers = [seat for seat in seats if seat not in self.winners]
        write = self.names.player
        groups = [
            Content(", and ").join([write(seat, role=True, style="") for seat in group])
            for group in (self.winners, losers)
            if group
        ]
        return Content.styled(", against ", "$muted").join(groups)

    def build_row(self, highlight: Highlight, width: int) -> list[Content]:
        """A title beside its sentence."""
        title = Content.styled(highlight.title, "$primary")
        sentence = self.names.tell(highlight.sentence)
        return side_by_side((title, sentence), (TITLE_WIDTH, width - TITLE_WIDTH + 1))
