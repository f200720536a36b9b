"""The private screen that asks one seat for a move."""

from collections.abc import Callable
from typing import ClassVar

from textual import work
from textual.binding import Binding, BindingType
from textual.events import Key

from screens.dialogs.question import ChoiceDialog
from screens.private_screen import PrivateLeaveDialog, PrivateScreen
from screens.typed_ahead import TypedAhead


class BackToTakeover(ChoiceDialog[bool], PrivateScreen[bool]):
    """Asks whether to give up a form that was opened from the takeover screen."""

    HELP = (
        "You opened this form from the takeover. Going back discards what you filled in here; "
        "the machine's answers are kept."
    )

    def __init__(self, person: str) -> None:
        """Ask `person`, the operator."""
        super().__init__(
            "Back to the takeover?",
            "Nothing of what you have filled in here is sent; what the machine answered is kept.",
            {"Back to the takeover": True, "Stay here": False},
            decline="Stay here",
        )
        self.person = person


class SeatScreen[Move](PrivateScreen[Move | None]):
    """Asks one seat for a move: built from one view, dismissed with one legal move.

    Dismissed with `None` if the person wants to leave the table.
    """

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("escape", "leave", "Leave", key_display="Esc", tooltip="Leave the table"),
        Binding("f1", "app.help", "Help", key_display="F1", tooltip="The rules", id="help"),
    ]

    saved_note = ""
    """The person's notes for their next move. The table keeps them while the person plays, and in a
    separate file until the game is over; nobody else sees them."""
    purpose = ""
    """What the person is asked to do, such as `to vote`: public text that the curtain shows to a
    person who had the keyboard last, and in a game of teams."""
    in_takeover = False
    """Whether the operator makes the move for a machine."""
    ahead: TypedAhead | None = None
    """What its person types while it is opening; `None` once it is open."""
    take_over: Callable[[], object] | None = None
    """Asks whose turns to take over; `None` if no machine plays."""

    def on_screen_resume(self) -> None:
        """Take what was typed, once a field has the focus, behind all keys that came here."""
        self.call_later(self.take_ahead)

    def on_key(self, event: Key) -> None:
        """Keep what is typed before a field has the focus."""
        if self.ahead is not None and self.ahead.keeps(event):
            event.stop()
            self.ahead.add(event)

    def take_ahead(self) -> None:
        """Type what was kept."""
        ahead, self.ahead = self.ahead, None
        if ahead is not None:
            ahead.hand_over(self.type_key)

    def type_key(self, key: Key) -> None:
        """Type a key again, unless another screen is in front, which it is not meant for."""
        if self.is_current:
            self.app.post_message(Key(key.key, key.character))

    def prepare(self) -> None:
        """Begin in the background what takes long, while the curtain hides everything.

        The screen has no widgets yet, and nothing that this does may be seen.
        """

    @work
    async def action_leave(self) -> None:
        """Ask whether to leave; if not, typed text is kept."""
        question = (
            BackToTakeover(self.person)
            if self.in_takeover
            else PrivateLeaveDialog(self.person, self.take_over)
        )
        if await self.app.push_screen_wait(question):
            self.dismiss(None)
