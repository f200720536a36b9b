"""The private screens on which people describe their word, and vote."""

from typing import ClassVar

from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.content import Content
from textual.widget import Widget

from engine.games.undercover.moves import LONGEST_LINE, Accuse, Describe
from engine.games.undercover.story import describe_different_words
from engine.games.undercover.view import View
from engine.seat import Seat
from screens.forms.seat_form import REVIEW_ON_ENTER, SEAT_FORM_CSS, SeatForm
from screens.games.line_form import LineForm
from screens.games.undercover.board import UndercoverStatus
from screens.games.undercover.player_panels import (
    PanelScroll,
    PlayerPanels,
    measure_least_rows,
)
from screens.widgets.secret_word import SHOW, LargeSecret, Secret


class UndercoverForm[Move](SeatForm[View, Move]):
    """The player's word, above the widgets for the move."""

    CSS_PATH: ClassVar = [SEAT_FORM_CSS, "forms.tcss"]
    VERTICAL_BREAKPOINTS = [(28, "-roomy"), (36, "-tall")]  # noqa: RUF012
    BINDINGS: ClassVar[list[BindingType]] = [REVIEW_ON_ENTER, SHOW]

    def create_widgets(self) -> None:
        super().create_widgets()
        assert self.view.word is not None
        self.secret = self.create_secret(self.view.word)

    def create_secret(self, word: str) -> Secret:
        """Create the widget that shows the player's word, in a line."""
        return Secret("Your word", word, shown=True)

    def compose_status(self) -> ComposeResult:
        """Yield the round, and who is still in the game."""
        yield UndercoverStatus(self.names, self.view)

    def action_show_secret(self) -> None:
        """Hide the word, or show it."""
        self.secret.toggle()


ROWS_AROUND = 12
"""Rows of the speaker's screen for all but word and panels."""


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
        """Ask for a description; in the first round, say what is known of the words."""
        told = "Describe your word in one sentence."
        if self.view.number > 1:
            return Content(told)
        return Content.assemble(told, "\n", (describe_different_words(self.view.options), "$muted"))

    def create_secret(self, word: str) -> Secret:
        """Create the word in large letters; alone before anybody has said anything."""
        told = None
        if not self.has_panels:
            others = self.names.format_players(self.view.order[1:])
            told = Content.assemble(("After you: ", "$muted"), others)
        return LargeSecret("Your word", word, self.count_rows_around, told=told)

    @property
    def has_panels(self) -> bool:
        """Whether anybody has said anything."""
        return bool(self.view.lines or self.view.rounds)

    def count_rows_around(self, width: int) -> int:
        """Count the rows of all but the word."""
        around = ROWS_AROUND + self.has_class("-roomy")
        return around + (measure_least_rows(self.view, width) if self.has_panels else 0)

    def create_context(self) -> PanelScroll:
        """Create the players' panels."""
        panels = PanelScroll(PlayerPanels(self.names, self.view))
        panels.display = self.has_panels
        return panels

    def compose_form(self) -> ComposeResult:
        """Yield the word, then the panels and the line."""
        yield self.secret
        yield from super().compose_form()


class VoterForm(UndercoverForm[Accuse]):
    """A panel for each player, with all their descriptions; a digit votes for a player."""

    HELP = (
        "Vote for the player who seems to have a different word. Arrow keys or a digit choose, "
        "Enter shows your vote once more. Nobody sees it until all have voted. Whoever gets the "
        "most votes is out; a tie puts nobody out."
    )
    purpose = "to vote"
    AUTO_FOCUS = ""
    QUESTION = "Who has a different word? Vote one out."
    AUDIENCE = (
        "Your vote stays hidden until all who are still in the game have voted. "
        "Then everybody sees it."
    )
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("up,left,shift+tab", "go(-1)", "Choose", key_display="Arrows"),
        Binding("down,right,tab", "go(1)", show=False),
        *(Binding(str(n % 10), f"choose({n})", show=False) for n in range(1, 11)),
        Binding("pageup", "scroll_back", show=False, priority=True),
    ]

    def create_widgets(self) -> None:
        super().create_widgets()
        self.panels = PlayerPanels(self.names, self.view, suspects=self.view.suspects, boxed=True)
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
            remark = Content.styled("Choose: arrow keys or a number.", "$muted")
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
            self.app.bell()
            told = "✗ Choose somebody first: an arrow key or a number."
            self.remark.update(Content.styled(told, "$error"))
            return
        last = [line.text for line in self.view.said if line.seat == self.at][-1:]
        rows = [
            ("Your vote", self.names.get_label(self.at)),
            *(("Last line", text) for text in last),
        ]
        self.confirm(Accuse(seat=self.view.seats[self.at]), "Send this vote?", rows, self.AUDIENCE)
