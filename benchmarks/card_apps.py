"""Two apps that show the same four pictures, for `benchmarks.pictures` to compare.

`python -m benchmarks.card_apps ours|theirs FOLDER`: the key l opens a screen with the pictures in
Sixel, b goes back. Ours is Parlour's; theirs is textual-image's.
"""

import sys
from collections.abc import Iterable
from pathlib import Path
from typing import Any, ClassVar

from textual.app import App, ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Horizontal
from textual.screen import Screen
from textual.widget import Widget
from textual.widgets import Static

COLUMNS, ROWS, CARDS = 30, 20, 4
READY = "Press l"


class PictureScreen(Screen[None]):
    """Four pictures side by side."""

    BINDINGS: ClassVar[list[BindingType]] = [Binding("b", "dismiss", "Back")]
    CSS = f"Horizontal {{ height: {ROWS}; }} .card {{ width: {COLUMNS}; height: {ROWS}; }}"

    def __init__(self, cards: Iterable[Widget]) -> None:
        super().__init__()
        self.cards = tuple(cards)

    def compose(self) -> ComposeResult:
        """The pictures, and a line beneath."""
        yield Horizontal(*self.cards)
        yield Static("Beneath the pictures")


class StartScreen(Screen[None]):
    """What stands before and after the pictures."""

    BINDINGS: ClassVar[list[BindingType]] = [Binding("l", "look", "Look")]

    def compose(self) -> ComposeResult:
        """A line."""
        yield Static(READY)

    def action_look(self) -> None:
        """Open the pictures."""
        self.app.push_screen(PictureScreen(self.app.cards()))  # type: ignore[attr-defined]


def create_parlour_app(paths: list[Path]) -> App[None]:
    from screens.pictures.cache import PictureCache
    from screens.pictures.card_picture import CardPicture
    from screens.pictures.cell_size import measure_cell
    from screens.pictures.graphics_mode import DEFAULT_CELL, GraphicsMode
    from screens.pictures.protocol import Protocol
    from tui.app import ParlourApp

    class Ours(ParlourApp):
        def cards(self) -> list[Widget]:
            return [CardPicture(path, classes="card") for path in paths]

    mode = GraphicsMode(Protocol.SIXEL, measure_cell() or DEFAULT_CELL)
    return Ours(StartScreen, pictures=PictureCache(mode))


def create_textual_image_app(paths: list[Path]) -> App[None]:
    from textual_image.widget import SixelImage  # type: ignore[import-not-found]

    class Theirs(App[None]):
        ENABLE_COMMAND_PALETTE = False

        def get_default_screen(self) -> Screen[None]:
            return StartScreen()

        def cards(self) -> list[Any]:
            return [SixelImage(path, classes="card") for path in paths]

    return Theirs()


if __name__ == "__main__":
    which, folder = sys.argv[1:]
    pictures = sorted(Path(folder).glob("*.png"))[:CARDS]
    (create_parlour_app if which == "ours" else create_textual_image_app)(pictures).run()
