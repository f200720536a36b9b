"""The form that asks one person for a move: what the forms of all games share."""

from asyncio import Event
from collections.abc import Callable, Sequence
from typing import Any, ClassVar

from textual.binding import Binding, BindingType
from textual.content import Content
from textual.widgets import Button, Static

from screens.confirm_dialog import ConfirmDialog
from screens.private_screen import SeatScreen
from screens.widgets.card_row import CardItem


class SeatForm[Move](SeatScreen[Move]):
    """A form for one move: Enter goes on in it, and at its end to a last look at the move."""

    BINDINGS: ClassVar[list[BindingType]] = [
        # Priority: what is typed fast after it goes to the field that is in focus by then.
        Binding("enter", "enter", "Go on", priority=True, tooltip="At the end: look it over"),
    ]

    def __init__(
        self,
        view: Any,  # noqa: ANN401
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
        self.review = Button("▸ Review and send", id="review", action="screen.review")
        self.remark = Static(id="remark")

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
        self.action_review()

    def action_review(self) -> None:
        """Show what would be sent, if it can be."""
        raise NotImplementedError

    def complain(self, complaint: str | None) -> None:
        """Say why a move was refused; say nothing if it was not."""
        self.complaint.update(Content(f"✗ Refused: {complaint}" if complaint else ""))
        self.complaint.display = bool(complaint)

    def confirm(
        self,
        move: Move,
        title: str,
        rows: Sequence[tuple[str, str]],
        audience: str,
        card: CardItem | None = None,
    ) -> None:
        """Have a legal move looked over, and send it; say why it is none otherwise.

        Args:
            move: What would be sent.
            title: The same in a few words.
            rows: The same in full: what each part is for, and the part.
            audience: Who will see it, and when.
            card: The card that it is about, if it is about one.
        """
        fault = self.fault(self.view, move)
        self.complain(fault)
        if fault is not None:
            return

        def sent(yes: bool | None) -> None:
            if yes:
                self.dismiss(move)

        confirm = ConfirmDialog(self.person, title, rows, audience, card)
        confirm.game = self.game
        self.app.push_screen(confirm, sent)
