"""The base class of Dixit's forms, in which a person chooses a card."""

from collections.abc import Sequence
from typing import ClassVar

from textual import on, work
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.content import Content
from textual.widgets import Static

from engine.games.dixit.view import View
from screens.forms.field_verdict import update_line
from screens.forms.seat_form import REVIEW_ON_ENTER, SEAT_FORM_CSS, SeatForm
from screens.games.dixit.board import DixitStatus
from screens.games.dixit.round_cards import create_card, describe_card, describe_swap
from screens.games.dixit.zoom import Zoom
from screens.widgets.cards.card_item import CardItem
from screens.widgets.cards.row import CardRow
from screens.widgets.cards.row_heading import RowHeading
from screens.widgets.text_layout import BLANK

LOOK_BINDINGS: tuple[Binding, ...] = (
    Binding(
        "f4",
        "zoom",
        "Zoom",
        key_display="F4",
        priority=True,
        tooltip="The card, large (also Z)",
        id="zoom",
    ),
    Binding(
        "f5",
        "describe",
        "Words",
        key_display="F5",
        priority=True,
        tooltip="What is to be seen on it (also D)",
        id="words",
    ),
)
"""The same keys on every screen with cards; letters do the same where nothing is typed."""


class CardForm[Move](SeatForm[View, Move]):
    """Cards to choose from, and the description of the chosen one."""

    CSS_PATH: ClassVar = [SEAT_FORM_CSS, "forms.tcss"]
    VERTICAL_BREAKPOINTS = [(22, "-usual"), (28, "-roomy"), (36, "-tall")]  # noqa: RUF012
    BINDINGS: ClassVar[list[BindingType]] = [REVIEW_ON_ENTER, *LOOK_BINDINGS]

    def create_widgets(self) -> None:
        super().create_widgets()
        self.cards = self.list_cards()
        """The cards to look at, in order."""
        self.at: int | None = None
        """The index of the chosen card."""
        self.is_described = False
        """Whether the chosen card is described in words."""
        self.row = CardRow(self.create_items(), one_if_coarse=True, heading=self.create_heading())
        self.description = Static(id="description")
        self.review.can_focus = False

    def prepare(self) -> None:
        """Encode the cards, as large as those of the last form with as many."""
        pictures = getattr(self.app, "pictures", None)
        size = pictures and pictures.usual_sizes.get(len(self.cards))
        if size:
            self.row.prepare_cards(size)

    def on_screen_suspend(self) -> None:
        """Remember how large the cards are."""
        pictures, size = getattr(self.app, "pictures", None), self.row.card_size
        if pictures and size:
            pictures.usual_sizes[len(self.cards)] = size

    def list_cards(self) -> Sequence[str]:
        """List the cards to show."""
        return self.view.hand

    def create_heading(self) -> RowHeading | None:
        """Create what stands above the cards, or above their words."""
        return None

    def is_choosable(self, number: int) -> bool:
        """Whether that card may be chosen."""
        return self.cards[number] in self.view.choices

    def create_items(self) -> list[CardItem]:
        """Create the cards with their marks."""
        return [
            create_card(
                self.view,
                card,
                self.build_mark(number),
                dim=not self.is_choosable(number),
                note=self.describe_owner(card),
            )
            for number, card in enumerate(self.cards)
        ]

    def describe_owner(self, card: str) -> Content:
        """Say whose card this is, if there are cards of others."""
        return BLANK

    def build_mark(self, number: int) -> Content:
        """Build the caption of a card: its number."""
        return Content.styled(f"{number + 1}", "bold $primary" if number == self.at else "$muted")

    def compose_status(self) -> ComposeResult:
        """Yield the round, everybody's points, and whose cards these were if hands were swapped."""
        yield DixitStatus(self.names, self.view)
        if (swap := describe_swap(self.view, self.names)) and not self.view.candidates:
            yield Static(swap, id="swap")

    def compose_form(self) -> ComposeResult:
        """Yield the cards, and the description of one."""
        yield self.row
        yield self.description

    @property
    def is_complete(self) -> bool:
        """Whether the move can be sent as it stands."""
        return self.at is not None

    @property
    def chosen(self) -> str | None:
        """The chosen card."""
        return None if self.at is None else self.cards[self.at]

    @property
    def storyteller(self) -> Content:
        """The storyteller's name and mark."""
        return self.names.format_player(self.view.storyteller)

    @property
    def keys_to_choose(self) -> str:
        """The keys that choose a card, in words."""
        return f"1 to {len(self.cards)}, or ← →"

    @property
    def missing(self) -> str:
        """The part of the move that is missing, in one word."""
        return "Card"

    def label_key(self, binding: Binding) -> str:
        """Name what Enter asks for, until there is a move to review."""
        if binding.action == "enter" and not self.is_complete:
            return f"No {self.missing.lower()} yet"
        return super().label_key(binding)

    def refresh_form(self) -> None:
        """Show the current move, with a remark."""
        self.row.cards = tuple(self.create_items())
        self.row.mark_card(self.at)
        self.description.display = self.is_described and not self.row.shows_one
        update_line(self.description, self.build_description())
        update_line(self.remark, self.build_remark())
        self.review.set_class(self.is_complete, "primary")
        self.refresh_bindings()

    def build_remark(self) -> Content:
        """Build the remark on the current move."""
        if self.at is None:
            return Content.styled(f"Choose a card: {self.keys_to_choose}.", "$muted")
        return Content.assemble("Your card: ", (f"{self.at + 1}", "bold $primary"))

    def refuse_no_card(self) -> Content:
        """Say that a card has to be chosen before the review, and how."""
        return Content.styled(f"✗ Choose a card first: {self.keys_to_choose}.", "$error")

    def build_description(self) -> Content:
        """Build the description of the chosen card, if it is on."""
        if not self.is_described:
            return Content("")
        if self.at is None:
            return Content.styled("Choose a card to read what it shows.", "$muted")
        seen = describe_card(self.view, self.cards[self.at])
        return Content.assemble((f"On card {self.at + 1}: ", "$muted"), seen)

    def choose(self, number: int) -> None:
        """Choose a card, if it may be."""
        if 0 <= number < len(self.cards) and self.is_choosable(number):
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
            if self.is_choosable(at):
                self.choose(at)
                return

    def action_row(self, by: int) -> None:
        """Choose the card above or below; in a single row or column, the next one."""
        columns = self.row.columns
        at = self.at
        if at is None or columns == 1 or columns >= len(self.cards):
            self.action_go(by)
        else:
            self.choose(at + by * columns)

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """Offer no words where all cards have them."""
        if action == "describe" and self.row.shows_one:
            return False
        return super().check_action(action, parameters)

    def action_describe(self) -> None:
        """Show the description of the chosen card, or hide it."""
        self.is_described = not self.is_described
        self.refresh_form()

    @work
    async def action_zoom(self) -> None:
        """Show the chosen card as large as possible; choose the last one shown."""
        items = [item._replace(caption=()) for item in self.create_items()]
        at = await self.app.push_screen_wait(Zoom(self.person, items, self.at or 0))
        if at is not None:
            self.choose(at)

    @on(CardRow.Picked)
    def choose_or_zoom(self, event: CardRow.Picked) -> None:
        """Choose the card that was clicked; zoom in if it is chosen already."""
        if event.index == self.at:
            self.action_zoom()
        else:
            self.choose(event.index)

    def confirm_card(self, card: str) -> None:
        """Call `confirm` for the move with this card."""
        raise NotImplementedError

    def action_review(self) -> None:
        """Show the move for confirmation, if a card is chosen."""
        if self.chosen is None:
            self.app.bell()
            self.remark.update(self.refuse_no_card())
        else:
            self.confirm_card(self.chosen)
