"""What the private screens of Decrypto share."""

from collections.abc import Callable, Iterator
from typing import Any, ClassVar

from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Horizontal, Vertical
from textual.content import Content
from textual.events import Resize
from textual.widget import Widget
from textual.widgets import Static

from engine.games.decrypto.view import View
from screens.games.decrypto.history import History
from screens.games.decrypto.standing import Standing
from screens.seat_form import SeatForm
from screens.widgets.footer import KeyFooter

TALL = 38
"""From this many rows on there is room for frames around what is filled in."""


class DecryptoSeat[Move](SeatForm[Move]):
    """From the top: how it stands, what to do, a form, and the rounds to compare with."""

    CSS_PATH = "seat.tcss"
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("up", "app.focus_previous", show=False),
        Binding("down", "app.focus_next", show=False),
        Binding("pageup", "older", "Scroll", key_display="PgUp/PgDn", priority=True),
        Binding("pagedown", "newer", show=False, priority=True),
    ]

    def __init__(
        self,
        view: View,
        person: str,
        fault: Callable[[Any, Any], str | None],
        complaint: str | None,
    ) -> None:
        """Ask `person` for a move; `complaint` is why the last one was refused."""
        super().__init__(view, person, fault, complaint)
        self.history = History(view)

    def compose(self) -> ComposeResult:
        """What to do first, then what helps to do it."""
        self.breathe(self.app.size.height)
        with Vertical(id="seat"):
            yield Standing(self.view)
            yield Static(
                Content.assemble((self.person, "bold $primary"), "  ", self.asked()), id="asked"
            )
            yield self.complaint
            yield Vertical(*self.form(), id="form")
            yield Horizontal(self.review, self.remark, id="send")
            yield self.history
        yield KeyFooter()

    def on_resize(self, event: Resize) -> None:
        """Give the form as much air as there is."""
        self.breathe(event.size.height)

    def breathe(self, height: int) -> None:
        """Put frames around what is filled in, on a tall screen."""
        self.set_class(height >= TALL, "-tall")

    def asked(self) -> Content:
        """What this person is asked."""
        raise NotImplementedError

    def form(self) -> Iterator[Widget]:
        """What they answer with."""
        raise NotImplementedError

    def refresh_form(self) -> None:
        """Show the answer as it stands, and what there is to say of it."""
        raise NotImplementedError

    def action_older(self) -> None:
        """Scroll the history back."""
        self.history.scroll.action_page_up()

    def action_newer(self) -> None:
        """Scroll the history on."""
        self.history.scroll.action_page_down()
