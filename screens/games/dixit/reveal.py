"""The reveal of a round of Dixit, after the vote."""

from collections.abc import Sequence
from time import monotonic

from textual.app import ComposeResult
from textual.content import Content
from textual.widgets import Static

from engine.games.dixit.view import View
from screens.games.dixit.board import Scores
from screens.games.dixit.round_cards import (
    count_caption_rows,
    create_revealed_cards,
    describe_finders,
    describe_points,
    describe_round,
    describe_swap,
    format_title,
)
from screens.games.dixit.round_page import PAGE_CSS, ROOMY, RoundTop
from screens.players.seat_names import SeatNames
from screens.widgets.cards.card_item import CardItem
from screens.widgets.cards.row import CardRow
from screens.widgets.gradual_reveal import StagedReveal

PAUSE = 1.1
"""Seconds from one card to the next."""
GLANCE, PATIENCE = 0.1, 4.0
"""Seconds after which to look again whether the cards are painted, and to wait for them at most."""


class DixitReveal(StagedReveal):
    """The reveal of a round: the cards, then their owners and voters, then the points.

    A key press shows the rest at once.
    """

    DEFAULT_CSS = PAGE_CSS.format("DixitReveal")

    def __init__(self, after: View, names: SeatNames) -> None:
        """Show the last round of `after`, an onlooker's view."""
        self.view = after
        self.done = after.rounds[-1]
        self.number = len(after.rounds)
        self.then = after.model_copy(update={"number": self.number, "over": False})
        """The view as if its last round were still in progress."""
        self.names = names
        decoys = [card for card in self.done.candidates if card != self.done.target]
        self.order = (*decoys, self.done.target)
        """The cards in the order of their reveal; the storyteller's is the last."""
        super().__init__([PAUSE] * (len(self.order) + 1))
        self.begun = monotonic()
        """The time when the reveal was created."""
        found = describe_finders(self.done, names.labels)
        self.top = self.create_top(found)
        self.top.result_style = "$success" if self.done.finders else "$error"
        self.row = CardRow(
            create_revealed_cards(after, self.done, names, ()),
            caption_rows=self.count_caption_rows(),
            one_if_coarse=True,
        )
        self.verdict = Static(id="verdict")
        self.swap = None if after.over else describe_swap(after, names)
        """A sentence about swapped hands, if they are swapped now."""
        before = self.then.model_copy(update={"rounds": after.rounds[:-1]})
        self.scores = Scores(names, before, marks_storyteller=False)

    def create_top(self, found: str) -> RoundTop:
        """Create the lines above the cards, which say at the end who has `found` the card."""
        return RoundTop(self.then, self.done.clue, self.names, found)

    def create_cards(self, known: Sequence[str]) -> list[CardItem]:
        """Create the cards, of which the `known` ones are revealed."""
        return create_revealed_cards(self.view, self.done, self.names, known)

    def count_caption_rows(self) -> int:
        """Count the rows below each card."""
        return count_caption_rows(len(self.names.seats))

    def compose(self) -> ComposeResult:
        yield self.top
        yield self.row
        yield self.verdict
        yield self.scores

    def on_resize(self) -> None:
        """Reserve the rows of the verdict, so that nothing moves when it appears."""
        verdict = self.build_verdict()
        rows = len(verdict.wrap(max(self.size.width, 1)))
        self.verdict.styles.min_height = rows if rows > 1 else None
        if self.is_complete:
            self.verdict.update(verdict)

    def plan_next(self) -> None:
        """Count the time of a stage from when all cards are painted: captions never come first."""
        waits = not (self.stage or self.held or self.is_complete)
        if waits and not self.row.is_painted and monotonic() - self.begun < PATIENCE:
            if self.next_stage is not None:
                self.next_stage.stop()
            self.next_stage = self.set_timer(GLANCE, self.plan_next)
        else:
            super().plan_next()

    @property
    def revealed(self) -> Sequence[str]:
        """The cards that are revealed so far."""
        return self.order[: self.stage]

    def show_stage(self) -> None:
        """Show the revealed cards."""
        known, done = self.revealed, self.done
        marked = done.candidates.index(done.target) if done.target in known else None
        latest = done.candidates.index(known[-1]) if known else None
        self.row.show(self.create_cards(known), marked, latest)
        if self.is_complete:
            self.top.conclude()
            self.verdict.update(self.build_verdict())
            self.scores.show(self.then, gains=True)

    def build_verdict(self) -> Content:
        """Build the result of the round, and who swaps cards in the middle of the game."""
        account = self.build_account()
        title = Content.styled(f"The card's title: {format_title(self.view, self.done)}", "$muted")
        line = Content.assemble(account, "   ", title)
        is_short = self.app.size.height < ROOMY and line.cell_length <= self.size.width
        parts = [line] if is_short else [account, title]
        return Content("\n").join([*parts, *([self.swap] if self.swap else [])])

    def build_account(self) -> Content:
        """Build who found the card, unless large letters say it, and the points."""
        labels = self.names.labels
        describe = describe_points if self.top.large.display else describe_round
        return Content.styled(describe(self.done, labels), "bold")
