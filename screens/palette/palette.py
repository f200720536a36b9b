"""Textual's command palette; over a private screen, F9 hides both."""

from textual.command import CommandPalette
from textual.screen import Screen

from screens.private_screen import PrivateScreen


class Palette(CommandPalette):
    """The palette as a box of the app's own looks."""

    CSS_PATH = "palette.tcss"
    HELP = (
        "Everything that the keys of this screen do. Type a few letters, choose with Up and Down, "
        "and press Enter. Esc closes it."
    )

    def __init__(self) -> None:
        super().__init__(id="--command-palette", placeholder="What do you want to do?")

    def on_mount(self) -> None:
        """Say on the frame what this is, and which keys it takes."""
        box = self.query_one("#--container")
        box.border_title = "Commands"
        box.border_subtitle = "↑ ↓ choose · Enter run · Esc close"


class PrivatePalette(Palette, PrivateScreen[None]):
    """The palette over a private screen."""

    HELP = f"{Palette.HELP} F9 hides it and your screen."

    def __init__(self, person: str) -> None:
        """Serve `person`, whose private screen is open."""
        super().__init__()
        self.person = person


def create_palette(screen: Screen[object]) -> Palette:
    """Create the palette for an app whose current screen is `screen`."""
    return PrivatePalette(screen.person) if isinstance(screen, PrivateScreen) else Palette()
