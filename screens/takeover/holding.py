"""Whose turns the operator holds, and the question that comes before it where people play."""

from typing import ClassVar

from textual import on
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Horizontal, Vertical
from textual.content import Content
from textual.screen import ModalScreen
from textual.widgets import Button, OptionList, Static

from engine.game import Seat
from screens.dialogs import Choice
from screens.private import Private
from screens.widgets.footer import KeyFooter

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
    AUTO_FOCUS = "OptionList"
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("space", "turn", "Hold or let go", key_display="Space"),
        Binding("a", "all", "All or none", key_display="A"),
        Binding("enter,escape", "done", "Done", key_display="Enter", priority=True),
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
        self.held = held & machines.keys()

    def compose(self) -> ComposeResult:
        """The machines, and a way on."""
        with Vertical(classes="dialog"):
            yield Static("Take the wheel", classes="title")
            yield Static(
                "The turn of a seat that is held waits for you: see what it is asked and answers, "
                "change either, or move in its place."
            )
            yield OptionList(*map(self.row, self.machines), compact=True)
            with Horizontal(classes="buttons"):
                yield Button("Done", classes="primary", action="screen.done")
        yield KeyFooter()

    def row(self, seat: Seat) -> Content:
        """A seat, and whether it is held."""
        sign = ("● held   ", "$primary") if seat in self.held else ("○ plays  ", "$muted")
        return Content.assemble(sign, self.machines[seat])

    def hold(self, held: frozenset[Seat]) -> None:
        """Hold these seats and no others."""
        self.held = held
        rows = self.query_one(OptionList)
        for place, seat in enumerate(self.machines):
            rows.replace_option_prompt_at_index(place, self.row(seat))

    @on(OptionList.OptionSelected)
    def chosen(self, event: OptionList.OptionSelected) -> None:
        """Hold the seat that was clicked, or let it go."""
        self.hold(self.held ^ {list(self.machines)[event.option_index]})

    def action_turn(self) -> None:
        """Hold the seat at hand, or let it go."""
        self.query_one(OptionList).action_select()

    def action_all(self) -> None:
        """Hold all of them, or none if all are held."""
        every = frozenset(self.machines)
        self.hold(frozenset() if self.held == every else every)

    def action_done(self) -> None:
        """Hold those that are marked."""
        self.dismiss(self.held)
