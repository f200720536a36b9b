"""The reveal of a round of Dixit in large type, for the last row of a hall."""

import sys
from collections.abc import Sequence

from textual.app import ComposeResult
from textual.color import Color
from textual.content import Content
from textual.geometry import Size

from engine.games.dixit.audience_poll import QUESTION
from engine.games.dixit.view import View
from engine.seat import Seat
from screens.games.dixit.reveal import DixitReveal
from screens.games.dixit.round_cards import create_revealed_cards, describe_fate
from screens.games.dixit.round_page import RoundTop
from screens.players.seat_names import SeatNames
from screens.widgets.cards.card_item import CardItem
from screens.widgets.cards.row import HALL_LEGIBLE
from screens.widgets.cards.slot import number_caption
from screens.widgets.large_name import draw_player, fit_name
from screens.widgets.large_text import LargeText, build_large_lines
from screens.widgets.letter_size import MIN_ROWS, fit_letters, is_hall
from screens.widgets.text_layout import BLANK

FEWEST_ROWS = 21
"""From this many rows of the screen on there are large letters."""
ROOMY = 34
"""From this many rows of the screen on, the points are shown, with air above; else the next table
shows them."""


HALL_CAPTION = 6
"""Rows below a card in a hall: the mark, its owner in large letters, and who voted for it."""
QUESTION_ROWS, CLUE_SHARE, HIGH = 5, 6, 42
"""The most rows of the question, the share of the page for the clue, and the rows of the screen
from which the question is in large letters, as in the poll."""
AROUND = 6
"""Rows of a hall around the page."""
MANY = 4
"""The most cards that have their owners below them in large letters."""


class HallTop(RoundTop):
    """In a hall: the question, and below it the clue, each in its place as in the poll.

    At the end who found the card stands where the question stood, and how the audience did, if it
    was asked, where the clue stood.
    """

    DEFAULT_CSS = """
    HallTop #result { text-align: center; color: $foreground; margin-top: 1; }
    """
    in_hall = False
    """Whether it is shown to a hall."""
    audience: tuple[str, str] | None = None
    """How the audience did, and the colour of it."""

    def compose(self) -> ComposeResult:
        self.result = LargeText(QUESTION, 0, narrow=True, id="result")
        yield self.head
        yield self.result
        yield self.large

    def size_letters(self) -> None:
        """Give question and clue the rows that they have in the poll."""
        self.result.display = self.in_hall
        if not self.in_hall:
            super().size_letters()
            return
        width, height = self.app.size
        self.result.rows = QUESTION_ROWS if height >= HIGH else 0
        self.large.rows = (height - AROUND) // CLUE_SHARE
        self.large.display = True
        self.large.styles.margin = (1, 0, 0, 0)
        for text, first in ((self.result, QUESTION), (self.large, self.clue)):
            fit = fit_letters(first, width - 4, text.rows, narrow=True)
            text.styles.height = fit.size * len(fit.lines) if fit else 1
        self.show_head()

    def conclude(self) -> None:
        """Show the result where the question was, and the audience's where the clue was."""
        if not self.in_hall:
            super().conclude()
            return
        self.result.text = self.texts[-1]
        self.result.set_ink(self.result_style)
        if self.audience is not None:
            self.is_over = True
            self.large.text, style = self.audience
            self.large.set_ink(f"${style}")
            self.show_head()


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

    def create_top(self, found: str) -> HallTop:
        """Create the lines above the cards."""
        return HallTop(self.then, self.done.clue, self.names, found)

    @property
    def in_hall(self) -> bool:
        """Whether it is shown to a hall, after a poll with large captions."""
        few = len(self.done.candidates) <= MANY
        return self.has_class("-watched") and few and is_hall(self.app.size)

    def take_verdict(self, summary: str, style: str) -> bool:
        """Say how the audience did where the clue stood; return whether there is room for it."""
        assert isinstance(self.top, HallTop)
        self.top.audience = summary, style
        return self.in_hall

    def create_cards(self, known: Sequence[str]) -> list[CardItem]:
        """Create the cards; in a hall with their numbers, then their owners in large letters."""
        cards = super().create_cards(known)
        if not self.in_hall:
            return cards
        return [
            card._replace(number="", caption=self.draw_caption(number, name, name in known))
            for number, (card, name) in enumerate(zip(cards, self.done.candidates, strict=True), 1)
        ]

    def draw_caption(self, number: int, card: str, is_known: bool) -> tuple[Content, ...]:
        """Draw the number of a card, or its owner above those who voted for it."""
        if not is_known:
            colour = Color.parse(self.app.theme_variables["foreground"])
            size = Size(HALL_LEGIBLE, MIN_ROWS)
            drawn = build_large_lines(self, f"{number}", colour, size)
            return tuple(drawn) or (Content.styled(f"{number}", "bold"),)
        owner = self.done.find_owner(card)
        room = min(self.app.size.width // len(self.done.candidates), HALL_LEGIBLE) - 1
        player = self.names.get_full_name(owner)
        drawn = [BLANK, self.names.format_player(owner, style="bold"), BLANK, BLANK]
        if fit_name(player.label, sys.maxsize, MIN_ROWS):
            large = draw_player(self, player, MIN_ROWS, narrow=True)
            drawn = large if max(line.cell_length for line in large) <= room else drawn
        voters = describe_fate(self.done, card, self.names)[-1].stylize("bold")
        is_own = card == self.done.target
        gain = self.done.points[owner] if is_own else len(self.done.list_voters(card))
        points = (f"  +{gain}" if gain else "", "$success")
        return (*drawn, Content.assemble((f"{number}  ", "bold"), voters, points))

    def compose(self) -> ComposeResult:
        assert isinstance(self.top, HallTop)
        self.top.in_hall = self.in_hall
        if self.in_hall:
            self.row.fit_hall(HALL_CAPTION)
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
        if self.in_hall:
            self.verdict.styles.margin = 0
            self.verdict.styles.min_height = 1
            return
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
        is_roomy = self.app.size.height >= ROOMY and not self.in_hall
        shown = [Content("   ").join(points)] if is_roomy else []
        return Content("\n").join(
            [self.build_account(), *shown, *([self.swap] if self.swap else [])]
        )
