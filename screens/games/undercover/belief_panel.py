"""What a person is asked about their beliefs after a vote."""

from typing import ClassVar, get_args

from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Vertical
from textual.content import Content
from textual.widgets import Static

from engine.comet.beliefs import Beliefs, Opinion
from engine.games.undercover.belief_values import OwnRole, Side
from engine.games.undercover.view import View
from engine.seat import Seat
from screens.players.seat_names import SeatNames
from screens.private_screen import PrivateScreen
from screens.widgets.footer import KeyFooter
from screens.widgets.key_guard import KeyGuard

SECONDS = 10
"""Seconds the panel waits for the next key."""
SIDES: tuple[Side, ...] = ("undecided", *(one for one in get_args(Side.__value__)[:2]))
LABELS = {
    "undecided": ("· undecided", "$muted"),
    "mine": ("● my word", "$success"),
    "other": ("○ other word", "$error"),
}
ROLES = {"unknown": "not sure", "civilian": "a civilian", "undercover": "undercover"}


class BeliefPanel(PrivateScreen[Beliefs | None], KeyGuard):
    """Asks for a person's beliefs; dismissed with them, or `None` if they skip it.

    After `SECONDS` without a key it closes with the choices so far, if any.
    """

    HELP = (
        "Who has your word, and what are you? A digit changes a player: my word, other word, "
        "undecided. C and U say that you take yourself for a civilian, or for undercover. It is "
        "only for the metrics after the game; nobody sees it before. Esc skips it."
    )
    DEFAULT_CSS = "BeliefPanel { align: center middle; } BeliefPanel .dialog { width: 64; }"
    BINDINGS: ClassVar[list[BindingType]] = [
        *(Binding(str(n % 10), f"turn({n})", show=False) for n in range(1, 11)),
        Binding("c", "take('civilian')", "Civilian", key_display="C"),
        Binding("u", "take('undercover')", "Undercover", key_display="U"),
        Binding("enter", "done", "Done", key_display="Enter"),
        Binding("escape", "skip", "Skip", key_display="Esc"),
    ]

    def __init__(self, view: View, names: SeatNames) -> None:
        """Ask the person whose view this is."""
        super().__init__()
        self.view = view
        self.names = names
        self.others = [seat for seat in view.living if seat != view.seat]
        self.sides: dict[Seat, Side] = dict.fromkeys(self.others, "undecided")
        self.role: OwnRole = "unknown"
        self.touched = False
        self.left = SECONDS

    def compose(self) -> ComposeResult:
        """The question, the players, and the time."""
        with Vertical(classes="dialog"):
            yield Static("Who has your word, and what are you?", classes="title", markup=False)
            yield Static(id="believed")
        yield KeyFooter()

    def on_mount(self) -> None:
        """Begin to count down."""
        self.show_beliefs()
        self.set_interval(1, self.count_down)

    def count_down(self) -> None:
        """Close after the last second, unless the panel is covered."""
        if not self.is_current or self.app.screen is not self:
            return
        self.left -= 1
        if self.left <= 0:
            self.dismiss(self.collect() if self.touched else None)
        else:
            self.show_beliefs()

    def show_beliefs(self) -> None:
        """Show the current choices."""
        lines = []
        for seat in self.others:
            number = seat + 1
            label, colour = LABELS[self.sides[seat]]
            player = self.names.format_player(seat)
            gap = " " * max(2, 26 - player.cell_length)
            lines.append(Content.assemble((f"{number}  ", "$muted"), player, gap, (label, colour)))
        lines.append(Content(""))
        lines.append(Content.assemble(("I am ", "$muted"), (ROLES[self.role], "bold")))
        lines.append(Content(""))
        left = f"A digit changes a player. For metrics after the game; closes in {self.left} s."
        lines.append(Content.styled(left, "$muted"))
        self.query_one("#believed", Static).update(Content("\n").join(lines))

    def collect(self) -> Beliefs:
        """Collect the choices."""
        players = {self.view.seats[seat]: Opinion(side) for seat, side in self.sides.items()}
        return Beliefs(players=players, role=self.role)

    def note_key(self) -> None:
        """Begin the countdown again."""
        self.touched, self.left = True, SECONDS
        self.show_beliefs()

    def action_turn(self, number: int) -> None:
        """Change the belief about the player with this number."""
        seat = Seat(number - 1)
        if seat in self.sides:
            self.sides[seat] = SIDES[(SIDES.index(self.sides[seat]) + 1) % len(SIDES)]
            self.note_key()

    def action_take(self, role: OwnRole) -> None:
        """Choose the person's own role; the same key undoes it."""
        self.role = "unknown" if self.role == role else role
        self.note_key()

    def action_done(self) -> None:
        """Close with the choices, unless the key was meant for the screen before."""
        self.press(lambda: self.dismiss(self.collect()))

    def action_skip(self) -> None:
        """Close without an answer."""
        self.press(lambda: self.dismiss(None))
