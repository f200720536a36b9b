"""What the three private screens of Dixit share: some cards, one of them chosen."""

from collections.abc import Callable, Iterator, Sequence
from typing import Any, ClassVar

from textual import on, work
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Horizontal, Vertical
from textual.content import Content
from textual.events import Resize
from textual.widget import Widget
from textual.widgets import Static

from engine.games.dixit.view import View
from screens.games.dixit.faces import face, short_names, words
from screens.games.dixit.standing import Standing
from screens.games.dixit.zoom import Zoom
from screens.games.ui import SeatNames
from screens.seat_form import SeatForm
from screens.widgets.card_row import CardItem, CardRow
from screens.widgets.footer import KeyFooter

ROOMY, TALL = 28, 36
"""From so many rows on there is air between the parts, and room for frames."""
LARGE, SEEN = "The card as large as it can be", "Say what is to be seen on it"
"""What two keys are for."""


class DixitSeat[Move](SeatForm[Move]):
    """From the top: how it stands, what to do, the cards, and what is said of the one chosen."""

    game = "dixit"
    CSS_PATH = "seat.tcss"
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding(
            "enter",
            "enter",
            "Review",
            key_display="Enter",
            priority=True,
            tooltip="Look it over, and send it",
        ),
    ]

    def __init__(
        self,
        view: View,
        names: SeatNames,
        fault: Callable[[Any, Any], str | None],
        complaint: str | None,
    ) -> None:
        """Ask the seat of `view` for a move; `complaint` is why its last one was refused."""
        assert view.seat is not None
        super().__init__(view, names.name(view.seat), fault, complaint)
        self.view: View = view
        self.standing = Standing(names, view)
        self.names = short_names(names)
        self.cards = self.offered()
        """The cards to look at, in order."""
        self.at: int | None = None
        """The place of the card that is chosen."""
        self.described = False
        """Whether it is told in words what is to be seen on the chosen card."""
        self.row = CardRow(self.faces())
        self.told = Static(id="told")
        self.review.can_focus = False

    def offered(self) -> Sequence[str]:
        """The cards to show."""
        return self.view.hand

    def mark(self, number: int) -> Content:
        """What stands beneath a card: its number."""
        return Content.styled(f"{number + 1}", "bold $primary" if number == self.at else "$muted")

    def choosable(self, number: int) -> bool:
        """Whether that card may be chosen."""
        return self.cards[number] in self.view.choices

    def faces(self) -> list[CardItem]:
        """The cards as they lie there."""
        return [
            face(self.view, card, self.mark(number), dim=not self.choosable(number))
            for number, card in enumerate(self.cards)
        ]

    def compose(self) -> ComposeResult:
        """What to do first, then what to do it with."""
        self.breathe(self.app.size.height)
        with Vertical(id="seat"):
            yield self.standing
            yield Static(
                Content.assemble((self.person, "bold $primary"), "  ", self.asked()), id="asked"
            )
            yield self.complaint
            yield from self.above()
            yield self.row
            yield self.told
            yield from self.form()
            yield Horizontal(self.review, self.remark, id="send")
        yield KeyFooter()

    def on_resize(self, event: Resize) -> None:
        """Give everything as much air as there is."""
        self.breathe(event.size.height)

    def breathe(self, height: int) -> None:
        """Put blank lines between the parts on a high screen, and a frame around what is typed."""
        self.set_class(height >= ROOMY, "-roomy")
        self.set_class(height >= TALL, "-tall")

    def on_mount(self) -> None:
        """Begin with nothing chosen."""
        self.refresh_form()

    def asked(self) -> Content:
        """What this person is asked."""
        raise NotImplementedError

    def above(self) -> Iterator[Widget]:
        """What stands above the cards."""
        yield from ()

    def form(self) -> Iterator[Widget]:
        """What is filled in beneath the cards."""
        yield from ()

    def remarked(self) -> Content:
        """What there is to say of the move as it stands."""
        if self.at is None:
            return Content.styled("No card is chosen yet.", "$muted")
        return Content.assemble("Your card: ", (f"{self.at + 1}", "bold $primary"))

    @property
    def complete(self) -> bool:
        """Whether the move can be sent as it stands."""
        return self.at is not None

    @property
    def chosen(self) -> str | None:
        """The card that is chosen."""
        return None if self.at is None else self.cards[self.at]

    def teller(self) -> str:
        """What the storyteller is called."""
        return self.names[self.view.storyteller]

    def refresh_form(self) -> None:
        """Show the move as it stands, and what there is to say of it."""
        self.row.faces = tuple(self.faces())
        self.row.point(self.at)
        self.told.display = self.described
        for line, says in ((self.told, self.description()), (self.remark, self.remarked())):
            if line.content != says:  # an update lays the whole screen out again
                line.update(says)
        self.review.set_class(self.complete, "primary")

    def description(self) -> Content:
        """What is to be seen on the card that is chosen, in words, if that was asked for."""
        if not self.described:
            return Content("")
        if self.at is None:
            return Content.styled("Choose a card to read what is to be seen on it.", "$muted")
        seen = words(self.view, self.cards[self.at])
        return Content.assemble((f"Seen on {self.at + 1}: ", "$muted"), seen)

    def choose(self, number: int) -> None:
        """Choose a card, if it may be."""
        if 0 <= number < len(self.cards) and self.choosable(number):
            self.at = number
            self.refresh_form()

    def action_choose(self, number: int) -> None:
        """Choose the card with this number, counted from 1."""
        self.choose(number - 1)

    def action_go(self, by: int) -> None:
        """Choose the next card that may be chosen, or the one before."""
        count = len(self.cards)
        at = (-1 if by > 0 else 0) if self.at is None else self.at
        for _ in range(count):
            at = (at + by) % count
            if self.choosable(at):
                self.choose(at)
                return

    def action_row(self, by: int) -> None:
        """Choose the card above or beneath; where all lie in one row, the one beside."""
        columns = self.row.columns
        at = self.at
        if at is None or columns >= len(self.cards):
            self.action_go(by)
        else:
            self.choose(at + by * columns)

    def action_describe(self) -> None:
        """Tell in words what is to be seen on the chosen card, or no more."""
        self.described = not self.described
        self.refresh_form()

    @work
    async def action_zoom(self) -> None:
        """Show the chosen card as large as it can be; come back with the one looked at last."""
        faces = [one._replace(beneath=()) for one in self.faces()]
        at = await self.app.push_screen_wait(Zoom(self.person, faces, self.at or 0))
        if at is not None:
            self.choose(at)

    @on(CardRow.Picked)
    def picked(self, event: CardRow.Picked) -> None:
        """Choose the card that was clicked; one that is chosen is zoomed."""
        if event.number == self.at:
            self.action_zoom()
        else:
            self.choose(event.number)

    def review_move(self, card: str) -> None:
        """Have the move with this card looked over."""
        raise NotImplementedError

    def action_review(self) -> None:
        """Show what would be sent, if it can be."""
        if self.chosen is None:
            self.app.bell()
            self.remark.update(Content.styled("✗ Choose a card first.", "$error"))
        else:
            self.review_move(self.chosen)
