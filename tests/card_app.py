"""The app with a card in a real terminal: `python -m tests.card_app PROTOCOL FOLDER`.

The key F7 breaks it.
"""

import sys
from pathlib import Path
from typing import ClassVar

from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.screen import Screen
from textual.widgets import Static

from screens.pictures.cache import PictureCache
from screens.pictures.card_picture import CardPicture
from screens.pictures.graphics_mode import GraphicsMode
from screens.pictures.protocol import Protocol
from tui.app import ParlourApp


class CardScreen(Screen[None]):
    """One card."""

    BINDINGS: ClassVar[list[BindingType]] = [Binding("f7", "break", "Break")]
    CSS = "CardPicture { width: 10; height: 8; }"

    def __init__(self, path: Path) -> None:
        super().__init__()
        self.path = path

    def compose(self) -> ComposeResult:
        """The card, and a line that says so."""
        yield CardPicture(self.path)
        yield Static("The card is here")

    def action_break(self) -> None:
        """Break."""
        raise ZeroDivisionError


if __name__ == "__main__":
    protocol, folder = sys.argv[1:]
    pictures = PictureCache(GraphicsMode(Protocol(protocol)))
    app = ParlourApp(lambda: CardScreen(next(Path(folder).glob("*.png"))), pictures=pictures)
    app.run()
    sys.exit(app.return_code)
