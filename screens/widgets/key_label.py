"""A widget or screen of which one key does different things."""

from typing import Protocol, runtime_checkable

from textual.binding import Binding


@runtime_checkable
class KeyLabel(Protocol):
    """Says in the footer what a key would do now."""

    def label_key(self, binding: Binding) -> str:
        """Name what the key of a binding does now; an empty text if its description says it."""
