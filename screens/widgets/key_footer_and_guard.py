"""The footer that lists a screen's keys, and a guard against keys held down or typed ahead.

`KeyGuard` is a screen that nobody leaves by accident. `KeyButton` is a button with its key in the
footer.
"""

from collections.abc import Callable
from functools import partial
from time import monotonic
from typing import Any, ClassVar

from rich.cells import cell_len
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.screen import Screen
from textual.timer import Timer
from textual.widgets import Button, Footer

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


SHARED_ACTIONS = (
    "scroll_back",
    "hide",
    "inspect",
    "meter",
    "take_over",
    "leave",
    "pause",
    "app.help",
)
"""Actions that many screens share; their keys come last."""


KEPT = ("enter", "escape", "f1", "f9")
"""Keys that stay in the line: go on, go back, help, hide."""


class KeyFooter(Footer):
    """Textual's footer, with shared actions last, and without keys for which there is no room."""

    def __init__(self) -> None:
        super().__init__(show_command_palette=False)
        self.fitted_width: int | None = None
        """The width for which the keys were chosen."""
        self.known: list[tuple[str, str, bool]] = []
        """Key, label and state of all bindings, when the keys were last composed."""

    def compose(self) -> ComposeResult:
        """Yield the keys; the last ones that F1 can name as well are left out if not all fit."""
        if self.fitted_width is None:
            self.bindings_changed(self.screen)  # else the first frame would show no keys
        self.fitted_width = self.size.width
        keys = self.choose_keys(list(super().compose()))
        spare = [key for key in keys if key.key not in KEPT]
        while spare and sum(map(measure_key, keys)) > self.size.width > 0:
            keys.remove(spare.pop())
        yield from keys

    def bindings_changed(self, screen: Screen[Any]) -> None:
        """Compose the keys again if they are other ones, not whenever another screen is shown."""
        known = [
            (binding.key, binding.description, enabled)
            for _, binding, enabled, _ in screen.active_bindings.values()
        ]
        if known != self.known:
            self.known = known if self.app.app_focus else []  # else Textual ignores the change
            super().bindings_changed(screen)

    def choose_keys(self, keys: list[Any]) -> list[Any]:
        """Choose the keys to show, in order: all of them, shared ones last."""
        return sorted(keys, key=lambda key: _sort_key(key.action))

    def on_resize(self) -> None:
        """Choose again which keys fit."""
        if self.fitted_width and self.fitted_width != self.size.width:
            self.refresh(recompose=True)


def measure_key(key: Any) -> int:  # noqa: ANN401
    """Measure a key and its label, in cells."""
    return cell_len(key.key_display) + cell_len(key.description) + 3


def _sort_key(action: str) -> int:
    """Sort shared actions behind those of the screen."""
    return SHARED_ACTIONS.index(action) + 1 if action in SHARED_ACTIONS else 0


class KeyButton(Button):
    """A button that shows in the footer that Enter presses it."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("enter", "press", "Choose"),
        Binding("space", "press", show=False),
    ]
