"""The private screens of Undercover: one describes a word, later all vote."""

from collections.abc import Iterator
from typing import ClassVar

from textual import events
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.content import Content
from textual.message import Message
from textual.reactive import reactive
from textual.widget import Widget

from engine.game import Seat
from engine.games.undercover.view import LONGEST_LINE, Accuse, Describe, View
from screens.games.board import ScrolledView
from screens.games.line_form import LineForm
from screens.games.undercover.board import (
    NAME_WIDTH,
    StatementList,
    UndercoverStatus,
)
from screens.players import SeatNames
from screens.seat_form import REVIEW_ON_ENTER, SEAT_FORM_CSS, SeatForm
from screens.widgets.lines import SHOW, Lines, Scroll, Secret, side_by_side


class UndercoverForm[Move](SeatForm[View, Move]):
    """The player's own word, face down, over what the move takes."""

    game = "undercover"
    CSS_PATH: ClassVar = [SEAT_FORM_CSS, "forms.tcss"]
    VERTICAL_BREAKPOINTS = [(36, "-tall")]  # noqa: RUF012
    BINDINGS: ClassVar[list[BindingType]] = [REVIEW_ON_ENTER, SHOW]

    def create_widgets(self) -> None:
        super().create_widgets()
        assert self.view.word is not None
        self.secret = Secret("Your word", self.view.word)

    def compose_status(self) -> ComposeResult:
        """Yield the round, and who is still in the game."""
        yield UndercoverStatus(self.names, self.view)

    def action_show_secret(self) -> None:
        """Turn the word over."""
        self.secret.toggle()


class SpeakerForm(UndercoverForm[Describe], LineForm[View, Describe]):
    """The talk so far, and a line that is judged as it is typed."""

    NEEDS_WORD_FORMS = True
    PLACEHOLDER = "one sentence, without your word"
    MAX_LENGTH = LONGEST_LINE
    AUDIENCE = (
        "Everybody at the table hears it at once, and it stays with your name for the whole game."
    )

    def build_question(self) -> Content:
        """Ask for a description, and say when it comes."""
        turn = format_ordinal(len(self.view.lines) + 1)
        return Content(
            f"Describe your word in one sentence; you speak {turn} of {len(self.view.order)}."
        )

    def create_context(self) -> ScrolledView[View]:
        """Create the talk so far."""
        return ScrolledView(StatementList(self.names, self.view))

    def compose_form(self) -> ComposeResult:
        """Yield the word, then the talk and the line."""
        yield self.secret
        yield from super().compose_form()

    def build_move(self, line: str) -> Describe:
        """Say `line`."""
        return Describe(line)


