"""What the private screens of Decrypto share."""

from asyncio import Event
from collections.abc import Callable, Iterator, Sequence
from typing import Any, ClassVar

from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Horizontal, Vertical
from textual.content import Content
from textual.events import Resize
from textual.widget import Widget
from textual.widgets import Button, Static

from engine.decrypto.view import View
from screens.confirm import Confirm
from screens.decrypto.history import History
from screens.decrypto.standing import Standing
from screens.private import SeatScreen
from screens.widgets.keys import Keys

TALL = 38
"""From this many rows on there is room for frames around what is filled in."""


class DecryptoSeat[Move](SeatScreen[Move]):
    """From the top: how it stands, what to do, a form, and the rounds to compare with."""

    CSS_PATH = "seat.tcss"
    BINDINGS: ClassVar[list[BindingType]] = [
        # Priority: what is typed fast after it goes to the field that is in focus by then.
        Binding("enter", "enter", "Go on", priority=True, tooltip="At the end: look it over"),
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
        """Ask `person` for a move.

        Args:
            view: All that they know.
            person: The name that the curtain calls them by.
            fault: Why a move is against the rules.
            complaint: Why their last try was refused.
        """
        super().__init__()
        self.view = view
        self.person = person
        self.fault = fault
        self.complaint = Static(id="complaint")
        self.complain(complaint)
        self.history = History(view)
        self.review = Button("▸ Review and send", id="review", action="screen.review")
        self.remark = Static(id="remark")

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
        yield Keys()

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

    async def action_enter(self) -> None:
        """Go on to what comes next; at the end to the review.

        This key overtakes those typed just before it, which lie with the field in focus:
        wait until they have arrived, or the last letters would be missing from what is sent.
        """
        typed = Event()
        if self.focused is not None and self.focused.call_later(typed.set):
            await typed.wait()
        self.go_on()

    def go_on(self) -> None:
        """Take Enter, after all keys before it."""
        raise NotImplementedError

    def action_review(self) -> None:
        """Show what would be sent, if it can be."""
        raise NotImplementedError

    def complain(self, complaint: str | None) -> None:
        """Say why a move was refused; say nothing if it was not."""
        self.complaint.update(Content(f"✗ Refused: {complaint}" if complaint else ""))
        self.complaint.display = bool(complaint)

    def confirm(
        self, move: Move, title: str, rows: Sequence[tuple[str, str]], audience: str
    ) -> None:
        """Have a legal move looked over, and send it; say why it is none otherwise."""
        fault = self.fault(self.view, move)
        self.complain(fault)
        if fault is not None:
            return

        def sent(yes: bool | None) -> None:
            if yes:
                self.dismiss(move)

        self.app.push_screen(Confirm(self.person, title, rows, audience), sent)

    def action_older(self) -> None:
        """Scroll the history back."""
        self.history.scroll.action_page_up()

    def action_newer(self) -> None:
        """Scroll the history on."""
        self.history.scroll.action_page_down()
