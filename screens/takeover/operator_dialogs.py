"""The operator's dialogs: open the table, take over seats, replace a player, raise the budget.

Opening the table allows the operator to see what machines are asked and answer. Another dialog asks
how many answers to request from a model.
"""

from collections.abc import Awaitable, Callable
from functools import partial
from typing import ClassVar

from textual import on
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Horizontal, Vertical
from textual.content import Content
from textual.screen import ModalScreen
from textual.widgets import Button, Input, OptionList, Static

from engine.llm.budget import OverBudget
from engine.seat import Seat
from engine.session import Session
from engine.usage import Usage
from screens.dialogs_and_modal_host import ChoiceDialog, Remedy
from screens.player_names_and_colours import SeatNames
from screens.private_screens_and_inputs import OPERATOR, PrivateInput, PrivateScreen
from screens.widgets.key_footer_and_guard import KeyFooter, KeyGuard
from screens.widgets.seat_line_and_usage_meter import UsageReading

MAX_ANSWERS = 9
"""Maximum number of answers that can be requested at once."""
USUAL_PLAYERS = {"word2vec": "word2vec", "Random moves": "random", "A person": "human"}
"""The players on the buttons: label and SPEC."""


class AnswerCountDialog(ChoiceDialog[int], PrivateScreen[int]):
    """Asks how many answers to ask for; 0 means none."""

    HELP = (
        "Ask the model for several answers at once and choose one of them. Each answer is a call "
        "of its own and costs as much. Press a digit, or choose with the arrow keys and Enter."
    )
    CSS_PATH = "takeover.tcss"
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("escape", "none", "Back"),
        *(
            Binding(str(count), f"count({count})", show=False)
            for count in range(2, MAX_ANSWERS + 1)
        ),
    ]

    def __init__(self, person: str) -> None:
        """Ask `person`, the operator."""
        super().__init__(
            "How many answers?",
            "Each answer is a separate call and costs as much. You then choose one.",
            {str(count): count for count in range(2, MAX_ANSWERS + 1)},
        )
        self.person = person

    def action_count(self, count: int) -> None:
        """Choose a number."""
        self.choose(count)

    def action_none(self) -> None:
        """Choose none."""
        self.choose(0)


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


OPEN_TABLE_NOTICE = (
    "The table is open: the operator may see what machines are asked and what they answer, "
    "and may change it."
)
"""The notice for everybody at an open table."""


class OpenTableDialog(ChoiceDialog[bool], PrivateScreen[bool]):
    """Asks whether to open the table; until then nothing of a machine is shown."""

    HELP = (
        "People play in this game, so what machines are asked and answer is kept hidden. If you "
        "open the table, the operator sees it, including secrets of those seats. Everybody is "
        "told, and it cannot be undone."
    )
    CSS_PATH = "takeover.tcss"
    BINDINGS: ClassVar[list[BindingType]] = [Binding("escape", "no", "Keep it closed")]

    def __init__(self, person: str) -> None:
        """Ask `person`, who is at the screen now."""
        super().__init__(
            "Open the table?",
            "People play in this game. At an open table the operator may see the prompts and "
            "answers of machines, and so their secrets. This cannot be undone. It is recorded in "
            "the journal and shown with the result, and everybody is told before their next move.",
            {"Keep it closed": False, "Open the table": True},
        )
        self.person = person

    def action_no(self) -> None:
        """Keep the table closed."""
        self.dismiss(False)


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


class BudgetDialog(ChoiceDialog[Remedy], PrivateScreen[Remedy], KeyGuard):
    """Asks what to do about a call that was not made, as it might have exceeded the budget."""

    HELP = (
        "The next call of a model might cost more than this game may use, so the game waits. "
        "Allow more, lift the limit, let word2vec play this seat, or save the game and leave."
    )
    CSS_PATH = "../dialogs_and_modal_host.tcss"

    def __init__(self, person: str, error: str, amount: str) -> None:
        """Ask about the player of `person`; `amount` is the amount that can be added."""
        remedies = (Remedy.MORE, Remedy.UNLIMITED, Remedy.BASELINE, Remedy.LEAVE)
        answers = {remedy.value.format(amount=amount): remedy for remedy in remedies}
        super().__init__(f"Budget: {person}", error, answers)
        self.person = OPERATOR

    def choose(self, answer: Remedy) -> None:
        """Ignore accidental presses, as the dialog may appear while Enter is being pressed."""
        self.press(partial(super().choose, answer))

    def show_armed(self, armed: bool) -> None:
        """Dim the buttons while keys are ignored."""
        self.query(Button).set_class(not armed, "-waiting")


class BudgetControl:
    """Reads the usage of a match's models, and asks before they exceed their budget."""

    def __init__(
        self, session: Session, show_modal: Callable[[BudgetDialog], Awaitable[Remedy | None]]
    ) -> None:
        """Watch `session`; `show_modal` shows the dialog and waits for its answer."""
        self.session = session
        self.show_modal = show_modal

    def read_usage(self) -> UsageReading:
        """Read the usage of each seat that has or had a model."""
        spending = self.session.usage
        names = self.session.match.game.seats
        shown = SeatNames(names, self.session.display_names)
        metered = {names[seat] for seat, spec in self.session.specs.items() if spec.asks_model}
        seats = {
            shown.get_role(Seat(seat)) or shown.get_label(Seat(seat)): spending.get(name, Usage())
            for seat, name in enumerate(names)
            if name in metered or name in spending
        }
        return UsageReading(seats, str(self.session.budget or ""))

    async def ask_remedy(self, person: str, error: OverBudget) -> Remedy | None:
        """Ask what to do about a call that was not made, unless the budget has changed since.

        Args:
            person: The name of the player that wanted to make it.
            error: Why it was not made.

        Returns:
            The remedy: `RETRY` if the budget has changed.
        """
        budget = self.session.budget
        assert budget is not None
        if budget.limit != error.limit:
            return Remedy.RETRY
        choice = await self.show_modal(BudgetDialog(person, str(error), budget.amount))
        match choice:
            case Remedy.MORE:
                budget.extend()
            case Remedy.UNLIMITED:
                budget.remove_limit()
            case _:
                return choice
        return Remedy.RETRY
