"""The private screen of the decoder and of the interceptor."""

from collections.abc import Callable, Iterator
from typing import Any

from textual.content import Content
from textual.widget import Widget
from textual.widgets import Static

from engine.decrypto.story import spoken
from engine.decrypto.view import Guess, Role, View
from screens.decrypto.history import counts
from screens.decrypto.picks import PickRow, Picks
from screens.decrypto.seat import DecryptoSeat

SEALED = (
    "Your guess is sealed until the decoder and the interceptor have both guessed. "
    "Then everybody at the table sees it."
)


class GuesserScreen(DecryptoSeat[Guess]):
    """The hints, a number for each, and all that can be compared with them."""

    AUTO_FOCUS = "PickRow"

    def __init__(
        self,
        view: View,
        person: str,
        fault: Callable[[Any, Any], str | None],
        complaint: str | None,
    ) -> None:
        """Ask `person` for a guess; `complaint` is why the last one was refused."""
        super().__init__(view, person, fault, complaint)
        self.picks = Picks()
        self.rows = [PickRow(view, place) for place in range(3)]
        self.notice = Static(id="notice")

    def asked(self) -> Content:
        """Which numbers, and whether it counts."""
        if self.view.role is Role.DECODER:
            return Content("Which keyword does each hint mean?")
        if counts(self.view, self.view.number):
            return Content("Which number does each hint belong to?")
        return Content("Guess for practice: an interception in round 1 does not count.")

    def form(self) -> Iterator[Widget]:
        """A row for each hint, and what there is to say of the guess."""
        yield from self.rows
        yield self.notice

    def remark(self) -> Content:
        """What there is to say of the guess as it stands."""
        code = self.picks.code
        if code is None:
            return Content.styled("A guess is three different numbers from 1 to 4.", "$muted")
        for number, done in enumerate(self.view.rounds, 1):
            if done.code == code:
                return Content.assemble(
                    (f"! {spoken(code)} was the code of round {number}", "bold $warning"),
                    ", and no code comes twice. You can send it all the same.",
                )
        return Content.assemble("Your guess: ", (spoken(code), "bold $primary"))

    def refresh_form(self) -> None:
        """Show the guess as it stands."""
        for row in self.rows:
            row.picks = self.picks
        self.notice.update(self.remark())
        self.review.set_class(self.picks.code is not None, "primary")

    def on_pick_row_picked(self, message: PickRow.Picked) -> None:
        """Take a digit, and go on to the next hint that has none."""
        self.picks = self.picks.pick(message.place, message.digit)
        self.refresh_form()
        if message.digit is None:
            self.rows[message.place].focus()
        elif self.picks.next_open is None:
            self.review.focus()
        else:
            self.rows[self.picks.next_open].focus()

    def on_pick_row_done(self) -> None:
        """Look at the guess."""
        self.action_review()

    def action_review(self) -> None:
        """Show what would be sent, once it is complete."""
        code, hints, words = self.picks.code, self.view.hints, self.view.keywords
        assert hints is not None
        if code is None:
            self.rows[self.picks.next_open or 0].focus()
            return
        rows = [
            (hint, f"{digit} {words[digit - 1]}" if words else str(digit))
            for hint, digit in zip(hints, code, strict=True)
        ]
        rows.append(("Your guess", spoken(code)))
        self.confirm(Guess(code), "Send this guess?", rows, SEALED)
