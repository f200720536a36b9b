"""The private screen of the decoder and of the interceptor."""

from collections.abc import Callable, Iterator
from typing import Any, ClassVar

from textual.binding import Binding, BindingType
from textual.content import Content
from textual.widget import Widget

from engine.games.decrypto.narration import format_code
from engine.games.decrypto.view import Guess, Role, View
from screens.games.decrypto.history import counts
from screens.games.decrypto.picks import PickRow, Picks
from screens.games.decrypto.seat import DecryptoSeat

SEALED = (
    "Your guess is sealed until the decoder and the interceptor have both guessed. "
    "Then everybody at the table sees it."
)


class GuesserScreen(DecryptoSeat[Guess]):
    """The hints, a number for each, and all that can be compared with them."""

    AUTO_FOCUS = "PickRow"
    BINDINGS: ClassVar[list[BindingType]] = [
        # Priority: what is typed fast goes to the hint that is in focus by then.
        Binding("1", "pick(1)", "Pick", key_display="1-4", priority=True),
        *(Binding(str(n), f"pick({n})", show=False, priority=True) for n in (2, 3, 4)),
        Binding("backspace,delete", "pick(None)", "Clear", key_display="⌫", priority=True),
    ]

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
        self.remark.update(self.said())

    def asked(self) -> Content:
        """Which numbers, and whether it counts."""
        if self.view.role is Role.DECODER:
            return Content("Which keyword does each hint mean?")
        if counts(self.view, self.view.number):
            return Content("Which number does each hint belong to?")
        return Content("Guess the code. In round 1 an interception does not count.")

    def form(self) -> Iterator[Widget]:
        """A row for each hint."""
        yield from self.rows

    def said(self) -> Content:
        """What there is to say of the guess as it stands."""
        code = self.picks.code
        if code is None:
            return Content.styled("Three different numbers from 1 to 4.", "$muted")
        for number, done in enumerate(self.view.rounds, 1):
            if done.code == code:
                return Content.assemble(
                    (f"! {format_code(code)} was the code of round {number}", "bold $warning"),
                    "; no code comes twice.",
                )
        return Content.assemble("Your guess: ", (format_code(code), "bold $primary"))

    def refresh_form(self) -> None:
        """Show the guess as it stands."""
        for row in self.rows:
            row.picks = self.picks
        self.remark.update(self.said())
        self.review.set_class(self.picks.code is not None, "primary")

    def on_pick_row_picked(self, message: PickRow.Picked) -> None:
        """Take a digit that was clicked, or pointed at."""
        self.pick(message.place, message.digit)

    def pick(self, place: int, digit: int | None) -> None:
        """Take a digit, and go on to the next hint that has none."""
        self.picks = self.picks.pick(place, digit)
        self.refresh_form()
        if digit is None:
            self.set_focus(self.rows[place])
        elif self.picks.next_open is None:
            self.set_focus(self.review)
        else:
            self.set_focus(self.rows[self.picks.next_open])

    def action_pick(self, digit: int | None) -> None:
        """Take a digit for the hint in focus, or take it away."""
        if isinstance(self.focused, PickRow):
            self.pick(self.focused.place, digit)

    def go_on(self) -> None:
        """Look the guess over."""
        self.action_review()

    def action_review(self) -> None:
        """Show what would be sent, once it is complete."""
        code, hints, words = self.picks.code, self.view.hints, self.view.keywords
        assert hints is not None
        if code is None:
            self.set_focus(self.rows[self.picks.next_open or 0])
            return
        rows = [
            (hint, f"{digit} {words[digit - 1]}" if words else str(digit))
            for hint, digit in zip(hints, code, strict=True)
        ]
        rows.append(("Your guess", format_code(code)))
        self.confirm(Guess(code), "Send this guess?", rows, SEALED)
