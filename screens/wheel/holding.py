"""Whose turns the operator holds, and the question that comes before it where people play."""

from typing import ClassVar

from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Horizontal, Vertical
from textual.content import Content
from textual.screen import ModalScreen
from textual.widgets import Button, SelectionList, Static
from textual.widgets.selection_list import Selection

from engine.game import Seat
from screens.dialogs import Choice
from screens.private import Private
from screens.widgets.keys import Keys

NOTICE = (
    "The table is open: the operator may look at what machines are asked and answer, "
    "and may change it."
)
"""What everybody at an open table is told."""


class OpenTable(Choice[bool], Private[bool]):
    """Asks whether to open the table; nothing of a machine's is shown before."""

    CSS_PATH = "wheel.tcss"
    BINDINGS: ClassVar[list[BindingType]] = [Binding("escape", "no", "Keep it closed")]

    def __init__(self, person: str) -> None:
        """Ask `person`, in front of whom it is shown."""
        super().__init__(
            "Open the table?",
            "People play here. At an open table the operator may look at the prompts and answers "
            "of machines, and with them at what only their seats may know. It cannot be undone: "
            "it stands in the journal and on the result, and everybody is told before their next "
            "move.",
            {"Keep it closed": False, "Open the table": True},
        )
        self.person = person

    def action_no(self) -> None:
        """Leave it as it is."""
        self.dismiss(False)


class Holding(ModalScreen[frozenset[Seat]], Private[frozenset[Seat]]):
    """Asks whose turns are to be held; dismissed with all of them."""

    CSS_PATH = "wheel.tcss"
    AUTO_FOCUS = "SelectionList"
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("space", "toggle", "Hold or let go", key_display="Space", show=True),
        Binding("a", "all", "All or none", key_display="A"),
        Binding("enter", "done", "Done", priority=True),
        Binding("escape", "done", "Done", show=False),
    ]

    def __init__(self, person: str, machines: dict[Seat, str], held: frozenset[Seat]) -> None:
        """Ask `person`.

        Args:
            person: In front of whom it is shown.
            machines: The seats that machines have, by the names to show.
            held: Those that are held now.
        """
        super().__init__()
        self.person = person
        self.machines = machines
        self.held = held

    def compose(self) -> ComposeResult:
        """The machines, and a way on."""
        with Vertical(classes="dialog"):
            yield Static("Take the wheel", classes="title")
            yield Static(
                "The turn of a seat that is held waits for you: see what it is asked and answers, "
                "change either, or move in its place."
            )
            yield SelectionList[Seat](
                *(
                    Selection(Content(name), seat, seat in self.held)
                    for seat, name in self.machines.items()
                ),
                compact=True,
            )
            with Horizontal(classes="buttons"):
                yield Button("Done", classes="primary", action="screen.done")
        yield Keys()

    def action_all(self) -> None:
        """Hold all of them, or none if all are held."""
        chosen = self.query_one(SelectionList)
        if len(chosen.selected) == len(self.machines):
            chosen.deselect_all()
        else:
            chosen.select_all()

    def action_done(self) -> None:
        """Hold those that are marked."""
        self.dismiss(frozenset(self.query_one(SelectionList).selected))
