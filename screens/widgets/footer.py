"""The footer that lists a screen's keys."""

from typing import Any

from rich.cells import cell_len
from textual.app import ComposeResult
from textual.screen import Screen
from textual.widgets import Footer

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


class KeyFooter(Footer):
    """Textual's footer, with shared actions last, and without keys for which there is no room."""

    def __init__(self) -> None:
        super().__init__(show_command_palette=False)
        # Else Textual composes no keys at first, and all of them again after the first frame.
        super().bindings_changed(self.app.screen)
        self.fitted_width: int | None = None
        """The width for which the keys were chosen."""
        self.known: list[tuple[str, str, bool]] = []
        """Key, label and state of the bindings, when the keys were last composed."""

    def compose(self) -> ComposeResult:
        """Yield the keys; the last ones that F1 can name as well are left out if not all fit."""
        self.known = list_states(self.screen)
        self.fitted_width = self.size.width or self.app.size.width  # before it has a size
        keys = self.choose_keys(list(super().compose()))
        for key in keys:
            key.description = OWN_LABELS.get(key.description, key.description)
        spare = [key for key in keys if key.key not in KEPT]
        while spare and sum(map(measure_key, keys)) > self.fitted_width:
            keys.remove(spare.pop())
        for key in keys:  # else each would be compact first, and be styled three times
            key.set_reactive(type(key).compact, self.compact)
        yield from keys

    def bindings_changed(self, screen: Screen[Any]) -> None:
        """Compose the keys again if they are other ones, not whenever another screen is shown."""
        known = list_states(screen)
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


def list_states(screen: Screen[Any]) -> list[tuple[str, str, bool]]:
    """List key, label and state of the bindings that a footer shows."""
    return [
        (binding.key, binding.description, enabled)
        for _, binding, enabled, _ in screen.active_bindings.values()
        if binding.show
    ]


def measure_key(key: Any) -> int:  # noqa: ANN401
    """Measure a key and its label, in cells."""
    return cell_len(key.key_display) + cell_len(key.description) + 3


def _sort_key(action: str) -> int:
    """Sort shared actions behind those of the screen."""
    return SHARED_ACTIONS.index(action) + 1 if action in SHARED_ACTIONS else 0
