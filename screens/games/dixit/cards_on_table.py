"""The cards on the table, before anybody votes."""

from typing import ClassVar

from textual import on
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Vertical
from textual.content import Content
from textual.widgets import Static

from engine.games.dixit.view import View
from screens.games.dixit.clue import Clue
from screens.games.dixit.round_cards import (
    create_card,
)
from screens.games.dixit.round_page import PAGE_CSS, ROOMY, build_head
from screens.players.seat_names import SeatNames
from screens.widgets.cards.row import CardRow


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
                names.list_players(view.listeners),
                (" vote in secret.", "$muted"),
            ),
            id="verdict",
        )

    def on_mount(self) -> None:
        """Take the keys that point at cards; know the room before the first layout."""
        self.focus()
        self.set_class(self.app.size.height >= ROOMY, "-roomy")

    def on_resize(self) -> None:
        """Put blank lines between the parts on a high screen."""
        self.set_class(self.app.size.height >= ROOMY, "-roomy")

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
