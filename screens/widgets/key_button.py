"""A button that shows in the footer that Enter presses it."""

from typing import ClassVar

from textual.binding import Binding, BindingType
from textual.widgets import Button


class KeyButton(Button):
    """A button that shows in the footer that Enter presses it."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("enter", "press", "Choose"),
        Binding("space", "press", show=False),
    ]
