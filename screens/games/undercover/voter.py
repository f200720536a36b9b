"""The private screen of who votes."""

from collections.abc import Callable, Iterator
from typing import Any, ClassVar

from textual import events
from textual.binding import Binding, BindingType
from textual.content import Content
from textual.message import Message
from textual.reactive import reactive
from textual.widget import Widget

from engine.game import Seat
from engine.games.undercover.view import Accuse, View
from screens.games.ui import SeatNames
from screens.games.undercover.seat import UndercoverSeat
from screens.games.undercover.standing import called
from screens.games.undercover.talk import WIDEST
from screens.widgets.lines import Lines, Scroll, side_by_side

SEALED = (
    "Your vote is sealed until all who are still in the game have voted. "
    "Then everybody at the table sees it."
)


class Suspect(Lines):
    """One whom one may vote for: the name, and all that they said beside it."""

    DEFAULT_CSS = """
    Suspect { margin-bottom: 1; padding-right: 1; }
    Suspect.-chosen { background: $panel; }
    """
    chosen: reactive[bool] = reactive(False, toggle_class="-chosen")
    """Whether the vote is for them."""

    class Picked(Message):
        """Somebody was clicked."""

        def __init__(self, seat: Seat) -> None:
            """Vote for `seat`."""
            super().__init__()
            self.seat = seat

    def __init__(self, view: View, names: SeatNames, seat: Seat) -> None:
        """Tell what `seat` said."""
        super().__init__(id=f"suspect-{seat + 1}")
        self.view = view
        self.names = names
        self.seat = seat

    def layout_lines(self, width: int) -> list[Content]:
        """A row for each description, the name beside the first."""
        own = "bold $primary" if self.chosen else "bold"
        out = " (out)" if self.seat not in self.view.living else ""
        name = Content.assemble(
            ("● " if self.chosen else "○ ", own), (f"{called(self.names, self.seat)}{out}", own)
        )
        said = Content("\n").join(
            Content.assemble((f"{number} ", "$muted"), text) for number, text in self.said()
        )
        column = min(WIDEST + 2, width // 3)
        return side_by_side((name, said), (column, width - column + 1))

    def said(self) -> Iterator[tuple[int, str]]:
        """Their descriptions, each with the number of its round."""
        talk = (*(done.lines for done in self.view.rounds), self.view.lines)
        for number, lines in enumerate(talk, 1):
            yield from ((number, line.text) for line in lines if line.seat == self.seat)

    def on_click(self, event: events.Click) -> None:
        """Vote for them."""
        event.stop()
        self.post_message(self.Picked(self.seat))


class VoterScreen(UndercoverSeat[Accuse]):
    """Everybody whom one may vote for, with their lines beside the name."""

    AUTO_FOCUS = ""
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("up,shift+tab", "go(-1)", "Choose", key_display="↑ ↓"),
        Binding("down,tab", "go(1)", show=False),
        *(Binding(str(n % 10), f"choose({n})", show=False) for n in range(1, 11)),
    ]

    def __init__(
        self,
        view: View,
        names: SeatNames,
        fault: Callable[[Any, Any], str | None],
        complaint: str | None,
    ) -> None:
        """Ask the seat of `view` for a vote."""
        super().__init__(view, names, fault, complaint)
        self.suspects = {seat: Suspect(view, names, seat) for seat in view.suspects}
        self.scroll = Scroll(*self.suspects.values(), id="suspects")
        self.at: Seat | None = None
        """Whom the vote is for as it stands."""
        self.review.can_focus = False
        self.refresh_form()

    def asked(self) -> Content:
        """What is wanted."""
        return Content("Who has another word than the rest? The most votes go out.")

    def form(self) -> Iterator[Widget]:
        """All whom one may vote for."""
        yield self.scroll

    def refresh_form(self) -> None:
        """Show the vote as it stands."""
        for seat, row in self.suspects.items():
            row.chosen = seat == self.at
        if self.at is None:
            remark = Content.styled("Nobody is chosen yet: ↑ ↓, or the number of a seat.", "$muted")
        else:
            remark = Content.assemble("Your vote: ", (called(self.names, self.at), "bold $primary"))
        self.remark.update(remark)
        self.review.set_class(self.at is not None, "primary")

    def choose(self, seat: Seat) -> None:
        """Vote for `seat`, if it may be voted for."""
        if seat in self.suspects:
            self.at = seat
            self.refresh_form()
            self.suspects[seat].scroll_visible(animate=False)

    def on_suspect_picked(self, message: Suspect.Picked) -> None:
        """Vote for who was clicked."""
        self.choose(message.seat)

    def action_choose(self, number: int) -> None:
        """Vote for the seat of that number."""
        self.choose(Seat(number - 1))

    def action_go(self, by: int) -> None:
        """Choose the next one, or the one before."""
        seats = list(self.suspects)
        if self.at is None:
            self.choose(seats[0 if by > 0 else -1])
        else:
            self.choose(seats[(seats.index(self.at) + by) % len(seats)])

    def action_review(self) -> None:
        """Show the vote, once there is one."""
        if self.at is None:
            return
        seat = self.suspects[self.at]
        last = [text for _, text in seat.said()][-1:]
        rows = [("Your vote", called(self.names, self.at)), *(("They said last", t) for t in last)]
        self.confirm(Accuse(self.view.seats[self.at]), "Send this vote?", rows, SEALED)

    def action_older(self) -> None:
        """Scroll back."""
        self.scroll.action_page_up()

    def action_newer(self) -> None:
        """Scroll on."""
        self.scroll.action_page_down()
