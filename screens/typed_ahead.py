"""`TypedAhead`: what people type while a screen with a field for it is opening."""

from collections.abc import Callable

from textual.events import Key


class TypedAhead:
    """Keys that were pressed while a screen was opening, for its field.

    Loading a screen takes a moment, or seconds on a busy computer, in which people type on.
    """

    def __init__(self, opener: str = "") -> None:
        """Collect no key yet.

        Args:
            opener: The key that opens the screen, which may be held down or pressed twice.
        """
        self.opener = opener
        self.keys: list[Key] = []
        self.take: Callable[[Key], object] | None = None
        """Takes each key once the screen is there."""

    def keeps(self, key: Key) -> bool:
        """Whether a key is text, or takes back some: no other is carried to another screen."""
        return key.is_printable or key.key == "backspace"

    def add(self, key: Key) -> None:
        """Keep a key, or hand it on if the screen is there by now."""
        if self.take is not None:
            self.take(key)
        elif self.keys or key.key != self.opener:
            self.keys.append(key)

    def hand_over(self, take: Callable[[Key], object]) -> None:
        """Hand on what was typed, and from now on each key at once."""
        self.take = take
        for key in self.keys:
            take(key)
        self.keys.clear()
