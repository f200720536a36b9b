"""The private screen of the storyteller."""

from collections.abc import Callable, Iterator
from typing import Any, ClassVar, cast

from textual.binding import Binding, BindingType
from textual.containers import Horizontal
from textual.content import Content
from textual.widget import Widget
from textual.widgets import Static

from engine.games.dixit.legality import find_clue_fault
from engine.games.dixit.view import LONGEST_CLUE, Tell, View
from engine.text import clean
from screens.games.dixit.faces import face
from screens.games.dixit.seat import LARGE, SEEN, DixitSeat
from screens.games.ui import SeatNames
from screens.private_screen import PrivateInput

AUDIENCE = (
    "Everybody at the table sees the clue at once; nobody sees your card before all have voted."
)


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
            cast("DixitSeat[Tell]", self.screen).action_go(-1)

    def action_cursor_right(self, select: bool = False) -> None:
        """Move in the clue; choose the next card while there is none."""
        if self.value:
            super().action_cursor_right(select)
        else:
            cast("DixitSeat[Tell]", self.screen).action_go(1)


class StorytellerScreen(DixitSeat[Tell]):
    """The hand, a card of it chosen, and a line for the clue, which has every letter for itself."""

    AUTO_FOCUS = "ClueField"
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("f4", "zoom", "Zoom", key_display="F4", tooltip=LARGE),
        Binding("f5", "describe", "Words", key_display="F5", tooltip=SEEN),
    ]

    def __init__(
        self,
        view: View,
        names: SeatNames,
        fault: Callable[[Any, Any], str | None],
        complaint: str | None,
    ) -> None:
        """Ask for a card and a clue; `complaint` is why the last ones were refused."""
        super().__init__(view, names, fault, complaint)
        self.field = ClueField(
            placeholder="something that some will find, and not all",
            id="clue",
            max_length=view.options.clue_length,
            select_on_focus=False,
        )
        self.tried = False
        """What is missing is called out once somebody has tried to send it."""

    def asked(self) -> Content:
        """What a storyteller does."""
        return Content("Choose a card and say a clue for it.")

    def form(self) -> Iterator[Widget]:
        """The line to type in."""
        yield Horizontal(Static("Clue", id="label"), self.field, id="form")

    @property
    def clue(self) -> str:
        """The clue as it would be sent."""
        return clean(self.field.value, LONGEST_CLUE)

    @property
    def complete(self) -> bool:
        """Whether there is a card, and a clue that can be said."""
        return self.at is not None and find_clue_fault(self.view, self.clue) is None

    def remarked(self) -> Content:
        """What is wrong with the clue, or missing."""
        fault = find_clue_fault(self.view, self.clue) if self.clue or self.tried else None
        if fault:
            return Content.styled(f"✗ {fault}", "$error")
        if self.at is None:
            if self.tried:
                return Content.styled("✗ Choose a card: Tab goes through them.", "$error")
            return Content.styled("Tab or a click chooses a card.", "$muted")
        if not self.clue:
            return Content.assemble("Card ", (f"{self.at + 1}", "bold $primary"), ". Now a clue.")
        return Content.assemble(
            ("✓ ", "bold $success"), "Card ", (f"{self.at + 1}", "bold $primary"), " and this clue."
        )

    def on_input_changed(self) -> None:
        """Judge as it is typed."""
        self.refresh_form()

    def action_review(self) -> None:
        """Show what would be sent, if it can be."""
        self.tried = True
        self.refresh_form()
        if self.chosen is None or find_clue_fault(self.view, self.clue):
            self.set_focus(self.field)
        else:
            self.review_move(self.chosen)

    def review_move(self, card: str) -> None:
        """Have card and clue looked over."""
        assert self.at is not None
        rows = [("Your card", str(self.at + 1)), ("Your clue", self.clue)]
        move = Tell(card, self.clue)
        self.confirm(move, "Say this clue?", rows, AUDIENCE, face(self.view, card))
