"""What all private screens share: one key hides them, nothing of them can be copied out."""

from collections.abc import Callable
from typing import ClassVar

from textual import work
from textual.binding import Binding, BindingType
from textual.events import Paste, ScreenResume
from textual.screen import Screen
from textual.widgets import Input

from engine.text import LONGEST, clean
from screens.curtain import Curtain
from screens.dialogs import Choice, Pause

HIDE = Binding(
    "f9,ctrl+@",
    "hide",
    "Hide",
    key_display="F9",
    priority=True,
    tooltip="Cover this screen at once; what you typed stays (also Ctrl+Space)",
)


class Private[Answer](Screen[Answer]):
    """A screen for one person's eyes.

    F9 and Ctrl+Space cover it at once, as the app does after two idle minutes;
    nothing on it can be selected and copied to the terminal's clipboard.
    """

    ALLOW_SELECT = False
    BINDINGS: ClassVar[list[BindingType]] = [HIDE]

    person: str
    """Whose screen this is, as the curtain names them."""
    game: str | None = None
    """The game that it is of, by its name in the catalog: its rules are what F1 tells first."""

    def action_hide(self) -> None:
        """Let the curtain fall; it rises on this screen as it was left."""
        self.app.push_screen(Curtain(self.person, hidden=True))


class PrivatePause(Pause, Private[bool | None]):
    """The question whether to leave, over a private screen: F9 hides both."""

    def __init__(self, person: str, wheel: Callable[[], object] | None = None) -> None:
        """Ask `person`, who has a private screen open; `wheel` asks whose turns to hold."""
        Pause.__init__(self, wheel)
        self.person = person


class BackToTakeover(Choice[bool], Private[bool]):
    """The question whether to give up a form that was opened from the wheel."""

    BINDINGS: ClassVar[list[BindingType]] = [Binding("escape", "stay", "Stay here")]

    def __init__(self, person: str) -> None:
        """Ask `person`, who has the wheel."""
        super().__init__(
            "Back to the wheel?",
            "Nothing of what you have filled in here is sent; what the machine answered is kept.",
            {"Back to the wheel": True, "Stay here": False},
        )
        self.person = person

    def action_stay(self) -> None:
        """Go on with the form."""
        self.dismiss(False)


class SeatScreen[Move](Private[Move | None]):
    """One seat's question: built from one view, dismissed with one legal move, then gone.

    Dismissed with `None` if the person wants to leave the table.
    """

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("escape", "leave", "Leave", key_display="Esc", tooltip="Leave the table"),
        Binding("f1", "app.help", "Help", key_display="F1", tooltip="The rules"),
    ]

    memo = ""
    """What the person wants to find here at their next move. The table keeps it while they sit
    there; it is in no journal, and on nobody else's screen."""
    in_takeover = False
    """Whether the operator makes the move here in a machine's place."""
    wheel: Callable[[], object] | None = None
    """Asks whose turns to hold, where there are machines."""
    theme_styled = ""
    """The theme in which the screen was made ready before it was shown."""

    def on_screen_resume(self, event: ScreenResume) -> None:
        """Come up without being styled anew, which takes half the time, if that has been done."""
        if self.app.theme == self.theme_styled:
            event.refresh_styles = False

    @work
    async def action_leave(self) -> None:
        """Ask whether to leave; what was typed here is kept if not."""
        question = (
            BackToTakeover(self.person)
            if self.in_takeover
            else PrivatePause(self.person, self.wheel)
        )
        if await self.app.push_screen_wait(question):
            self.dismiss(None)


class Field(Input):
    """A line to type in that never reaches the clipboard, and takes nothing but plain text."""

    def on_paste(self, event: Paste) -> None:
        """Take as much of what is pasted as there is room for, cleaned."""
        event.prevent_default()
        event.stop()
        start, end = sorted(self.selection)
        room = (self.max_length or LONGEST) - len(self.value) + end - start
        if text := clean(event.text, max(room, 0)):
            self.replace(text, start, end)

    def action_copy(self) -> None:
        """Keep the text here: a clipboard is read by others."""

    def action_cut(self) -> None:
        """Cut without copying."""
        self.delete_selection()
