"""What the private screens of Undercover share: the own word, face down, and the talk."""

from collections.abc import Callable, Iterator
from typing import Any, ClassVar

from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Horizontal, Vertical
from textual.content import Content
from textual.widget import Widget
from textual.widgets import Static

from engine.games.undercover.view import View
from screens.games.ui import SeatNames
from screens.games.undercover.standing import Standing
from screens.seat_form import SeatForm
from screens.widgets.footer import KeyFooter
from screens.widgets.secret import SHOW, Secret


class UndercoverSeat[Move](SeatForm[Move]):
    """From the top: how it stands, what to do, the own word, what was said, and the answer."""

    game = "undercover"
    CSS_PATH = "seat.tcss"
    VERTICAL_BREAKPOINTS = [(36, "-tall")]  # noqa: RUF012
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding(
            "enter",
            "enter",
            "Review",
            key_display="Enter",
            priority=True,
            tooltip="Look it over, and send it",
        ),
        SHOW,
        Binding("pageup", "older", show=False, priority=True),
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
        assert view.seat is not None
        assert view.word is not None
        super().__init__(view, names.name(view.seat), fault, complaint)
        self.view: View = view
        self.names = names
        self.secret = Secret("Your word", view.word)

    def compose(self) -> ComposeResult:
        """What to do first, then what was said, then the answer."""
        with Vertical(id="seat"):
            yield Standing(self.view)
            yield Static(
                Content.assemble((self.person, "bold $primary"), "  ", self.asked()), id="asked"
            )
            yield self.secret
            yield self.complaint
            yield from self.form()
            yield Horizontal(self.review, self.remark, id="send")
        yield KeyFooter()

    def asked(self) -> Content:
        """What this person is asked."""
        raise NotImplementedError

    def form(self) -> Iterator[Widget]:
        """What was said, and what they answer with."""
        raise NotImplementedError

    def action_show_secret(self) -> None:
        """Turn the word over."""
        self.secret.turn()

    def action_older(self) -> None:
        """Scroll back."""
        raise NotImplementedError

    def action_newer(self) -> None:
        """Scroll on."""
        raise NotImplementedError
