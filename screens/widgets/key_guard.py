"""A screen that keys held down or typed ahead do not leave."""

from collections.abc import Callable
from functools import partial
from time import monotonic
from typing import Any

from textual.screen import Screen
from textual.timer import Timer

ARM_AFTER = 0.25
"""Seconds without a press before a screen accepts one."""


HOLD_TIME = 0.75
"""Maximum seconds until the first repeat of a key that was held down before the screen opened."""


REPEAT_GAP = 0.1
"""Seconds to wait after a press before `HOLD_TIME`: a repeat of a held key is followed by
another."""


MODIFIERS = ("shift", "control", "ctrl", "alt", "super", "meta", "hyper", "caps_lock", "num_lock")
"""Keys that some terminals send on their own."""


def is_any_key(key: str) -> bool:
    """Whether `key` counts as "any key": not a modifier or a global key such as F1."""
    is_function_key = key[:1] == "f" and key[1:].isdigit()
    return not is_function_key and not any(name in key for name in MODIFIERS)


class KeyGuard(Screen[Any]):
    """A screen that must not be left by accident.

    The handler of a key or button that leaves the screen calls `press`. It ignores presses before
    the screen is armed, which the screen shows. It distinguishes a press from repeats of a key that
    was already held down by the events that follow.
    """

    armed = False
    """Whether `press` accepts presses."""
    _arming: Timer | None = None
    _pending: Timer | None = None

    _shown_at = 0.0

    def on_screen_resume(self) -> None:
        """Start the clock."""
        self.ignore_held_keys()

    def ignore_held_keys(self) -> None:
        """Ignore keys that are held down now; call it when the screen shows something else."""
        self._shown_at = monotonic()
        self.ignore_keys()

    def press(self, action: Callable[[], object]) -> None:
        """Run the action of a key or button, unless the key was held down or typed ahead."""
        if (ARM_AFTER and not self.armed) or self._pending is not None:
            self.ignore_keys()
        elif monotonic() - self._shown_at < HOLD_TIME and REPEAT_GAP:
            self._pending = self.set_timer(REPEAT_GAP, partial(self._accept, action))
        else:
            action()

    def show_armed(self, armed: bool) -> None:
        """Show whether presses are accepted; does nothing by default."""

    def _accept(self, action: Callable[[], object]) -> None:
        self._pending = None
        action()

    def ignore_keys(self) -> None:
        """Ignore presses until there has been none for a moment."""
        for timer in (self._arming, self._pending):
            if timer is not None:
                timer.stop()
        self._pending = None
        self._set_armed(not ARM_AFTER)
        if ARM_AFTER and self.is_running:
            self._arming = self.set_timer(ARM_AFTER, partial(self._set_armed, True))

    def _set_armed(self, armed: bool) -> None:
        self.armed = armed
        self.show_armed(armed)
