"""The curtain: hides a private screen until its player confirms that nobody else is looking."""

from collections.abc import Callable
from typing import ClassVar

from textual import work
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Center, Vertical
from textual.screen import Screen
from textual.widgets import Button, Static

from screens.choice_dialogs import LeaveDialog
from screens.key_guard import KeyGuard
from screens.widgets.footer import KeyFooter

OPERATOR = "the operator"
"""The name on the curtain of the person who may take over and inspect machines' turns."""


class Curtain(KeyGuard, Screen[bool]):
    """Covers everything until the person it names says that they are alone.

    Dismissed with true then, or with false if the table is to be left.
    """

    CSS_PATH = "curtain.tcss"
    ALLOW_SELECT = False
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding(
            "space", "lift", "I am here, alone", key_display="Space", tooltip="Open the curtain"
        ),
        Binding("escape", "leave", "Leave", key_display="Esc", tooltip="Save and leave the table"),
    ]
    AUTO_FOCUS = ""  # a focused button would take Enter, which people press before the curtain

    def __init__(
        self,
        person: str,
        *,
        hidden: bool = False,
        notice: str = "",
        take_over: Callable[[], object] | None = None,
    ) -> None:
        """Fetch `person`, or cover the screen that they have hidden.

        Args:
            person: The name to show.
            hidden: Whether they have covered their own screen.
            notice: What everybody at the table has to read.
            take_over: Asks whose turns to take over; `None` if no machine plays.
        """
        super().__init__()
        self.person = person
        self.hidden = hidden
        self.notice = notice
        self.take_over = take_over

    def compose(self) -> ComposeResult:
        """The name of the person, and nothing of the game."""
        with Vertical(id="curtain"):
            yield Static("Hidden for" if self.hidden else "Please fetch", id="request")
            yield Static(self.person, id="person", markup=False)
            yield Static("Everybody else looks away.", id="ask")
            if self.notice:
                yield Static(self.notice, id="notice", markup=False)
            with Center():
                yield Button("I am here, alone", id="lift", action="screen.lift", classes="primary")
        yield KeyFooter()

    def action_lift(self) -> None:
        """Open the curtain, unless the key was meant for the screen before."""
        self.record_press()
        if self.accepts_key():
            self.dismiss(True)

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:  # noqa: ARG002
        """Only its owner can leave a hidden screen, from the screen itself."""
        return not (action == "leave" and self.hidden)

    @work
    async def action_leave(self) -> None:
        """Ask whether to leave the table."""
        if await self.app.push_screen_wait(LeaveDialog(self.take_over)):
            self.dismiss(False)
