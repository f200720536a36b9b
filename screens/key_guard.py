"""Keys that are meant: a held key must not walk from one screen into the next."""

from time import monotonic
from typing import Any

from textual.screen import Screen

DEAF = 0.7
"""Seconds in which a screen that came to the front hears nothing: longer than keyboards wait
before a held key repeats."""
QUIET = 0.4
"""Seconds of silence before a press that counts: longer than from one repeat to the next, of
which a button takes none for 0.2 seconds after a press."""


class KeyGuard(Screen[Any]):
    """A screen that must not be left by accident.

    A key held down since the screen before never gets through: its first repeat comes while
    this screen is deaf, and after that there is no silence.
    """

    _front = _pressed = 0.0

    def on_screen_resume(self) -> None:
        """Begin to listen."""
        self.listen()

    def listen(self) -> None:
        """Take no key for meant that was held down before now."""
        self._front = monotonic()

    def accepts_key(self) -> bool:
        """Whether the press at hand was made for this screen; to be asked once for each."""
        now = monotonic()
        silence, self._pressed = now - self._pressed, now
        return now - self._front >= DEAF and silence >= QUIET
