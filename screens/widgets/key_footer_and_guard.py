"""The footer that lists a screen's keys, and a guard against keys held down or typed ahead.

`KeyGuard` is a screen that nobody leaves by accident. `KeyButton` is a button with its key in the
footer.
"""

from collections.abc import Callable
from functools import partial
from time import monotonic
from typing import Any, ClassVar, NamedTuple

from rich.cells import cell_len
from textual import events
from textual.binding import Binding, BindingType
from textual.content import Content
from textual.reactive import reactive
from textual.screen import Screen
from textual.timer import Timer
from textual.widget import Widget
from textual.widgets import Button

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


class Key(NamedTuple):
    """A key in the footer."""

    key: str
    """Textual's name of the key."""
    display: str
    """The name on the keyboard."""
    label: str
    """The action of the key, in a few words."""
    enabled: bool
    """Whether it does so now."""
    tooltip: str

    @property
    def can_drop(self) -> bool:
        """Whether a line that is too short may do without it."""
        return self.key not in KEPT

    @property
    def width(self) -> int:
        """Its width in cells."""
        return cell_len(self.display) + cell_len(self.label) + 3


class KeyFooter(Widget):
    """A line with all active keys, which can be clicked.

    It is one widget, redrawn when keys change. Textual's footer remounts a widget for each key,
    which takes longer than the rest of a screen.
    """

    ALLOW_SELECT = False
    DEFAULT_CSS = """
    KeyFooter { dock: bottom; width: 100%; height: 1; background: $background; color: $muted; }
    """
    pointed: reactive[str] = reactive("")
    """The key under the mouse pointer."""

    def on_mount(self) -> None:
        """Redraw when the screen's keys change, as they do with the focus."""
        self.screen.bindings_updated_signal.subscribe(self, self.redraw)

    def redraw(self, screen: Screen[object]) -> None:
        if screen is self.screen:
            self.refresh()

    @property
    def keys(self) -> list[Key]:
        """The keys to show; the last ones that F1 can name as well are left out if not all fit."""
        keys = self.list_keys()
        spare = [key for key in keys if key.can_drop]
        while spare and sum(key.width for key in keys) > self.size.width > 0:
            keys.remove(spare.pop())
        return keys

    def list_keys(self) -> list[Key]:
        """The keys of the screen, one for each action."""
        shown: dict[str, Key] = {}
        for _, binding, enabled, tooltip in self.screen.active_bindings.values():
            if binding.show and binding.action not in shown:
                display = self.app.get_key_display(binding)
                shown[binding.action] = Key(
                    binding.key, display, binding.description, enabled, tooltip
                )
        return [shown[action] for action in sorted(shown, key=_sort_key)]

    def render(self) -> Content:
        """Render each key and its label, without markup."""
        parts: list[tuple[str, str]] = []
        for key in self.keys:
            dim = "" if key.enabled else " dim"
            ground = " on $panel" if key.key == self.pointed else ""
            parts.append((f" {key.display} ", f"bold $primary{dim}{ground}"))
            parts.append((f"{key.label} ", f"$muted{dim}{ground}"))
        return Content.assemble(*parts)

    def find_key(self, x: int) -> Key | None:
        """Find the key that is `x` cells from the left."""
        for key in self.keys:
            if 0 <= x < key.width:
                return key
            x -= key.width
        return None

    def on_mouse_move(self, event: events.MouseMove) -> None:
        """Show the tooltip of the key under the pointer."""
        key = self.find_key(event.x)
        self.pointed = key.key if key else ""
        tooltip = key.tooltip if key else ""
        self.tooltip = Content(tooltip) if tooltip else None

    def on_leave(self) -> None:
        self.pointed = ""

    def on_mouse_down(self, event: events.MouseDown) -> None:
        """Press the key that was clicked; ring the bell if it is disabled."""
        key = self.find_key(event.x)
        if key is None:
            return
        if key.enabled:
            self.app.simulate_key(key.key)
        else:
            self.app.bell()


def _sort_key(action: str) -> int:
    """Sort shared actions behind those of the screen."""
    return SHARED_ACTIONS.index(action) + 1 if action in SHARED_ACTIONS else 0


class KeyButton(Button):
    """A button that shows in the footer that Enter presses it."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("enter", "press", "Choose"),
        Binding("space", "press", show=False),
    ]
