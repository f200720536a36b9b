"""The result of a finished game: the winners, the highlights, then details."""

from collections.abc import Sequence

from textual.app import ComposeResult
from textual.containers import Vertical
from textual.content import Content
from textual.widget import Widget

from engine.games.highlights import Highlight, Highlights
from engine.seat import Seat
from screens.players.seat_names import SeatNames
from screens.widgets.celebration import Celebration
from screens.widgets.lines import Lines
from screens.widgets.text_layout import BLANK, centre_text, lay_out_row

WIDEST = 110
"""Maximum width of a column of text, in cells."""
TITLE_WIDTH = 14
"""Width of the column with the titles of highlights, in cells."""


class GameResult(Vertical):
    """The result of a finished game: the winners, the decisive moment, then details."""

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
        """Create the result with `parts` below the winners.

        Args:
            names: The names of the players.
            winners: The seats of the winners; empty after a draw, or if all have lost.
            highlights: The decisive moment and the best moves.
            parts: Widgets with the secrets and the course of the game.
            team: The headline if the winners are many, or if their names do not fit in large
                letters: `Civilians win`.
            nobody: The headline if there are no winners.
        """
        super().__init__()
        self.celebration = Celebration(names, winners, team, nobody)
        self.parts = (
            self.celebration,
            Story(names, winners, highlights),
            *parts,
        )

    def compose(self) -> ComposeResult:
        yield from self.parts


class Story(Lines):
    """The roles, the decisive moment, and the best moves."""

    def __init__(self, names: SeatNames, winners: Sequence[Seat], highlights: Highlights) -> None:
        """Create the story of a game that `winners` have won."""
        super().__init__()
        self.names = names
        self.winners = winners
        self.highlights = highlights

    def layout_lines(self, width: int) -> list[Content]:
        """Lay out the roles and the moment centred, then a row for each of the best moves."""
        text = min(width, WIDEST)
        moment = self.names.format_parts(self.highlights.decisive)
        heads = (self.describe_roles(), moment.stylize_before("bold"))
        lines = [line for head in heads if head.plain for line in centre_text(head, width)]
        best = [line for one in self.highlights.best for line in self.build_row(one, text)]
        margin = (width - max((line.cell_length for line in best), default=0)) // 2
        return [*lines, BLANK, *(line.pad_left(margin) for line in best)] if best else lines

    def describe_roles(self) -> Content:
        """Write which roles beat which; blank if the seats have no roles."""
        if teams := self.names.format_teams():
            named = [Content.assemble(f"{team.capitalize()}: ", who) for team, who in teams.items()]
            return Content.styled(" · ", "$muted").join(named)
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
        """Lay out the title of a highlight beside its sentence."""
        title = Content.styled(highlight.title, "$primary")
        sentence = self.names.format_parts(highlight.sentence)
        return lay_out_row((title, sentence), (TITLE_WIDTH, width - TITLE_WIDTH + 1))