class SuspectRow(Lines):
    """A seat that one may vote for: the name, and all its descriptions beside it."""

    DEFAULT_CSS = """
    SuspectRow { margin-bottom: 1; padding-right: 1; }
    SuspectRow.-chosen { background: $panel; }
    """
    chosen: reactive[bool] = reactive(False, toggle_class="-chosen")
    """Whether the vote is for this seat."""

    class Picked(Message):
        """A row was clicked."""

        def __init__(self, seat: Seat) -> None:
            """Vote for `seat`."""
            super().__init__()
            self.seat = seat

    def __init__(self, view: View, names: SeatNames, seat: Seat) -> None:
        """Show the descriptions of `seat`."""
        super().__init__(id=f"suspect-{seat + 1}")
        self.view = view
        self.names = names
        self.seat = seat

    def layout_lines(self, width: int) -> list[Content]:
        """A row for each description, the name beside the first."""
        own = "bold $primary" if self.chosen else "$muted"
        out = " (out)" if self.seat not in self.view.living else ""
        name = Content.assemble(
            (f"{'▸' if self.chosen else ' '}{(self.seat + 1) % 10} ", own),
            self.names.player(self.seat),
            (out, "$muted"),
        )
        statements = Content("\n").join(
            Content.assemble((f"{number} ", "$muted"), text)
            for number, text in self.list_statements()
        )
        column = min(NAME_WIDTH + 2, width // 3)
        return side_by_side((name, statements), (column, width - column + 1))

    def list_statements(self) -> Iterator[tuple[int, str]]:
        """The seat's descriptions, each with the number of its round."""
        talk = (*(done.lines for done in self.view.rounds), self.view.lines)
        for number, lines in enumerate(talk, 1):
            yield from ((number, line.text) for line in lines if line.seat == self.seat)

    def on_click(self, event: events.Click) -> None:
        """Vote for this seat."""
        event.stop()
        self.post_message(self.Picked(self.seat))


class VoterForm(UndercoverForm[Accuse]):
    """All seats that one may vote for, with their descriptions beside the name."""

    AUTO_FOCUS = ""
    AUDIENCE = (
        "Your vote is sealed until all who are still in the game have voted. "
        "Then everybody at the table sees it."
    )
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("up,shift+tab", "go(-1)", "Choose", key_display="↑ ↓"),
        Binding("down,tab", "go(1)", show=False),
        *(Binding(str(n % 10), f"choose({n})", show=False) for n in range(1, 11)),
        Binding("pageup", "scroll_back", show=False, priority=True),
    ]

    def create_widgets(self) -> None:
        super().create_widgets()
        self.suspects = {
            seat: SuspectRow(self.view, self.names, seat) for seat in self.view.suspects
        }
        self.rows = Scroll(*self.suspects.values(), id="suspects")
        self.at: Seat | None = None
        """Whom the vote is for as it stands."""
        self.review.can_focus = False

    @property
    def scrolled(self) -> Widget:
        """The seats that one may vote for."""
        return self.rows

    def build_question(self) -> Content:
        """Ask for a vote."""
        return Content("Who has a different word? Whoever gets most votes is out.")

    def compose_form(self) -> ComposeResult:
        """Yield the word, then the seats that one may vote for."""
        yield self.secret
        yield self.rows

    def refresh_form(self) -> None:
        """Show the vote as it stands."""
        for seat, row in self.suspects.items():
            row.chosen = seat == self.at
        if self.at is None:
            remark = Content.styled("Nobody is chosen yet: ↑ ↓, or a number.", "$muted")
        else:
            remark = Content.assemble("Your vote: ", self.names.player(self.at))
        self.remark.update(remark)
        self.review.set_class(self.at is not None, "primary")

    def choose(self, seat: Seat) -> None:
        """Vote for `seat`, if it may be voted for."""
        if seat in self.suspects:
            self.at = seat
            self.refresh_form()
            self.suspects[seat].scroll_visible(animate=False)

    def on_suspect_row_picked(self, message: SuspectRow.Picked) -> None:
        """Vote for the seat that was clicked."""
        self.choose(message.seat)

    def action_choose(self, number: int) -> None:
        """Vote for the seat of that number."""
        self.choose(Seat(number - 1))

    def action_go(self, by: int) -> None:
        """Choose the next seat, or the one before."""
        seats = list(self.suspects)
        if self.at is None:
            self.choose(seats[0 if by > 0 else -1])
        else:
            self.choose(seats[(seats.index(self.at) + by) % len(seats)])

    def action_review(self) -> None:
        """Show the vote once more, if there is one."""
        if self.at is None:
            return
        last = [text for _, text in self.suspects[self.at].list_statements()][-1:]
        rows = [
            ("Your vote", self.names.short(self.at)),
            *(("They said last", text) for text in last),
        ]
        self.confirm(Accuse(self.view.seats[self.at]), "Send this vote?", rows, self.AUDIENCE)


def format_ordinal(number: int) -> str:
    """`1st`, `2nd`, up to ten."""
    return f"{number}{('st', 'nd', 'rd')[number - 1] if number < 4 else 'th'}"
