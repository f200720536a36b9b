"""The private screens on which people give a clue, add a decoy or vote in Dixit."""

from collections.abc import Sequence
from typing import ClassVar, cast

from textual import events
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Horizontal
from textual.content import Content
from textual.reactive import reactive
from textual.widgets import Static

from engine.games.dixit.moves import Decoy, Tell, Vote
from engine.games.dixit.options import LONGEST_CLUE
from engine.games.dixit.plain_form import CLUE_AUDIENCE, DECOY_AUDIENCE, VOTE_AUDIENCE
from engine.games.dixit.view import find_clue_fault
from engine.text import clean
from screens.games.dixit.card_form import CardForm
from screens.games.dixit.cards import create_card
from screens.games.dixit.clue import Clue
from screens.widgets.input import PrivateInput

DIGITS = range(1, 11)
"""The numbers of cards that have a key; 0 is the key of the tenth."""


class ClueField(PrivateInput):
    """A line for the clue, which also takes the keys that choose a card.

    It keeps the focus, so that keys are handled in the order in which they are pressed. Before the
    clue is begun, digits and arrows choose cards. A letter, or Tab, begins the clue; then digits
    are text, and Ctrl or Alt with a digit chooses a card. Tab goes back to the cards.
    """

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("tab,shift+tab", "type_clue", "Clue", key_display="Tab"),
        Binding("tab,shift+tab", "choose_card", "Cards", key_display="Tab"),
        Binding("down", "screen.go(1)", show=False),
        Binding("up", "screen.go(-1)", show=False),
        *(
            Binding(f"ctrl+{n % 10},alt+{n % 10}", f"screen.choose({n})", show=False, priority=True)
            for n in DIGITS
        ),
    ]

    typing: reactive[bool] = reactive(False, init=False)
    """Whether keys are text."""

    def on_mount(self) -> None:
        """Begin with the cards."""
        self.watch_typing()

    def watch_typing(self) -> None:
        """Show where keys go."""
        self.set_class(not self.typing, "-choosing")
        self.refresh_bindings()
        cast("StorytellerForm", self.screen).refresh_form()

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """Offer to go from the cards to the clue, or back."""
        if action in ("type_clue", "choose_card"):
            return self.typing == (action == "choose_card")
        return super().check_action(action, parameters)

    def action_type_clue(self) -> None:
        """Switch to typing the clue."""
        self.typing = True

    def action_choose_card(self) -> None:
        """Switch to choosing cards with digits and arrows."""
        self.typing = False

    def on_key(self, event: events.Key) -> None:
        """Choose a card with a digit, until a clue is begun; begin it with any other letter."""
        if self.typing or not event.is_printable or event.character is None:
            return
        if event.character.isdecimal() or event.character == " ":
            event.stop()
            event.prevent_default()
            form = cast("StorytellerForm", self.screen)
            if event.character == " ":
                form.action_zoom()
            else:
                form.action_choose(int(event.character) or 10)
        else:
            self.typing = True

    def on_mouse_down(self) -> None:
        """Begin the clue."""
        self.typing = True

    def on_paste(self, event: events.Paste) -> None:
        """Begin the clue with the pasted text."""
        self.typing = True
        super().on_paste(event)

    def action_cursor_left(self, select: bool = False) -> None:
        """Move in the clue, or choose the card before."""
        if self.typing:
            super().action_cursor_left(select)
        else:
            cast("StorytellerForm", self.screen).action_go(-1)

    def action_cursor_right(self, select: bool = False) -> None:
        """Move in the clue, or choose the next card."""
        if self.typing:
            super().action_cursor_right(select)
        else:
            cast("StorytellerForm", self.screen).action_go(1)


