"""What the public tables of the games of words share."""

from typing import Any, cast

from textual.app import ComposeResult
from textual.containers import Vertical
from textual.widget import Widget

from screens.games.ui import Board


class PublicTable(Vertical):
    """Parts that each show the same view, from how it stands to how it came there."""

    DEFAULT_CSS = """
    PublicTable { height: 1fr; padding: 0 1; }
    PublicTable Now { margin: 1 0; }
    """

    def __init__(self, *parts: Widget) -> None:
        """Lay the table out of `parts`, each of them a `Board`."""
        super().__init__()
        self.parts = parts

    def compose(self) -> ComposeResult:
        """The parts, one beneath another."""
        yield from self.parts

    def show(self, view: Any) -> None:  # noqa: ANN401
        """Show `view` instead of what was there."""
        for part in self.parts:
            cast(Board, part).show(view)
