"""The keys of actions as people see them, also those that they have chosen."""

from string import Formatter
from typing import Any

from textual.app import App
from textual.binding import Binding

from engine.config.keymap import KEYS


def show_key(app: App[Any], name: str) -> str:
    """Show the key with a name of the keymap: `F5`, `Ctrl+G`, `R`."""
    chosen = getattr(app, "chosen_keys", {})  # an app of a test may have none
    shown = app.get_key_display(Binding(chosen.get(name, KEYS[name]), ""))
    return shown[:1].upper() + shown[1:]


def fill_keys(app: App[Any], text: str) -> str:
    """Fill the names of keys in a text: `{start} starts the game.`."""
    parts = Formatter().parse(text)
    return "".join(told + (show_key(app, name) if name else "") for told, name, *_ in parts)
