"""The private screen of the encoder."""

from asyncio import to_thread
from collections.abc import Callable, Iterator
from typing import Any, ClassVar

from textual import work
from textual.binding import Binding, BindingType
from textual.content import Content
from textual.widget import Widget
from textual.widgets import Digits, Static

from engine.games.decrypto.legality import LONGEST_HINT, find_hint_fault
from engine.games.decrypto.narration import format_code
from engine.games.decrypto.view import Hint, Hints, View
from engine.text import clean, lemma
from screens.games.decrypto.seat import DecryptoSeat
from screens.private_screen import PrivateInput

OPEN = (
    "Everybody at the table sees the three hints at once, not the keywords; "
    "the decoder and the interceptor guess the code from them."
)


class HintField(PrivateInput):
    """A line for one hint."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("up", "app.focus_previous", show=False),
        Binding("down", "app.focus_next", show=False),
    ]

    def __init__(self, place: int) -> None:
        """For the digit at `place` of the code, counted from 0."""
        super().__init__(
            placeholder="one or two words",
            id=f"hint-{place}",
            max_length=LONGEST_HINT,
            select_on_focus=False,
        )
        self.place = place


class EncoderScreen(DecryptoSeat[Hint]):
    """The code, the keywords it stands for, a field for each hint, and all hints given so far."""

    AUTO_FOCUS = "HintField"

    def __init__(
        self,
        view: View,
        person: str,
        fault: Callable[[Any, Any], str | None],
        complaint: str | None,
    ) -> None:
        """Ask `person` for three hints; `complaint` is why the last ones were refused."""
        super().__init__(view, person, fault, complaint)
        assert view.code is not None
        assert view.keywords is not None
        self.code = view.code
        self.keywords = view.keywords
        self.fields = [HintField(place) for place in range(3)]
        self.verdicts = [Static(classes="verdict", id=f"verdict-{place}") for place in range(3)]
        self.judging = False
        """The dictionary of word forms is there: a verdict costs next to nothing."""
        self.reviewed = False
        """Empty fields are called out once somebody has tried to send them."""

    def asked(self) -> Content:
        """The code to give hints for."""
        return Content.assemble(
            "Give a hint for each digit of your code ", (format_code(self.code), "bold $primary")
        )

    def form(self) -> Iterator[Widget]:
        """A digit, its keyword, a field and a verdict, three times."""
        for digit, field, verdict in zip(self.code, self.fields, self.verdicts, strict=True):
            yield Digits(str(digit))
            yield Static(self.keywords[digit - 1], classes="word", markup=False)
            yield field
            yield verdict

    def on_mount(self) -> None:
        """Fetch the dictionary of word forms while the person thinks."""
        self.call_after_refresh(self.fetch_dictionary)

    @work
    async def fetch_dictionary(self) -> None:
        """Judge hints as they are typed as soon as word forms can be compared."""
        await to_thread(lemma, "hint")
        self.judging = True
        self.refresh_form()

    @property
    def hints(self) -> Hints:
        """The hints as they would be sent."""
        a, b, c = (clean(field.value, LONGEST_HINT) for field in self.fields)
        return a, b, c

    def fault_at(self, place: int) -> str | None:
        """Why the hint at `place` cannot be given."""
        return find_hint_fault(self.view, self.hints[place], self.hints[:place])

    def verdict(self, place: int) -> Content:
        """What there is to say of the hint at `place`."""
        if not self.judging or not (self.hints[place] or self.reviewed):
            return Content("")
        if fault := self.fault_at(place):
            return Content.assemble(("✗ ", "bold $error"), (fault, "$error"))
        return Content.styled("✓ This can be given.", "$success")

    def refresh_form(self) -> None:
        """Judge all three hints: one may repeat another."""
        verdicts = [self.verdict(place) for place in range(3)]
        for line, verdict in zip(self.verdicts, verdicts, strict=True):
            if line.content != verdict:  # an update lays the whole screen out again
                line.update(verdict)
        ready = all(verdict.plain.startswith("✓") for verdict in verdicts)
        self.review.set_class(ready, "primary")

    def on_input_changed(self) -> None:
        """Judge as it is typed."""
        self.refresh_form()

    def go_on(self) -> None:
        """Go on to the next field; from the last to the review."""
        if isinstance(self.focused, HintField) and self.focused.place < 2:
            self.set_focus(self.fields[self.focused.place + 1])
        else:
            self.action_review()

    def action_review(self) -> None:
        """Show what would be sent, if it can be."""
        self.judging = self.reviewed = True
        self.refresh_form()
        for place, field in enumerate(self.fields):
            if self.fault_at(place):
                self.set_focus(field)
                return
        words = self.hints
        labels = [f"{digit} {self.keywords[digit - 1]}" for digit in self.code]
        rows = list(zip(labels, words, strict=True))
        self.confirm(Hint(words), "Give these hints?", rows, OPEN)
