"""The cards on the table, before anybody votes."""

from typing import ClassVar

from textual import on
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Vertical
from textual.content import Content
from textual.widgets import Static

from engine.games.dixit.view import View
from screens.games.dixit.board import Scores
from screens.games.dixit.round_cards import count_caption_rows, create_card
from screens.games.dixit.round_page import PAGE_CSS, RoundTop
from screens.players.seat_names import SeatNames
from screens.widgets.cards.row import CardRow
from screens.widgets.letter_size import is_hall


class CardsOnTable(Vertical, can_focus=True):
    """The clue and the shuffled cards, before anybody votes; keys point at them."""

    DEFAULT_CSS = f"""
    {PAGE_CSS.format("CardsOnTable")}
    CardsOnTable.-hall {{ max-width: 100%; }}
    CardsOnTable.-hall Scores {{ display: none; }}
    """
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
            [create_card(view, card)._replace(number=f"{n}") for n, card in numbered],
            caption_rows=count_caption_rows(len(names.seats)),
            one_if_coarse=True,
        )  # as large as in the reveal: there the cards stay where they lie

    def compose(self) -> ComposeResult:
        view, names = self.view, self.names
        yield RoundTop(view, view.clue or "", names)
        yield self.row
        yield Static(
            Content.assemble(
                ("The cards are on the table.", "bold"),
                " One of them is ",
                names.format_player(view.storyteller),
                "'s.\n",
                ("Look at them together. Then all but ", "$muted"),
                names.format_player(view.storyteller),
                (" vote in secret.", "$muted"),
            ),
            id="verdict",
        )
        yield Scores(names, view, marks_storyteller=False)

    def on_mount(self) -> None:
        """Take the keys that point at cards."""
        self.fit_screen()
        self.focus()

    def on_resize(self) -> None:
        self.fit_screen()

    def fit_screen(self) -> None:
        """Lay the cards where the large reveal has them, which has no bars of points."""
        self.set_class(is_hall(self.app.size), "-hall")

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
