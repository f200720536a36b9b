"""A footer that lists the keys of a screen, and a button whose key stands there."""

from typing import ClassVar, NamedTuple

from rich.cells import cell_len
from textual import events
from textual.binding import Binding, BindingType
from textual.content import Content
from textual.reactive import reactive
from textual.screen import Screen
from textual.widget import Widget
from textual.widgets import Button

ALWAYS = ("hide", "inspect", "meter", "take_over", "leave", "pause", "app.help")
"""What does the same on many screens; it stands after what belongs to this one."""


class Key(NamedTuple):
    """One key, as the line shows it."""

    key: str
    """What Textual calls it."""
    display: str
    """What a keyboard calls it."""
    label: str
    """What it does."""
    enabled: bool
    """Whether it does so now."""
    tooltip: str

    @property
    def width(self) -> int:
        """Cells that it takes."""
        return cell_len(self.display) + cell_len(self.label) + 3


class KeyFooter(Widget):
    """Every key that does something here, for the eyes and for the mouse.

    One widget, drawn anew when keys change. Textual's own footer has a widget for each key and
    makes all of them anew, which costs more than the rest of a screen together.
    """

    ALLOW_SELECT = False
    DEFAULT_CSS = """
    KeyFooter { dock: bottom; width: 100%; height: 1; background: $background; color: $muted; }
    """
    pointed: reactive[str] = reactive("")
    """The key beneath the pointer."""

    def on_mount(self) -> None:
        """Follow the screen's keys, which change with the focus."""
        self.screen.bindings_updated_signal.subscribe(self, self.follow)

    def follow(self, screen: Screen[object]) -> None:
        """Show the keys of now."""
        if screen is self.screen:
            self.refresh()

    @property
    def keys(self) -> list[Key]:
        """The keys to show, one for each action."""
        shown: dict[str, Key] = {}
        for _, binding, enabled, tooltip in self.screen.active_bindings.values():
            if binding.show and binding.action not in shown:
                display = self.app.get_key_display(binding)
                shown[binding.action] = Key(
                    binding.key, display, binding.description, enabled, tooltip
                )
        return [shown[action] for action in sorted(shown, key=_order)]

    def render(self) -> Content:
        """Each key and what it does; as literal text."""
        parts: list[tuple[str, str]] = []
        for key in self.keys:
            dim = "" if key.enabled else " dim"
            ground = " on $panel" if key.key == self.pointed else ""
            parts.append((f" {key.display} ", f"bold $primary{dim}{ground}"))
            parts.append((f"{key.label} ", f"$muted{dim}{ground}"))
        return Content.assemble(*parts)

    def at(self, x: int) -> Key | None:
        """The key that stands `x` cells from the left."""
        for key in self.keys:
            if 0 <= x < key.width:
                return key
            x -= key.width
        return None

    def on_mouse_move(self, event: events.MouseMove) -> None:
        """Tell more of the key beneath the pointer."""
        key = self.at(event.x)
        self.pointed = key.key if key else ""
        tooltip = key.tooltip if key else ""
        self.tooltip = Content(tooltip) if tooltip else None

    def on_leave(self) -> None:
        """The pointer has gone."""
        self.pointed = ""

    def on_mouse_down(self, event: events.MouseDown) -> None:
        """Do what the key does."""
        key = self.at(event.x)
        if key is None:
            return
        if key.enabled:
            self.app.simulate_key(key.key)
        else:
            self.app.bell()


def _order(action: str) -> int:
    """Where a key stands among those of its screen."""
    return ALWAYS.index(action) + 1 if action in ALWAYS else 0


class KeyButton(Button):
    """Says in the footer that Enter presses it, while it is focused."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("enter", "press", "Choose"),
        Binding("space", "press", show=False),
    ]
