"""The result of a finished game: the winners, the highlights, then details."""

from collections.abc import Sequence
from typing import ClassVar

from textual.app import ComposeResult
from textual.containers import Vertical
from textual.content import Content
from textual.widget import Widget

from engine.games.highlights import Highlight, Highlights
from engine.seat import Seat
from screens.players.seat_names import SeatNames
from screens.widgets.celebration import Celebration
from screens.widgets.lines import Lines
from screens.widgets.text_layout import BLANK, centre_text, lay_out_row, wrap_evenly

WIDEST = 110
"""Maximum width of a column of text, in cells."""
TITLE_WIDTH = 14
"""Width of the column with the titles of highlights, in cells."""
HIGH = 44
"""Rows of the screen from which details stand in the middle."""
SHORT = 24
"""Rows of the screen below which details may come before the roles and the best moves."""


class GameResult(Vertical):
    """The result of a finished game: the winners, the decisive moment, then details."""

    DEFAULT_CSS = "GameResult { height: auto; padding: 0 1; }"
    DETAILS_FIRST: ClassVar = False
    """Whether the details come before the roles and the best moves on a short screen."""

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
        story = Story(names, winners, highlights)
        self.parts = (self.celebration, story, *parts)
        if self.DETAILS_FIRST:
            story.rest = StoryRest(story)
            self.parts += (story.rest,)

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
        self.rest: StoryRest | None = None
        """What shows the roles and the best moves on a short screen."""

    @property
    def is_parted(self) -> bool:
        """Whether the roles and the best moves stand below the details."""
        return self.rest is not None and self.app.size.height < SHORT

    def layout_lines(self, width: int) -> list[Content]:
        """Lay out the roles and the moment, then the best moves; only the moment if parted."""
        moment = self.names.format_parts(self.highlights.decisive).stylize_before("bold")
        told = [*centre_text(moment, width), BLANK] if moment.plain else []
        if self.is_parted:
            return told
        roles, best = self.lay_out_roles(width), self.lay_out_best(width)
        return [*roles, *[BLANK] * bool(roles and told), *told, *best, *[BLANK] * bool(best)]

    def lay_out_roles(self, width: int) -> list[Content]:
        """Lay out which roles beat which, in the middle."""
        roles = self.describe_roles()
        return centre_text(roles, width) if roles.plain else []

    def lay_out_best(self, width: int) -> list[Content]:
        """Lay out a row for each of the best moves: together in the middle of a high screen.

        On others they begin where the details below them do.
        """
        text = min(width, WIDEST)
        best = [line for one in self.highlights.best for line in self.build_row(one, text)]
        if self.app.size.height < HIGH:
            return best
        margin = (width - max((line.cell_length for line in best), default=0)) // 2
        return [line.pad_left(margin) for line in best]

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
        sentence = wrap_evenly(self.names.format_parts(highlight.sentence), width - TITLE_WIDTH)
        widths = (TITLE_WIDTH, width - TITLE_WIDTH + 1)
        return lay_out_row((title, Content("\n").join(sentence)), widths)


class StoryRest(Lines):
    """The roles and the best moves, below the details, where the story leaves them out."""

    def __init__(self, story: Story) -> None:
        """Tell the rest of `story`."""
        super().__init__()
        self.story = story

    def layout_lines(self, width: int) -> list[Content]:
        """Lay out the best moves, then the roles; nothing where the story tells them."""
        if not self.story.is_parted:
            return []
        best, roles = self.story.lay_out_best(width), self.story.lay_out_roles(width)
        return [BLANK, *best, *[BLANK] * bool(best and roles), *roles]
