"""The dialog that gives a seat to another player."""

from collections.abc import Callable
from typing import ClassVar

from textual import on
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Horizontal, Vertical
from textual.content import Content
from textual.screen import ModalScreen
from textual.widgets import Button, Input, Static

from screens.private_screen import PrivateScreen
from screens.widgets.footer import KeyFooter
from screens.widgets.private_input import PrivateInput

USUAL_PLAYERS = {"word2vec": "word2vec", "Random moves": "random", "A person": "human"}
"""The players on the buttons: label and SPEC."""


class ReseatDialog(ModalScreen[bool], PrivateScreen[bool]):
    """Asks for a new player for a seat and seats them; dismissed with whether it did."""

    HELP = (
        "Give this seat to another player, from this turn on. Type a player such as llm:MODEL or "
        "human:Ada and press Enter, or choose a button. Moves that have been made stay."
    )
    CSS_PATH = "takeover.tcss"
    AUTO_FOCUS = "#spec"
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("escape", "back", "Back"),
        Binding("down", "app.focus_next", show=False),
        Binding("up", "app.focus_previous", show=False),
    ]

    def __init__(self, person: str, player: str, reseat: Callable[[str], str | None]) -> None:
        """Ask `person` who replaces `player`.

        Args:
            person: The operator.
            player: The name of the current player.
            reseat: Gives the seat to another player, by SPEC; returns why this is impossible.
        """
        super().__init__()
        self.person = person
        self.player = player
        self.reseat = reseat

    def compose(self) -> ComposeResult:
        """A line for any SPEC, and buttons for the usual ones."""
        with Vertical(classes="dialog"):
            yield Static(f"Who sits here instead of {self.player}?", classes="title", markup=False)
            yield PrivateInput(
                placeholder="llm:MODEL, glove, exec:COMMAND, human:NAME ...", id="spec"
            )
            yield Static(
                "Press Enter: this player makes the moves from now on.", id="said", markup=False
            )
            with Horizontal(classes="buttons"):
                for label, spec in USUAL_PLAYERS.items():
                    yield Button(label, name=spec)
        yield KeyFooter()

    @on(Input.Submitted)
    def seat_typed_player(self, event: Input.Submitted) -> None:
        """Seat the player whose SPEC was typed."""
        self.seat_player(event.value)

    @on(Button.Pressed)
    def seat_usual_player(self, event: Button.Pressed) -> None:
        """Seat the player on the button."""
        self.seat_player(event.button.name or "")

    def seat_player(self, spec: str) -> None:
        """Seat a player, or show why this is impossible."""
        fault = self.reseat(spec)
        if fault is None:
            self.dismiss(True)
        else:
            self.query_one("#said", Static).update(Content.assemble(("✗ ", "$error"), fault))

    def action_back(self) -> None:
        """Leave the seat as it is."""
        self.dismiss(False)
