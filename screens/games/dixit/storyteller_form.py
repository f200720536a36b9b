"""The private screen on which a person chooses a card of their hand and gives a clue."""

from textual.app import ComposeResult
from textual.binding import Binding
from textual.containers import Horizontal
from textual.content import Content
from textual.widgets import Static

from engine.games.dixit.moves import Tell
from engine.games.dixit.options import LONGEST_CLUE
from engine.games.dixit.plain_form import CLUE_AUDIENCE
from engine.games.dixit.view import find_clue_fault
from engine.text import clean
from screens.games.dixit.card_form import CardForm
from screens.games.dixit.clue_field import ClueField
from screens.games.dixit.round_cards import create_card


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

    @property
    def missing(self) -> str:
        return super().missing if self.at is None else "Clue"

    @property
    def goes_to_clue(self) -> bool:
        """Whether a card is chosen, and Enter goes on to the clue, which is not begun."""
        return self.at is not None and not self.clue and not self.field.typing

    def label_key(self, binding: Binding) -> str:
        if binding.action == "enter" and self.goes_to_clue:
            return "Clue"
        return super().label_key(binding)

    def build_remark(self) -> Content:
        """Build what is wrong with the clue, or missing."""
        fault = find_clue_fault(self.view, self.clue)
        if fault and self.clue:
            return Content.styled(f"✗ {fault}", "$error")
        if self.at is None:
            return self.refuse_no_card() if self.tried_review else super().build_remark()
        if fault and self.tried_review:
            return Content.styled(f"✗ {fault}", "$error")
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
        """Show card and clue for confirmation if they are legal; go from a card to the clue."""
        if self.goes_to_clue:
            self.field.typing = True
            self.refresh_form()
            return
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
