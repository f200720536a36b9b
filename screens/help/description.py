"""What the help says about a screen: its purpose and its keys."""

from functools import partial
from typing import Any, NamedTuple

from textual.binding import ActiveBinding, Binding
from textual.screen import Screen

from screens.shown_keys import fill_keys


class ScreenHelp(NamedTuple):
    """The purpose of a screen, and its keys."""

    text: str
    keys: tuple[tuple[str, str, str], ...]
    """For each key: key, label in the footer, and a description if the label is not enough."""


def describe_screen(screen: Screen[Any]) -> ScreenHelp | None:
    """Describe the purpose of a screen and its current keys; `None` if there are none."""
    keys: list[tuple[str, str, str]] = []
    listed = {binding.action for binding in Screen.BINDINGS if isinstance(binding, Binding)}
    for active in sorted(screen.active_bindings.values(), key=partial(_find_key_order, screen)):
        binding = active.binding
        ours = active.node in (screen, screen.app) or binding.show  # what the footer shows, too
        if not (ours and active.enabled and binding.description) or binding.action in listed:
            continue
        listed.add(binding.action)
        key = binding.key_display or screen.app.get_key_display(binding)
        label, more = binding.description, binding.tooltip
        if label.lower() in more.lower():
            label, more = more, ""  # "Start the game" says all that "Start" does
        keys.append((key[:1].upper() + key[1:], label, more))
    told = getattr(screen, "HELP", "") or "", getattr(screen, "more_help", "")
    text = fill_keys(screen.app, " ".join(filter(None, told)))
    return ScreenHelp(text, tuple(keys)) if text or keys else None


def _find_key_order(screen: Screen[Any], active: ActiveBinding) -> int:
    """Sort keys by the screen's own bindings; inherited ones come last."""
    declared = [one.action for one in screen.BINDINGS if isinstance(one, Binding)]
    action = active.binding.action
    return declared.index(action) if action in declared else len(declared)
