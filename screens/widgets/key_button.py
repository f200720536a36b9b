"""A button whose key stands in the footer."""

from typing import ClassVar

from textual.binding import Binding, BindingType
from textual.widgets import Button


class KeyButton(Button):
    """Says in the footer that Enter presses it, while it is focused."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("enter", "press", "Choose"),
        Binding("space", "press", show=False),
    ]
