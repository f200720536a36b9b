"""What the private screens of attacker and defender share: the talk, and a line to say."""

from collections.abc import Callable, Iterator
from typing import Any, ClassVar

from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Horizontal, Vertical
from textual.content import Content
from textual.widget import Widget
from textual.widgets import Static

from engine.game import Seat
from engine.games.taboo.legality import find_line_fault
from engine.games.taboo.view import LONGEST_LINE, LONGEST_WORD, Move, Say, View
from engine.text import clean
from screens.games.taboo.standing import Standing
from screens.games.taboo.talk import Talk
from screens.games.ui import SeatNames
from screens.private_screen import PrivateInput
from screens.seat_form import SeatForm
from screens.widgets.footer import KeyFooter


class LineField(PrivateInput):
    """A line to say."""

    def __init__(self) -> None:
        """Take one line of the talk."""
        super().__init__(
            placeholder="what everybody hears",
            id="line",
            max_length=LONGEST_LINE,
            select_on_focus=False,
        )


class WordField(PrivateInput):
    """A single word."""

    def __init__(self, name: str, placeholder: str) -> None:
        """Take a word for `name`."""
        super().__init__(
            placeholder=placeholder, id=name, max_length=LONGEST_WORD, select_on_focus=False
        )


class TabooSeat(SeatForm[Move]):
    """From the top: how it stands, what to do, the talk, and a line to say."""

    game = "taboo"
    CSS_PATH = "seat.tcss"
    AUTO_FOCUS = "LineField"
    VERTICAL_BREAKPOINTS = [(38, "-tall")]  # noqa: RUF012
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("up", "app.focus_previous", show=False),
        Binding("down", "app.focus_next", show=False),
        Binding("pageup", "older", "Scroll", key_display="PgUp/PgDn", priority=True),
        Binding("pagedown", "newer", show=False, priority=True),
    ]

    def __init__(
        self,
        view: View,
        names: SeatNames,
        fault: Callable[[Any, Any], str | None],
        complaint: str | None,
    ) -> None:
        """Ask the seat of `view` for a move; `complaint` is why its last one was refused."""
        assert view.role is not None
        super().__init__(view, names.name(Seat(view.role)), fault, complaint)
        self.view: View = view
        self.other = names.labels[Seat(1 - view.role)]
        """What the other one is called."""
        self.standing = Standing(view)
        self.talk = Talk(names, view)
        self.line = LineField()
        self.verdict = Static(id="verdict")

    def compose(self) -> ComposeResult:
        """What to do first, then what was said, then what to say."""
        with Vertical(id="seat"):
            yield self.standing
            yield Static(
                Content.assemble((self.person, "bold $primary"), "  ", self.asked()), id="asked"
            )
            yield self.complaint
            yield from self.above()
            yield self.talk
            yield Horizontal(Static("You say", classes="label"), self.line, classes="entry")
            yield self.verdict
            yield Horizontal(self.review, self.remark, id="send")
            yield from self.beneath()
        yield KeyFooter()

    def asked(self) -> Content:
        """What this person is asked."""
        raise NotImplementedError

    def above(self) -> Iterator[Widget]:
        """What stands above the talk."""
        yield from ()

    def beneath(self) -> Iterator[Widget]:
        """What stands beneath the line to say."""
        yield from ()

    @property
    def spoken(self) -> str:
        """The line as it would be said."""
        return clean(self.line.value, LONGEST_LINE)

    def judged(self) -> Content:
        """What there is to say of the line as it stands."""
        if not self.spoken:
            return Content("")
        if fault := find_line_fault(self.view, self.spoken):
            return Content.assemble(("✗ ", "bold $error"), (fault, "$error"))
        if warning := self.warning():
            return Content.assemble(("! ", "bold $warning"), (warning, "$warning"))
        return Content.styled("✓ This can be said.", "$success")

    def warning(self) -> str | None:
        """What a line that can be said may lead to."""
        return None

    def refresh_form(self) -> None:
        """Judge the line as it stands."""
        judged = self.judged()
        if self.verdict.content != judged:  # an update lays the whole screen out again
            self.verdict.update(judged)
        self.review.set_class(bool(self.spoken) and not judged.plain.startswith("✗"), "primary")

    def on_input_changed(self) -> None:
        """Judge as it is typed."""
        self.refresh_form()

    def action_review(self) -> None:
        """Show what would be said, if it can be."""
        if fault := find_line_fault(self.view, self.spoken):
            self.verdict.update(Content.assemble(("✗ ", "bold $error"), (fault, "$error")))
            self.set_focus(self.line)
            return
        self.confirm(Say(self.spoken), "Say this?", [("You say", self.spoken)], self.audience())

    def audience(self) -> str:
        """Who will hear it, and what may come of it."""
        warning = self.warning()
        heard = f"{self.other} and everybody at the table hear it."
        return f"{warning} {heard}" if warning else heard

    def action_older(self) -> None:
        """Scroll the talk back."""
        self.talk.action_page_up()

    def action_newer(self) -> None:
        """Scroll the talk on."""
        self.talk.action_page_down()
