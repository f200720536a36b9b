"""The footer that lists a screen's keys."""

from collections.abc import Iterable
from typing import Any, ClassVar, NamedTuple

from rich.cells import cell_len
from rich.style import Style
from rich.text import Text
from textual import events
from textual.binding import Binding
from textual.reactive import reactive
from textual.screen import Screen
from textual.widget import Widget

from screens.widgets.key_guard import KeyGuard
from screens.widgets.key_label import KeyLabel

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


OWN_LABELS = {"Dismiss menu": "Close"}
"""By a label of Textual's own widgets: ours."""


LONGEST_LABEL = 24
"""Cells of the longest name of what a key does now; of a longer one, its description is shown."""


class Key(NamedTuple):
    """A key in the line."""

    name: str
    display: str
    label: str
    action: str
    enabled: bool
    tooltip: str

    @property
    def width(self) -> int:
        """Its cells, with a blank before it, behind it and behind its label."""
        return cell_len(self.display) + cell_len(self.label) + 3


MOMENT = ": one moment…"
"""Follows the label of a key that was pressed before its screen accepted it."""


class KeyFooter(Widget):
    """A line of keys, shared ones last, and without keys for which there is no room.

    A key that its screen does not accept yet is dim.

    It is one widget: Textual's footer makes one of each key, and lays out the whole screen again
    whenever other keys are active.
    """

    ALLOW_SELECT = False
    COMPONENT_CLASSES: ClassVar[set[str]] = {
        "key-footer--key",
        "key-footer--label",
        "key-footer--pointed",
    }
    DEFAULT_CSS = """
    KeyFooter {
        dock: bottom;
        height: 1;
        padding-left: 1;
        color: $footer-foreground;
        background: $footer-background;
        text-wrap: nowrap;

        &.-on-key {
            pointer: pointer;
        }
        .key-footer--key {
            color: $footer-key-foreground;
            background: $footer-key-background;
            text-style: bold;
        }
        .key-footer--label {
            color: $footer-description-foreground;
            background: $footer-description-background;
        }
        .key-footer--pointed {
            background: $block-hover-background;
        }
    }
    """

    pointed: reactive[Key | None] = reactive(None)
    """The key under the mouse."""

    def __init__(self) -> None:
        super().__init__()
        self.keys: list[Key] = []
        """All keys that the screen offers here, in order."""
        self.known: list[Key] = []
        """The keys of the screen when they were last chosen from."""

    def on_mount(self) -> None:
        """Follow what the screen's keys are."""
        self.screen.bindings_updated_signal.subscribe(self, self.update_keys, immediate=True)
        self.show_keys(self.screen)

    def on_unmount(self) -> None:
        self.screen.bindings_updated_signal.unsubscribe(self)

    def update_keys(self, screen: Screen[Any]) -> None:
        """Keep the keys of the widget in focus while the terminal itself is not in focus."""
        if self.app.app_focus:
            self.show_keys(screen)

    def show_keys(self, screen: Screen[Any]) -> None:
        """Show the screen's keys if they are other ones, not whenever another screen is shown."""
        known = self.list_keys(screen)
        if known != self.known:
            self.known = known
            self.keys = self.choose_keys(known)
            self.pointed = None
            self.refresh()

    def show_wait(self) -> None:
        """Show whether the screen accepts its keys."""
        self.refresh()

    def list_keys(self, screen: Screen[Any]) -> list[Key]:
        """List the keys of the active bindings, the first one of each action."""
        keys: dict[str, Key] = {}
        for node, binding, enabled, tooltip in screen.active_bindings.values():
            if binding.show and binding.action not in keys:
                keys[binding.action] = Key(
                    binding.key,
                    self.app.get_key_display(binding),
                    find_label(node, binding),
                    binding.action,
                    enabled,
                    tooltip,
                )
        return list(keys.values())

    def choose_keys(self, keys: list[Key]) -> list[Key]:
        """Choose the keys to show, in order: all of them, shared ones last."""
        return sorted(keys, key=lambda key: _sort_key(key.action))

    def fit_keys(self) -> list[Key]:
        """Leave out the last keys that F1 can name as well, if not all fit."""
        guard = self.screen
        keys = [
            key._replace(label=key.label.rstrip("?") + MOMENT)
            if isinstance(guard, KeyGuard) and guard.refused and guard.is_waiting(key.action)
            else key
            for key in self.keys
        ]
        spare = [key for key in keys if key.name not in KEPT]
        while spare and sum(key.width for key in keys) > self.size.width:
            keys.remove(spare.pop())
        return keys

    def find_key(self, x: int) -> Key | None:
        """Find the key in a column."""
        x -= self.gutter.left
        if x < 0:
            return None
        for key in self.fit_keys():
            if x < key.width:
                return key
            x -= key.width
        return None

    def render(self) -> Text:
        """Draw the keys."""
        return Text.assemble(*self.draw_keys(self.fit_keys()))

    def draw_keys(self, keys: Iterable[Key]) -> Iterable[tuple[str, Style]]:
        """Draw each key and its label."""
        for_key, for_label, for_pointed = (
            self.get_component_rich_style(f"key-footer--{part}")
            for part in ("key", "label", "pointed")
        )
        guard = self.screen
        for key in keys:
            waits = isinstance(guard, KeyGuard) and guard.is_waiting(key.action)
            state = Style(dim=(waits or not key.enabled) or None)
            if key == self.pointed:
                state += Style(bgcolor=for_pointed.bgcolor)
            yield f" {key.display} ", for_key + state
            yield f"{key.label} ", for_label + state

    def on_mouse_move(self, event: events.MouseMove) -> None:
        self.pointed = self.find_key(event.x)

    def on_leave(self) -> None:
        self.pointed = None

    def watch_pointed(self, pointed: Key | None) -> None:
        """Say more of the key under the mouse."""
        self.tooltip = pointed.tooltip if pointed else None
        self.set_class(pointed is not None, "-on-key")

    def on_mouse_down(self, event: events.MouseDown) -> None:
        """Press the key under the mouse."""
        if key := self.find_key(event.x):
            if key.enabled:
                self.app.simulate_key(key.name)
            else:
                self.app.bell()


def find_label(node: object, binding: Binding) -> str:
    """Find what a key does now if that is short, or else its description."""
    label = node.label_key(binding) if isinstance(node, KeyLabel) else ""
    if label and cell_len(label) <= LONGEST_LABEL:
        return label
    return OWN_LABELS.get(binding.description, binding.description)


def _sort_key(action: str) -> int:
    """Sort shared actions behind those of the screen."""
    return SHARED_ACTIONS.index(action) + 1 if action in SHARED_ACTIONS else 0
