"""The dialog that asks which seats to take over."""

from typing import ClassVar

from textual import on
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Horizontal, Vertical
from textual.content import Content
from textual.screen import ModalScreen
from textual.widgets import Button, OptionList, Static

from engine.seat import Seat
from screens.private_screen import PrivateScreen
from screens.widgets.footer import KeyFooter


class TakeoverDialog(ModalScreen[frozenset[Seat]], PrivateScreen[frozenset[Seat]]):
    """Asks which seats to take over; dismissed with the seats."""

    HELP = (
        "Choose machines whose turns wait for you. Before each of their moves you see the "
        "question and the answer, and can change them or move yourself. Space marks a seat, A "
        "marks all or none, Enter is done."
    )
    CSS_PATH = "takeover.tcss"
    AUTO_FOCUS = "OptionList"
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("space", "toggle_seat", "Take over or hand back", key_display="Space"),
        Binding("a", "all", "All or none", key_display="A"),
        Binding("enter,escape", "done", "Done", key_display="Enter", priority=True),
    ]

    def __init__(self, person: str, machines: dict[Seat, str], taken_over: frozenset[Seat]) -> None:
        """Ask `person`.

        Args:
            person: The person at the screen.
            machines: The seats of machines with their display names.
            taken_over: The seats that are currently taken over.
        """
        super().__init__()
        self.person = person
        self.machines = machines
        self.taken_over = taken_over & machines.keys()

    def compose(self) -> ComposeResult:
        """The machines, and a button."""
        with Vertical(classes="dialog"):
            yield Static("Take over", classes="title")
            yield Static(
                "Choose machines whose turns wait for you. You see what each is asked and what it "
                "answers, and can change both or make the move yourself."
            )
            yield OptionList(*map(self.render_row, self.machines), compact=True)
            with Horizontal(classes="buttons"):
                yield Button("Done", classes="primary", action="screen.done")
        yield KeyFooter()

    def render_row(self, seat: Seat) -> Content:
        """A seat, and whether it is taken over."""
        sign = (
            ("● you play  ", "$primary") if seat in self.taken_over else ("○ plays     ", "$muted")
        )
        return Content.assemble(sign, self.machines[seat])

    def select(self, seats: frozenset[Seat]) -> None:
        """Take over these seats and no others."""
        self.taken_over = seats
        rows = self.query_one(OptionList)
        for place, seat in enumerate(self.machines):
            rows.replace_option_prompt_at_index(place, self.render_row(seat))

    @on(OptionList.OptionSelected)
    def toggle_seat(self, event: OptionList.OptionSelected) -> None:
        """Take over the seat that was clicked, or hand it back."""
        self.select(self.taken_over ^ {list(self.machines)[event.option_index]})

    def action_toggle_seat(self) -> None:
        """Take over the seat under the cursor, or hand it back."""
        self.query_one(OptionList).action_select()

    def action_all(self) -> None:
        """Take over all seats, or none if all are taken over."""
        every = frozenset(self.machines)
        self.select(frozenset() if self.taken_over == every else every)

    def action_done(self) -> None:
        """Close with the seats that are marked."""
        self.dismiss(self.taken_over)
