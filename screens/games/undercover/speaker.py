"""The private screen of who is to speak."""

from asyncio import to_thread
from collections.abc import Callable, Iterator
from typing import Any, ClassVar

from textual import work
from textual.binding import Binding, BindingType
from textual.containers import Horizontal
from textual.content import Content
from textual.widget import Widget
from textual.widgets import Static

from engine.games.undercover.legality import find_line_fault
from engine.games.undercover.view import LONGEST_LINE, Describe, View
from engine.text import clean, lemma
from screens.games.ui import SeatNames
from screens.games.undercover.seat import UndercoverSeat
from screens.games.undercover.talk import Talk
from screens.private_screen import PrivateInput

HEARD = "Everybody at the table hears it at once, and it stays with your name for the whole game."


class LineField(PrivateInput):
    """A line for one sentence."""

    def __init__(self) -> None:
        """Take one description."""
        super().__init__(
            placeholder="one sentence, without your word",
            id="line",
            max_length=LONGEST_LINE,
            select_on_focus=False,
        )


class SpeakerScreen(UndercoverSeat[Describe]):
    """The talk so far, and a line that is judged as it is typed."""

    AUTO_FOCUS = "LineField"
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("pageup", "older", "Scroll", key_display="PgUp/PgDn", priority=True),
    ]

    def __init__(
        self,
        view: View,
        names: SeatNames,
        fault: Callable[[Any, Any], str | None],
        complaint: str | None,
    ) -> None:
        """Ask the seat of `view` for a description."""
        super().__init__(view, names, fault, complaint)
        self.talk = Talk(names, view)
        self.line = LineField()
        self.verdict = Static(id="verdict")
        self.judging = False
        """The dictionary of word forms is there: a verdict costs next to nothing."""

    def asked(self) -> Content:
        """What is wanted, and when."""
        place = len(self.view.lines) + 1
        return Content(
            f"Describe your word in one sentence; you speak {ordinal(place)} "
            f"of {len(self.view.order)}."
        )

    def form(self) -> Iterator[Widget]:
        """The talk, and beneath it a line."""
        yield self.talk
        yield Horizontal(Static("You say", id="label"), self.line, id="entry")
        yield self.verdict

    def on_mount(self) -> None:
        """Fetch the dictionary of word forms while the person thinks."""
        self.call_after_refresh(self.fetch_dictionary)

    @work
    async def fetch_dictionary(self) -> None:
        """Judge the line as it is typed as soon as word forms can be compared."""
        await to_thread(lemma, "word")
        self.judging = True
        self.refresh_form()

    @property
    def said(self) -> str:
        """The line as it would be said."""
        return clean(self.line.value, LONGEST_LINE)

    def judged(self) -> Content:
        """What there is to say of the line as it stands."""
        if not self.judging or not self.said:
            return Content("")
        if fault := find_line_fault(self.view, self.said):
            return Content.assemble(("✗ ", "bold $error"), (fault, "$error"))
        return Content.styled("✓ This can be said.", "$success")

    def refresh_form(self) -> None:
        """Judge the line as it stands."""
        judged = self.judged()
        if self.verdict.content != judged:  # an update lays the whole screen out again
            self.verdict.update(judged)
        self.review.set_class(judged.plain.startswith("✓"), "primary")

    def on_input_changed(self) -> None:
        """Judge as it is typed."""
        self.refresh_form()

    def action_review(self) -> None:
        """Show what would be said, if it can be."""
        self.judging = True
        if fault := find_line_fault(self.view, self.said):
            self.verdict.update(Content.assemble(("✗ ", "bold $error"), (fault, "$error")))
            self.set_focus(self.line)
            return
        self.confirm(Describe(self.said), "Say this?", [("You say", self.said)], HEARD)

    def action_older(self) -> None:
        """Scroll the talk back."""
        self.talk.action_page_up()

    def action_newer(self) -> None:
        """Scroll the talk on."""
        self.talk.action_page_down()


def ordinal(number: int) -> str:
    """`1st`, `2nd`, up to ten."""
    return f"{number}{('st', 'nd', 'rd')[number - 1] if number < 4 else 'th'}"
