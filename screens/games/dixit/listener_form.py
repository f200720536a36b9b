"""A private screen with the clue, and cards of which one is chosen."""

from typing import ClassVar

from textual.binding import Binding, BindingType

from screens.games.dixit.card_form import CardForm
from screens.games.dixit.clue import Clue
from screens.games.dixit.clue_field import DIGITS


class ListenerForm[Move](CardForm[Move]):
    """The clue, and cards of which one is chosen."""

    # Priority, like Enter, so that keys are handled in the order in which they are pressed.
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("left", "go(-1)", "Choose", key_display="← →", priority=True),
        Binding("right,tab", "go(1)", show=False, priority=True),
        Binding("shift+tab", "go(-1)", show=False, priority=True),
        Binding("up", "row(-1)", show=False, priority=True),
        Binding("down", "row(1)", show=False, priority=True),
        *(Binding(str(n % 10), f"choose({n})", show=False, priority=True) for n in DIGITS),
        Binding("z,Z,space", "zoom", show=False, priority=True),
        Binding("d,D", "describe", show=False, priority=True),
    ]

    @property
    def clue(self) -> str:
        """The storyteller's clue."""
        assert self.view.clue is not None
        return self.view.clue

    def create_heading(self) -> Clue:
        """Create the clue."""
        return Clue(self.clue)
