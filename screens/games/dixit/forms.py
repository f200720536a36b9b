"""Private screens for Dixit: the storyteller's clue, and the listeners' decoy and vote."""

from collections.abc import Sequence
from typing import ClassVar, cast

from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Horizontal
from textual.content import Content
from textual.widgets import Static

from engine.games.dixit.legality import find_clue_fault
from engine.games.dixit.view import LONGEST_CLUE, Decoy, Tell, Vote
from engine.text import clean
from screens.games.dixit.card_form import DESCRIBE_TIP, ZOOM_TIP, CardForm
from screens.games.dixit.cards import Clue, create_card
from screens.private_screen import PrivateInput

CLUE_AUDIENCE = (
    "Everybody at the table sees the clue at once; nobody sees your card before all have voted."
)
DECOY_AUDIENCE = (
    "Your card is laid face down. Once all have given one they are shuffled and lie open; "
    "whose it is comes out when all have voted."
)
VOTE_AUDIENCE = "Your vote is sealed until all have voted. Then everybody at the table sees it."


class ClueField(PrivateInput):
    """A line for the clue. Keys that it has no use for choose a card."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("tab,down", "screen.go(1)", "Next card", key_display="Tab"),
        Binding("shift+tab,up", "screen.go(-1)", "Card before", show=False),
    ]

    def action_cursor_left(self, select: bool = False) -> None:
        """Move in the clue; choose the card before while there is none."""
        if self.value:
            super().action_cursor_left(select)
        else:
            cast("StorytellerForm", self.screen).action_go(-1)

    def action_cursor_right(self, select: bool = False) -> None:
        """Move in the clue; choose the next card while there is none."""
        if self.value:
            super().action_cursor_right(select)
        else:
            cast("StorytellerForm", self.screen).action_go(1)


class StorytellerForm(CardForm[Tell]):
    """The hand, a card of it chosen, and a line for the clue, which takes every letter."""

    AUTO_FOCUS = "ClueField"
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("f4", "zoom", "Zoom", key_display="F4", tooltip=ZOOM_TIP),
        Binding("f5", "describe", "Words", key_display="F5", tooltip=DESCRIBE_TIP),
    ]

    def create_widgets(self) -> None:
        super().create_widgets()
        self.field = ClueField(
            placeholder="something that some will find, and not all",
            id="clue",
            max_length=self.view.options.clue_length,
            select_on_focus=False,
        )
        self.tried_review = False
        """What is missing is called out once somebody has tried to send it."""

    def build_question(self) -> Content:
        """Ask for card and clue."""
        return Content("Choose a card and say a clue for it.")

    def compose_form(self) -> ComposeResult:
        """Yield the cards, and the line to type in."""
        yield from super().compose_form()
        yield Horizontal(Static("Clue", classes="label"), self.field, classes="entry")

    @property
    def clue(self) -> str:
        """The clue as it would be sent."""
        return clean(self.field.value, LONGEST_CLUE)

    @property
    def is_complete(self) -> bool:
        """Whether there is a card, and a clue that can be said."""
        return self.at is not None and find_clue_fault(self.view, self.clue) is None

    def build_remark(self) -> Content:
        """Build what is wrong with the clue, or missing."""
        fault = find_clue_fault(self.view, self.clue) if self.clue or self.tried_review else None
        if fault:
            return Content.styled(f"✗ {fault}", "$error")
        if self.at is None:
            if self.tried_review:
                return Content.styled("✗ Choose a card: Tab goes through them.", "$error")
            return Content.styled("Tab or a click chooses a card.", "$muted")
        if not self.clue:
            return Content.assemble("Card ", (f"{self.at + 1}", "bold $primary"), ". Now a clue.")
        return Content.assemble(
            ("✓ ", "bold $success"), "Card ", (f"{self.at + 1}", "bold $primary"), " and this clue."
        )

    def on_input_changed(self) -> None:
        """Judge the clue as it is typed."""
        self.refresh_form()

    def action_review(self) -> None:
        """Show card and clue once more if they can be sent."""
        self.tried_review = True
        self.refresh_form()
        if self.chosen is None or find_clue_fault(self.view, self.clue):
            self.set_focus(self.field)
        else:
            self.confirm_card(self.chosen)

    def confirm_card(self, card: str) -> None:
        """Confirm card and clue."""
        assert self.at is not None
        rows = [("Your card", str(self.at + 1)), ("Your clue", self.clue)]
        shown = create_card(self.view, card)
        self.confirm(Tell(card, self.clue), "Say this clue?", rows, CLUE_AUDIENCE, shown)


class ListenerForm[Move](CardForm[Move]):
    """The clue, and cards of which one is chosen."""

    # Priority: like Enter, so that all are taken in the order in which they were pressed.
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("left", "go(-1)", "Choose", key_display="← →", priority=True),
        Binding("right,tab", "go(1)", show=False, priority=True),
        Binding("shift+tab", "go(-1)", show=False, priority=True),
        Binding("up", "row(-1)", show=False, priority=True),
        Binding("down", "row(1)", show=False, priority=True),
        *(Binding(str(n % 10), f"choose({n})", show=False, priority=True) for n in range(1, 11)),
        Binding("z,space,f4", "zoom", "Zoom", key_display="Z", tooltip=ZOOM_TIP, priority=True),
        Binding("d,f5", "describe", "Words", key_display="D", tooltip=DESCRIBE_TIP, priority=True),
    ]

    @property
    def clue(self) -> str:
        """What the storyteller said."""
        assert self.view.clue is not None
        return self.view.clue

    def compose_form(self) -> ComposeResult:
        """Yield the clue, large, and the cards."""
        yield Clue(self.clue)
        yield from super().compose_form()


class DecoyForm(ListenerForm[Decoy]):
    """The hand, and the clue that one of its cards is to fit."""

    def build_question(self) -> Content:
        """Ask for a decoy."""
        return Content.assemble(
            "Give a card that others may take for ", (self.storyteller, "bold"), "'s."
        )

    def confirm_card(self, card: str) -> None:
        """Confirm the decoy."""
        assert self.at is not None
        rows = [("The clue", self.clue), ("Your card", str(self.at + 1))]
        shown = create_card(self.view, card)
        self.confirm(Decoy(card), "Give this card?", rows, DECOY_AUDIENCE, shown)


class VoteForm(ListenerForm[Vote]):
    """The cards on the table; the player's own is marked, and cannot be chosen."""

    def list_cards(self) -> Sequence[str]:
        """List the cards on the table, in the order in which everybody sees them."""
        return self.view.candidates

    def build_question(self) -> Content:
        """Ask for a vote."""
        return Content.assemble("Which card is ", (self.storyteller, "bold"), "'s?")

    def build_mark(self, number: int) -> Content:
        """Build the card's number; with a word beside it for the player's own."""
        if self.cards[number] == self.view.card:
            return Content.styled(f"{number + 1} yours", "$muted")
        return super().build_mark(number)

    def build_remark(self) -> Content:
        """Build the vote as it stands."""
        if self.at is None:
            return super().build_remark()
        return Content.assemble("Your vote: ", (f"{self.at + 1}", "bold $primary"))

    def confirm_card(self, card: str) -> None:
        """Confirm the vote."""
        assert self.at is not None
        rows = [("The clue", self.clue), ("Your vote", f"card {self.at + 1}")]
        shown = create_card(self.view, card)
        self.confirm(Vote(card), "Vote for this card?", rows, VOTE_AUDIENCE, shown)
