"""Screens for one person's eyes only, which one key covers with the curtain."""

import re
import sys
from collections.abc import Callable
from typing import Any, ClassVar

from textual.binding import Binding, BindingType
from textual.screen import Screen

from screens.curtain import Curtain
from screens.dialogs.leave import LeaveDialog

IN_GAME = re.compile(r"screens\.games\.(\w+)")
"""The package of a game's screens, or a module that they share."""


HIDE_BINDING = Binding(
    "f9,ctrl+@",
    "hide",
    "Hide",
    key_display="F9",
    priority=True,
    tooltip="Cover this screen (also Ctrl+Space)",
)


class PrivateScreen[Answer](Screen[Answer]):
    """A screen that only one person may see.

    F9 and Ctrl+Space cover it at once, as the app does after two idle minutes;
    nothing on it can be selected and copied to the terminal's clipboard.
    """

    ALLOW_SELECT = False
    BINDINGS: ClassVar[list[BindingType]] = [HIDE_BINDING]

    person: str
    """The name of its owner, for the curtain."""
    game: str | None = None
    """The name of the game whose rules F1 shows first; set automatically for a game's own screens.
    """

    def __init_subclass__(cls, **settings: Any) -> None:  # noqa: ANN401
        """Take the game from the package: `screens.games.GAME`."""
        super().__init_subclass__(**settings)
        found = IN_GAME.match(cls.__module__)
        if found and hasattr(sys.modules[found[0]], "__path__"):
            cls.game = found[1]

    def action_hide(self) -> None:
        """Cover the screen with a curtain; typed text is kept."""
        self.app.push_screen(Curtain(self.person, hidden=True))


class PrivateLeaveDialog(LeaveDialog, PrivateScreen[bool | None]):
    """Asks whether to leave, over a private screen; F9 hides both."""

    def __init__(self, person: str, take_over: Callable[[], object] | None = None) -> None:
        """Ask `person`; `take_over` asks whose turns to take over."""
        LeaveDialog.__init__(self, take_over)
        self.person = person
