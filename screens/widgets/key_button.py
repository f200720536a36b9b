"""A button that says in the footer what Enter does on it."""

from typing import ClassVar

from textual.binding import Binding, BindingType
from textual.widgets import Button


class KeyButton(Button):
    """A button that says in the footer what Enter does on it: its name, or else its label."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("enter", "press", "Choose"),
        Binding("space", "press", show=False),
    ]

    def label_key(self, binding: Binding) -> str:  # noqa: ARG002
        """Name what Enter does."""
        return self.name or str(self.label)
