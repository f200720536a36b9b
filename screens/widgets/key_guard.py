"""A screen that keys held down or typed ahead do not leave, nor before anybody can have read it."""

from collections.abc import Callable
from functools import partial
from time import monotonic
from typing import Any, ClassVar

from textual.screen import Screen
from textual.timer import Timer

ARM_AFTER = 0.25
"""Seconds without a press before a screen accepts one; 0 to accept every press."""


HOLD_TIME = 0.75
"""Maximum seconds until the first repeat of a key that was held down before the screen opened."""


REPEAT_GAP = 0.1
"""Seconds to wait after a press before `HOLD_TIME`: a repeat of a held key is followed by
another."""


GLANCE, READING = 0.7, 1.2
"""Reading times in seconds: of what one has just typed, and of something new."""


MODIFIERS = ("shift", "control", "ctrl", "alt", "super", "meta", "hyper", "caps_lock", "num_lock")
"""Keys that some terminals send on their own."""


def is_any_key(key: str) -> bool:
    """Whether `key` counts as "any key": not a modifier or a global key such as F1."""
    is_function_key = key[:1] == "f" and key[1:].isdigit()
    return not is_function_key and not any(name in key for name in MODIFIERS)


class KeyGuard(Screen[Any]):
    """A screen that must not be left by accident.

    The handler of a key or button that leaves the screen calls `press`. It ignores presses before
    the screen is armed, which its buttons and its footer show. It distinguishes a press from
    repeats of a key that was already held down by the events that follow.
    """

    READING_TIME: ClassVar = 0.0
    """Seconds before the screen can be left: nobody has read it sooner."""
    READ_ONCE: ClassVar = True
    """Whether it waits no more after another screen, such as a dialog, once it has been read."""
    GUARDED: ClassVar[frozenset[str]] = frozenset({"press"})
    """The actions in the footer that wait for it; `press` is that of a button in focus."""

    refused = False
    """Whether a press was ignored since the screen was armed last."""

    _arming: Timer | None = None
    _pending: Timer | None = None

    _shown_at = 0.0
    _quiet_since = 0.0
    _was_read = False

    @property
    def armed(self) -> bool:
        """Whether `press` accepts presses."""
        return not ARM_AFTER or self._seconds_to_arming <= 0

    @property
    def _seconds_to_arming(self) -> float:
        reading = 0 if self._was_read else self.READING_TIME
        armed_at = max(self._quiet_since + ARM_AFTER, self._shown_at + reading)
        return armed_at - monotonic()

    def is_waiting(self, action: str) -> bool:
        """Whether a key of the footer with this action is ignored for now."""
        return action in self.GUARDED and not self.armed

    def on_screen_resume(self) -> None:
        """Start the clock."""
        was_read = self._was_read
        self.ignore_held_keys()
        self._was_read = was_read

    def on_screen_suspend(self) -> None:
        """Need no time for reading after another screen, if this one has been read."""
        self._was_read |= self.READ_ONCE and self.armed

    def ignore_held_keys(self) -> None:
        """Ignore keys that are held down now; call it when the screen shows something else."""
        self._shown_at = monotonic()
        self._was_read = False
        self.refused = False
        self.ignore_keys()

    def press(self, action: Callable[[], object]) -> None:
        """Run the action of a key or button, unless the key was held down or typed ahead."""
        if not self.armed or self._pending is not None:
            self.refused = True
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
        self._quiet_since = monotonic()
        self._show_armed()

    def _show_armed(self) -> None:
        """Show whether presses are accepted, and again once they are."""
        armed = self.armed
        self.refused &= not armed
        self.show_armed(armed)
        for widget in self.query("GuardedButton, KeyFooter"):  # which import this module
            widget.show_wait()  # type: ignore[attr-defined]
        if not armed and self.is_running:
            left = max(self._seconds_to_arming, 0.01)
            self._arming = self.set_timer(left, self._show_armed)