class StorytellerForm(CardForm[Tell]):
    """The hand, a card of it chosen, and a line for the clue."""

    HELP = (
        "Choose a card of your hand and type a clue for it. A good clue lets some of the others "
        "find the card, but not all. The pictures can be enlarged and described in words; the "
        "keys are listed below. Enter shows card and clue once more before they are sent."
    )
    AUTO_FOCUS = "ClueField"
    QUESTION = "Choose a card and give a clue."
    purpose = "to give a clue"

    def create_widgets(self) -> None:
        super().create_widgets()
        self.field = ClueField(
            placeholder="a clue some will get, but not all",
            id="clue",
            max_length=self.view.options.clue_length,
            select_on_focus=False,
        )
        self.tried_review = False
        """Whether sending was tried, so that missing parts are reported."""

    def compose_form(self) -> ComposeResult:
        """Yield the cards, and the line to type in."""
        yield from super().compose_form()
        yield Horizontal(Static("Clue", classes="label"), self.field, classes="entry")

    @property
    def clue(self) -> str:
        """The clue, cleaned."""
        return clean(self.field.value, LONGEST_CLUE)

    @property
    def is_complete(self) -> bool:
        """Whether there is a card and a legal clue."""
        return self.at is not None and find_clue_fault(self.view, self.clue) is None

    def build_remark(self) -> Content:
        """Build what is wrong with the clue, or missing."""
        fault = find_clue_fault(self.view, self.clue) if self.clue or self.tried_review else None
        if fault:
            return Content.styled(f"✗ {fault}", "$error")
        if self.at is None:
            if self.tried_review:
                return Content.styled(f"✗ Choose a card first: {self.keys_to_choose}.", "$error")
            return Content.styled(f"Choose a card: {self.keys_to_choose}.", "$muted")
        if not self.clue:
            return Content.assemble(
                "Card ", (f"{self.at + 1}", "bold $primary"), ". Now type the clue."
            )
        return Content.assemble(
            ("✓ ", "bold $success"), "Card ", (f"{self.at + 1}", "bold $primary"), " and this clue."
        )

    @property
    def keys_to_choose(self) -> str:
        """The keys that choose a card; while a clue is typed, digits are text."""
        if self.field.typing:
            return f"Tab, then 1 to {len(self.cards)} (or Alt with 1 to {len(self.cards)})"
        return super().keys_to_choose

    def on_input_changed(self) -> None:
        """Judge the clue as it is typed."""
        self.refresh_form()

    def action_review(self) -> None:
        """Show card and clue for confirmation if they are legal."""
        self.tried_review = True
        self.refresh_form()
        if self.chosen is None or find_clue_fault(self.view, self.clue):
            self.field.typing = self.chosen is not None
        else:
            self.confirm_card(self.chosen)

    def confirm_card(self, card: str) -> None:
        """Confirm card and clue."""
        assert self.at is not None
        rows = [("Your card", str(self.at + 1)), ("Your clue", self.clue)]
        shown = create_card(self.view, card)
        self.confirm(Tell(card=card, clue=self.clue), "Send this clue?", rows, CLUE_AUDIENCE, shown)


class ListenerForm[Move](CardForm[Move]):
    """The clue, and cards of which one is chosen."""

    # Priority, like Enter, so that keys are handled in the order in which they are pressed.
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("left", "go(-1)", "Choose", key_display="← →", priority=True),
        Binding("right,tab", "go(1)", show=False, priority=True),
        Binding("shift+tab", "go(-1)", show=False, priority=True),
        Binding("up", "row(-1)", show=False, priority=True),
        Binding("down", "row(1)", show=False, priority=True),
        *(Binding(str(n % 10), f"choose({n})", show=False, priority=True) for n in DIGITS),
        Binding("z,Z,space", "zoom", show=False, priority=True),
        Binding("d,D", "describe", show=False, priority=True),
    ]

    @property
    def clue(self) -> str:
        """The storyteller's clue."""
        assert self.view.clue is not None
        return self.view.clue

    def create_heading(self) -> Clue:
        """Create the clue."""
        return Clue(self.clue)


class DecoyForm(ListenerForm[Decoy]):
    """The hand, and the clue that the decoy should fit."""

    HELP = (
        "Choose the card of your hand that others might mistake for the storyteller's. Every "
        "vote for it gives you a point. The arrow keys or a digit choose a card; it can be "
        "enlarged and described in words. Enter shows it once more before it is played."
    )
    purpose = "to play a card"

    def build_question(self) -> Content:
        """Ask for a decoy."""
        return Content.assemble("Play a card others might mistake for ", self.storyteller, "'s.")

    def confirm_card(self, card: str) -> None:
        """Confirm the decoy."""
        assert self.at is not None
        rows = [("The clue", self.clue), ("Your card", str(self.at + 1))]
        shown = create_card(self.view, card)
        self.confirm(Decoy(card=card), "Play this card?", rows, DECOY_AUDIENCE, shown)


class VoteForm(ListenerForm[Vote]):
    """The cards on the table; the player's own is marked, and cannot be chosen."""

    HELP = (
        "One of these cards is the storyteller's. Vote for the card that fits the clue best; you "
        "cannot vote for your own. The arrow keys or a digit choose a card; it can be enlarged "
        "and described in words. Enter shows your vote once more before it is sent."
    )
    purpose = "to vote"

    def list_cards(self) -> Sequence[str]:
        """List the cards on the table, in the order in which everybody sees them."""
        return self.view.candidates

    def build_question(self) -> Content:
        """Ask for a vote."""
        return Content.assemble("Which card is ", self.storyteller, "'s?")

    def describe_owner(self, card: str) -> Content:
        """Mark the player's own card."""
        return Content.styled("yours" if card == self.view.card else "", "$muted")

    def build_remark(self) -> Content:
        """Build the remark on the current vote."""
        if self.at is None:
            return super().build_remark()
        return Content.assemble("Your vote: ", (f"{self.at + 1}", "bold $primary"))

    def confirm_card(self, card: str) -> None:
        """Confirm the vote."""
        assert self.at is not None
        rows = [("The clue", self.clue), ("Your vote", f"card {self.at + 1}")]
        shown = create_card(self.view, card)
        self.confirm(Vote(card=card), "Send this vote?", rows, VOTE_AUDIENCE, shown)
