"""The row that asks for the seed of a game."""

from textual.app import ComposeResult
from textual.widgets import Input

from screens.setup.form_row import FieldHint, Row

MAX_SEED = 60


class SeedRow(Row):
    """The seed; the same seed, seats and options deal the same game."""

    def __init__(self, seed: str) -> None:
        """Fill in `seed`."""
        super().__init__("Seed")
        self.first = seed

    def compose_fields(self) -> ComposeResult:
        """A line to type in."""
        yield Input(
            self.first, placeholder="a new one", max_length=MAX_SEED, compact=True, id="seed"
        )
        yield FieldHint("same seed, same game", brief="same deal")
