"""Textual's command palette; over a private screen, F9 hides both."""

from collections.abc import Iterator
from functools import partial

from textual.app import SystemCommand
from textual.binding import Binding
from textual.command import CommandPalette
from textual.screen import Screen

from screens.private import PrivateScreen


class PrivatePalette(CommandPalette, PrivateScreen[None]):
    """The palette over a private screen."""

    HELP = (
        "Everything that the keys of this screen do. Type a few letters, choose with Up and Down, "
        "and press Enter. Esc closes it, F9 hides it and your screen."
    )

    def __init__(self, person: str) -> None:
        """Serve `person`, whose private screen is open."""
        super().__init__(id="--command-palette")
        self.person = person


def create_palette(screen: Screen[object]) -> CommandPalette:
    """Create the palette for an app whose current screen is `screen`."""
    if isinstance(screen, PrivateScreen):
        return PrivatePalette(screen.person)
    return CommandPalette(id="--command-palette")


def list_actions(screen: Screen[object]) -> Iterator[SystemCommand]:
    """List what the keys of a screen do, as commands."""
    listed = {binding.action for binding in Screen.BINDINGS if isinstance(binding, Binding)}
    for active in screen.active_bindings.values():
        binding, node = active.binding, active.node
        ours = node is screen or (binding.show and node is not screen.app)
        if not (ours and active.enabled and binding.description) or binding.action in listed:
            continue
        listed.add(binding.action)
        key = binding.key_display or screen.app.get_key_display(binding)
        told = f"{binding.tooltip}. " if binding.tooltip else ""
        run = partial(screen.app.run_action, binding.action, node)
        yield SystemCommand(binding.description, f"{told}Key: {key[:1].upper()}{key[1:]}", run)
