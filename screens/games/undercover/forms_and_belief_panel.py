"""The private screens on which people describe their word, vote or state beliefs in Undercover."""

from typing import ClassVar, get_args

from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Vertical
from textual.content import Content
from textual.widget import Widget
from textual.widgets import Static

from engine.comet.beliefs import Beliefs, Opinion, OwnRole, Side
from engine.games.undercover.moves import LONGEST_LINE, Accuse, Describe
from engine.games.undercover.view import View
from engine.seat import Seat
from screens.games.line_form import LineForm
from screens.games.undercover.board_reveal_and_result import UndercoverStatus
from screens.games.undercover.panels import PanelScroll, PlayerPanels, format_ordinal
from screens.move_entry_form import REVIEW_ON_ENTER, SEAT_FORM_CSS, SeatForm
from screens.player_names_and_colours import SeatNames
from screens.private_screens_and_inputs import PrivateScreen
from screens.widgets.key_footer_and_guard import KeyFooter, KeyGuard
from screens.widgets.line_widgets_and_text_layout import SHOW, Secret


class UndercoverForm[Move](SeatForm[View, Move]):
    """The player's word, above the widgets for the move."""

    CSS_PATH: ClassVar = [SEAT_FORM_CSS, "forms_and_belief_panel.tcss"]
    VERTICAL_BREAKPOINTS = [(36, "-tall")]  # noqa: RUF012
    BINDINGS: ClassVar[list[BindingType]] = [REVIEW_ON_ENTER, SHOW]

    def create_widgets(self) -> None:
        super().create_widgets()
        assert self.view.word is not None
        self.secret = Secret("Your word", self.view.word, shown=True)

    def compose_status(self) -> ComposeResult:
        """Yield the round, and who is still in the game."""
        yield UndercoverStatus(self.names, self.view)

    def action_show_secret(self) -> None:
        """Hide the word, or show it."""
        self.secret.toggle()


class SpeakerForm(UndercoverForm[Describe], LineForm[View, Describe]):
    """All descriptions so far, and a line that is judged as it is typed."""

    HELP = (
        "Describe your word in one sentence without saying it. Those with the same word should "
        "recognize it; those with another word should not learn yours. You do not know which "
        "group you are in. Enter shows the sentence once more before it is sent."
    )
    purpose = "to describe a word"
    MOVE = Describe
    NEEDS_WORD_FORMS = True
    PLACEHOLDER = "one sentence, without your word"
    MAX_LENGTH = LONGEST_LINE
    AUDIENCE = "Everybody hears it at once, and it stays beside your name for the whole game."

    def build_question(self) -> Content:
        """Ask for a description, with its place in the order."""
        turn = format_ordinal(len(self.view.lines) + 1)
        return Content(
            f"Describe your word in one sentence; you speak {turn} of {len(self.view.order)}."
        )

    def create_context(self) -> PanelScroll:
        """Create the players' panels."""
        return PanelScroll(PlayerPanels(self.names, self.view))

    def compose_form(self) -> ComposeResult:
        """Yield the word, then the panels and the line."""
        yield self.secret
        yield from super().compose_form()


class VoterForm(UndercoverForm[Accuse]):
    """A panel for each player, with all their descriptions; a digit votes for a player."""

    HELP = (
        "Vote for the player who seems to have a different word. Up and Down or a digit choose, "
        "Enter shows your vote once more. Nobody sees it until all have voted. Whoever gets the "
        "most votes is out; a tie puts nobody out."
    )
    purpose = "to vote"
    AUTO_FOCUS = ""
    QUESTION = "Who has a different word? Whoever gets most votes is out."
    AUDIENCE = (
        "Your vote stays hidden until all who are still in the game have voted. "
        "Then everybody sees it."
    )
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("up,shift+tab", "go(-1)", "Choose", key_display="↑ ↓"),
        Binding("down,tab", "go(1)", show=False),
        *(Binding(str(n % 10), f"choose({n})", show=False) for n in range(1, 11)),
        Binding("pageup", "scroll_back", show=False, priority=True),
    ]

    def create_widgets(self) -> None:
        super().create_widgets()
        self.panels = PlayerPanels(self.names, self.view, suspects=self.view.suspects)
        self.context = PanelScroll(self.panels)
        self.at: Seat | None = None
        """The seat of the current vote."""
        self.review.can_focus = False

    @property
    def scrolled(self) -> Widget:
        """The panels."""
        return self.context

    def compose_form(self) -> ComposeResult:
        """Yield the word, then the panels."""
        yield self.secret
        yield self.context

    def refresh_form(self) -> None:
        """Show the current vote."""
        self.panels.choose(self.at)
        if self.at is None:
            remark = Content.styled("Choose with ↑ ↓ or a number.", "$muted")
        else:
            remark = Content.assemble("Your vote: ", self.names.format_player(self.at))
        self.remark.update(remark)
        self.review.set_class(self.at is not None, "primary")

    def choose(self, seat: Seat) -> None:
        """Vote for `seat`, if it may be voted for."""
        if seat in self.view.suspects:
            self.at = seat
            self.refresh_form()
            self.context.show_player(seat)

    def on_player_panels_picked(self, message: PlayerPanels.Picked) -> None:
        """Vote for the seat that was clicked."""
        self.choose(message.seat)

    def action_choose(self, number: int) -> None:
        """Vote for the seat of that number."""
        self.choose(Seat(number - 1))

    def action_go(self, by: int) -> None:
        """Choose the next seat, or the one before."""
        seats = self.view.suspects
        if self.at is None:
            self.choose(seats[0 if by > 0 else -1])
        else:
            self.choose(seats[(seats.index(self.at) + by) % len(seats)])

    def action_review(self) -> None:
        """Show the vote for confirmation, if there is one."""
        if self.at is None:
            return
        last = [line.text for line in self.view.said if line.seat == self.at][-1:]
        rows = [
            ("Your vote", self.names.get_label(self.at)),
            *(("They said last", text) for text in last),
        ]
        self.confirm(Accuse(seat=self.view.seats[self.at]), "Send this vote?", rows, self.AUDIENCE)


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
