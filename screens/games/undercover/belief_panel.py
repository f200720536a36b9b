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

SIDES: tuple[Side, ...] = ("undecided", *(one for one in get_args(Side.__value__)[:2]))
LABELS = {
    "undecided": ("· undecided", "$muted"),
    "mine": ("✓ has your word", "$success"),
    "other": ("✗ has another word", "$error"),
}
ROLES: dict[OwnRole, tuple[str, str]] = {
    "unknown": ("N", "not sure"),
    "civilian": ("C", "a civilian"),
    "undercover": ("U", "undercover"),
}
"""By opinion of oneself: its key, and its name."""


class BeliefPanel(PrivateScreen[Beliefs | None], KeyGuard):
    """Asks for a person's beliefs; dismissed with them, or `None` if they skip it."""

    HELP = (
        "Who has your word, and what are you? The number of a player changes what you think of "
        "them: has your word, has another word, undecided. C, U and N say what you take yourself "
        "for: a civilian, undercover, or that you are not sure. Enter sends the answers. It is "
        "only for the metrics after the game; nobody sees it before. Esc skips it."
    )
    DEFAULT_CSS = "BeliefPanel { align: center middle; } BeliefPanel .dialog { width: 64; }"
    BINDINGS: ClassVar[list[BindingType]] = [
        *(Binding(str(n % 10), f"turn({n})", show=False) for n in range(1, 11)),
        Binding("c,C", "take('civilian')", show=False),
        Binding("u,U", "take('undercover')", show=False),
        Binding("n,N", "take('unknown')", show=False),
        Binding("enter", "done", "Done", tooltip="Keep what you marked", key_display="Enter"),
        Binding("escape", "skip", "Skip", tooltip="Go on without an answer", key_display="Esc"),
    ]

    def __init__(self, view: View, names: SeatNames) -> None:
        """Ask the person whose view this is."""
        super().__init__()
        self.view = view
        self.names = names
        self.others = [seat for seat in view.living if seat != view.seat]
        self.sides: dict[Seat, Side] = dict.fromkeys(self.others, "undecided")
        self.role: OwnRole = "unknown"

    def compose(self) -> ComposeResult:
        """The question, the players, and the choices."""
        with Vertical(classes="dialog"):
            yield Static("Who has your word, and what are you?", classes="title", markup=False)
            yield Static(id="believed")
        yield KeyFooter()

    def on_mount(self) -> None:
        """Show that nothing is chosen yet."""
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
        roles = [
            Content.assemble(
                (f"{key} ", "$primary" if role == self.role else "$muted"),
                (name, "bold $primary reverse" if role == self.role else ""),
            )
            for role, (key, name) in ROLES.items()
        ]
        lines.append(Content.assemble(("I am   ", "$muted"), Content("   ").join(roles)))
        lines.append(Content(""))
        keys = ", ".join(str(seat + 1) for seat in self.others)
        told = f"{keys}: has your word / has another word / undecided"
        lines.append(Content.styled(told, "$muted"))
        lines.append(Content.styled("For the statistics. Nobody sees it before the end.", "$muted"))
        self.query_one("#believed", Static).update(Content("\n").join(lines))

    def collect(self) -> Beliefs:
        """Collect the choices."""
        players = {self.view.seats[seat]: Opinion(side) for seat, side in self.sides.items()}
        return Beliefs(players=players, role=self.role)

    def action_turn(self, number: int) -> None:
        """Change the belief about the player with this number."""
        seat = Seat(number - 1)
        if seat in self.sides:
            self.sides[seat] = SIDES[(SIDES.index(self.sides[seat]) + 1) % len(SIDES)]
            self.show_beliefs()

    def action_take(self, role: OwnRole) -> None:
        """Choose what the person takes themselves for; the same key undoes it."""
        self.role = "unknown" if self.role == role else role
        self.show_beliefs()

    def action_done(self) -> None:
        """Close with the choices, unless the key was meant for the screen before."""
        self.press(lambda: self.dismiss(self.collect()))

    def action_skip(self) -> None:
        """Close without an answer."""
        self.press(lambda: self.dismiss(None))
