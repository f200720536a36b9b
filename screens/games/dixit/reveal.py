"""The cards on the table, and the reveal of a round of Dixit."""

from collections.abc import Sequence
from typing import ClassVar

from textual import on
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Vertical
from textual.content import Content
from textual.widgets import Static

from engine.games.dixit.view import View
from screens.games.dixit.board import Scores, format_progress
from screens.games.dixit.clue import Clue
from screens.games.dixit.round_cards import (
    count_caption_rows,
    create_card,
    create_revealed_cards,
    describe_round,
    describe_swap,
    format_title,
)
from screens.players.seat_names import SeatNames
from screens.widgets.cards.row import CardRow
from screens.widgets.gradual_reveal import StagedReveal

PAUSE = 1.1
"""Seconds from one card to the next."""
ROOMY = 28
"""From this many rows on there is air between the parts."""
PAGE_CSS = """
{0} {{ width: 100%; max-width: 190; height: 1fr; min-height: 16; layout: vertical; }}
{0} #head, {0} #verdict {{ height: auto; text-align: center; width: 100%; }}
{0} #verdict {{ min-height: 2; margin-top: 1; }}
{0}.-roomy {{ padding-top: 1; }}
{0} Scores {{ margin-top: 1; }}
{0}.-roomy #head {{ margin-bottom: 1; }}
{0} #head {{ color: $muted; }}
"""


def build_head(view: View, names: SeatNames, *told: Content | str) -> Content:
    """Build the line above a clue: the round, and who gave the clue."""
    return Content.assemble(
        (f"Round {view.number}", "bold"),
        (format_progress(view.options, view.phase), "$muted"),
        "   ",
        names.format_player(view.storyteller),
        *told,
    )


class CardsOnTable(Vertical, can_focus=True):
    """The clue and the shuffled cards, before anybody votes; keys point at them."""

    DEFAULT_CSS = PAGE_CSS.format("CardsOnTable")
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("left,up", "go(-1)", "Point at a card", key_display="← →"),
        Binding("right,down", "go(1)", show=False),
        *(Binding(str(n % 10), f"point({n})", show=False) for n in range(1, 11)),
    ]

    def __init__(self, view: View, names: SeatNames) -> None:
        """Show the cards of `view`, an onlooker's view."""
        super().__init__()
        self.view = view
        self.names = names
        numbered = enumerate(view.candidates, 1)
        self.row = CardRow(
            [create_card(view, card, Content.styled(f"{n}", "bold")) for n, card in numbered],
            one_if_coarse=True,
            heading=Clue(view.clue),
        )

    def compose(self) -> ComposeResult:
        view, names = self.view, self.names
        yield Static(build_head(view, names, "'s clue"), id="head")
        yield self.row
        yield Static(
            Content.assemble(
                ("The cards are on the table.", "bold"),
                " One of them is ",
                names.format_player(view.storyteller),
                "'s.\n",
                ("Look at them together. Then ", "$muted"),
                names.format_players(view.listeners),
                (" vote in secret.", "$muted"),
            ),
            id="verdict",
        )

    def on_mount(self) -> None:
        """Take the keys that point at cards."""
        self.focus()

    def on_resize(self) -> None:
        """Put blank lines between the parts on a high screen."""
        self.set_class(self.screen.size.height >= ROOMY, "-roomy")

    def action_go(self, by: int) -> None:
        """Point at the next card, or the one before."""
        at = self.row.marked
        first = -1 if by > 0 else 0
        self.row.mark_card(((first if at is None else at) + by) % len(self.row.cards))

    def action_point(self, number: int) -> None:
        """Point at the card with this number."""
        if number <= len(self.row.cards):
            self.row.mark_card(number - 1)

    @on(CardRow.Picked)
    def point_at_clicked(self, event: CardRow.Picked) -> None:
        """Point at the card that was clicked."""
        self.row.mark_card(event.index)


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
        self.row = CardRow(
            create_revealed_cards(after, self.done, names, ()),
            caption_rows=count_caption_rows(len(names.seats)),
            one_if_coarse=True,
            heading=Clue(self.done.clue),
        )
        self.verdict = Static(id="verdict")
        self.swap = None if after.over else describe_swap(after, names)
        """A sentence about swapped hands, if they are swapped now."""
        if self.swap:
            self.verdict.styles.min_height = 3
        before = self.then.model_copy(update={"rounds": after.rounds[:-1]})
        self.scores = Scores(names, before, marks_storyteller=False)

    def compose(self) -> ComposeResult:
        yield Static(build_head(self.then, self.names, " said"), id="head")
        yield self.row
        yield self.verdict
        yield self.scores

    def on_resize(self) -> None:
        """Put blank lines between the parts on a high screen."""
        self.set_class(self.screen.size.height >= ROOMY, "-roomy")

    @property
    def revealed(self) -> Sequence[str]:
        """The cards that are revealed so far."""
        return self.order[: self.stage]

    def show_stage(self) -> None:
        """Show the revealed cards."""
        known, done = self.revealed, self.done
        marked = done.candidates.index(done.target) if done.target in known else None
        latest = done.candidates.index(known[-1]) if known else None
        self.row.show(create_revealed_cards(self.view, done, self.names, known), marked, latest)
        if self.is_complete:
            self.verdict.update(self.build_verdict())
            self.scores.show(self.then, gains=True)

    def build_verdict(self) -> Content:
        """Build the result of the round, and who swaps cards after the first phase."""
        account = Content.styled(describe_round(self.done, self.names.labels), "bold")
        title = Content.styled(f"The card was {format_title(self.view, self.done)}.", "$muted")
        return Content("\n").join([account, title, *([self.swap] if self.swap else [])])
