"""The line for a clue, which also takes the keys that choose a card."""

from typing import ClassVar, cast

from textual import events
from textual.binding import Binding, BindingType
from textual.reactive import reactive

from engine.games.dixit.moves import Tell
from screens.games.dixit.card_form import CardForm
from screens.widgets.private_input import PrivateInput

DIGITS = range(1, 11)
"""The numbers of cards that have a key; 0 is the key of the tenth."""


class ClueField(PrivateInput):
    """A line for the clue, which also takes the keys that choose a card.

    It keeps the focus, so that keys are handled in the order in which they are pressed. Before the
    clue is begun, digits and arrows choose cards. A letter, or Tab, begins the clue; then digits
    are text, and Ctrl or Alt with a digit chooses a card. Tab goes back to the cards.
    """

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("tab,shift+tab", "type_clue", "Clue", tooltip="Type the clue", key_display="Tab"),
        Binding(
            "tab,shift+tab", "choose_card", "Cards", tooltip="Choose a card", key_display="Tab"
        ),
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
        cast("CardForm[Tell]", self.screen).refresh_form()

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

    async def on_key(self, event: events.Key) -> None:
        """Choose a card with a digit, until a clue is begun; begin it with any other letter."""
        if self.typing or not event.is_printable or event.character is None:
            return
        if event.character.isdecimal() or event.character == " ":
            event.stop()
            event.prevent_default()
            form = cast("CardForm[Tell]", self.screen)
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
            cast("CardForm[Tell]", self.screen).action_go(-1)

    def action_cursor_right(self, select: bool = False) -> None:
        """Move in the clue, or choose the next card."""
        if self.typing:
            super().action_cursor_right(select)
        else:
            cast("CardForm[Tell]", self.screen).action_go(1)
