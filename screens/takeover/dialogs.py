"""Small questions at the wheel: how many answers, and who is to sit here."""

from collections.abc import Callable
from typing import ClassVar

from textual import on
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Horizontal, Vertical
from textual.content import Content
from textual.screen import ModalScreen
from textual.widgets import Button, Input, Static

from screens.dialogs import Choice
from screens.private import Field, Private
from screens.widgets.footer import KeyFooter

MOST = 9
"""The most answers that are asked for at once."""
OTHERS = {"word2vec": "word2vec", "Random moves": "random", "A person": "human"}
"""Who is offered for a seat: label and SPEC."""


class Several(Choice[int], Private[int]):
    """Asks how many answers are wanted; 0 is none."""

    CSS_PATH = "wheel.tcss"
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("escape", "none", "Back"),
        *(Binding(str(count), f"count({count})", show=False) for count in range(2, MOST + 1)),
    ]

    def __init__(self, person: str) -> None:
        """Ask `person`, who has the wheel."""
        super().__init__(
            "How many answers?",
            "Each is a question of its own, put at the same time and paid for. Then choose one.",
            {str(count): count for count in range(2, MOST + 1)},
        )
        self.person = person

    def action_count(self, count: int) -> None:
        """Take a number."""
        self.choose(count)

    def action_none(self) -> None:
        """Ask for none."""
        self.choose(0)


class NewPlayer(ModalScreen[bool], Private[bool]):
    """Asks who is to sit in a seat, and has them sit down; true if somebody did."""

    CSS_PATH = "wheel.tcss"
    AUTO_FOCUS = "#spec"
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("escape", "back", "Back"),
        Binding("down", "app.focus_next", show=False),
        Binding("up", "app.focus_previous", show=False),
    ]

    def __init__(self, person: str, player: str, seat: Callable[[str], str | None]) -> None:
        """Ask `person` who is to sit in the seat of `player`.

        Args:
            person: Who has the wheel.
            player: Whose seat it is, as the table names them.
            seat: Has somebody sit there, by their SPEC; returns why not, if they cannot.
        """
        super().__init__()
        self.person = person
        self.player = player
        self.seat = seat

    def compose(self) -> ComposeResult:
        """A line for any SPEC, and the usual ones to choose."""
        with Vertical(classes="dialog"):
            yield Static(f"Who sits here instead of {self.player}?", classes="title", markup=False)
            yield Field(placeholder="llm:MODEL, glove, exec:COMMAND, human:NAME ...", id="spec")
            yield Static(
                "Enter seats them; from then on the moves are theirs.", id="said", markup=False
            )
            with Horizontal(classes="buttons"):
                for label, spec in OTHERS.items():
                    yield Button(label, name=spec)
        yield KeyFooter()

    @on(Input.Submitted)
    def typed(self, event: Input.Submitted) -> None:
        """Seat whoever was typed."""
        self.take(event.value)

    @on(Button.Pressed)
    def pressed(self, event: Button.Pressed) -> None:
        """Seat one of the usual."""
        self.take(event.button.name or "")

    def take(self, spec: str) -> None:
        """Have them sit down, or say why they cannot."""
        wrong = self.seat(spec)
        if wrong is None:
            self.dismiss(True)
        else:
            self.query_one("#said", Static).update(Content.assemble(("✗ ", "$error"), wrong))

    def action_back(self) -> None:
        """Leave the seat as it is."""
        self.dismiss(False)
