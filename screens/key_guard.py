"""Ignore keys that were held down or typed ahead: one press must not leave two screens."""

from collections.abc import Callable
from functools import partial
from time import monotonic
from typing import Any

from textual.screen import Screen
from textual.timer import Timer

ARM_AFTER = 0.25
"""Seconds without a press before a screen that shows when it is armed takes one."""
HOLD_TIME = 0.75
"""Seconds until the latest first repeat of a key that was held down before the screen came."""
REPEAT_GAP = 0.1
"""Seconds that a press waits before `HOLD_TIME`: a repeat of a held key is followed by another."""

MIN_SHOWN = 0.7
"""Seconds for which a screen that has just come to the front accepts no key: longer than
keyboards wait before they repeat a key that is held down."""
MIN_SILENCE = 0.4
"""Seconds without a press before one that counts: longer than between two repeats of a key that
is held down. A button ignores repeats for 0.2 seconds after a press."""

MODIFIERS = ("shift", "control", "ctrl", "alt", "super", "meta", "hyper", "caps_lock", "num_lock")
"""Keys that some terminals send on their own."""


def is_any_key(key: str) -> bool:
    """Whether "any key" means `key`: no modifier, and none that works on every screen, as F1."""
    is_function_key = key[:1] == "f" and key[1:].isdigit()
    return not is_function_key and not any(name in key for name in MODIFIERS)


class KeyGuard(Screen[Any]):
    """A screen that must not be left by accident.

    The handler of a key or button that leaves the screen calls `record_press` and then asks
    `accepts_key`. A key that has been held down since the screen before is never accepted: its
    first repeat comes less than `MIN_SHOWN` seconds after this screen, and the others follow one
    another in less than `MIN_SILENCE` seconds.

    A screen that can show whether it is armed calls `press` instead, which takes a press sooner:
    it tells a press from the repeats of a held key by what follows.
    """

    armed = False
    """Whether `press` takes a press."""
    _arming: Timer | None = None
    _pending: Timer | None = None

    _shown_at = 0.0
    _pressed_at = 0.0
    _silence = 0.0
    """Seconds between the last two presses."""

    def on_screen_resume(self) -> None:
        """Start the clock."""
        self.ignore_held_keys()

    def ignore_held_keys(self) -> None:
        """Ignore keys that are held down now; call it when the screen shows something else."""
        self._shown_at = monotonic()
        self._disarm()

    def press(self, action: Callable[[], object]) -> None:
        """Do what a key or button asks, unless the key was held down or typed ahead."""
        if (ARM_AFTER and not self.armed) or self._pending is not None:
            self._disarm()
        elif monotonic() - self._shown_at < HOLD_TIME and REPEAT_GAP:
            self._pending = self.set_timer(REPEAT_GAP, partial(self._accept, action))
        else:
            action()

    def show_armed(self, armed: bool) -> None:
        """Show whether a press is taken; nothing by default."""

    def _accept(self, action: Callable[[], object]) -> None:
        self._pending = None
        action()

    def _disarm(self) -> None:
        """Take no press until there has been none for a moment."""
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

    def record_press(self) -> None:
        """Record the press of a key or button that leaves the screen."""
        now = monotonic()
        self._silence, self._pressed_at = now - self._pressed_at, now

    def accepts_key(self) -> bool:
        """Whether the press recorded last was made for what this screen shows."""
        return self._pressed_at - self._shown_at >= MIN_SHOWN and self._silence >= MIN_SILENCE
