"""The base class of the screens of a study with human raters."""

from typing import ClassVar

from textual.binding import Binding, BindingType
from textual.screen import Screen


class StudyScreen(Screen[None]):
    """The base of a study's screens: Esc closes them."""

    CSS_PATH = "study.tcss"
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding(
            "escape", "close", "End", tooltip="Stop rating; answers are kept", key_display="Esc"
        ),
        Binding("f1", "app.help", "Help", key_display="F1", id="help"),
    ]

    def action_close(self) -> None:
        """Go back, or quit if nothing else is open."""
        self.dismiss()
