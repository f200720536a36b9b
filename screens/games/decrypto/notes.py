"""Notes on the cards that lie face down."""

from collections.abc import Collection

from textual.app import ComposeResult
from textual.containers import Horizontal
from textual.message import Message
from textual.widgets import Input

from screens.games.decrypto.keyword_cards import NUMBERS, measure_card, measure_gaps
from screens.widgets.private_input import PrivateInput

LONGEST_NOTE = 24


class NoteField(PrivateInput):
    """A note on a card that lies face down."""

    def __init__(self, number: int) -> None:
        """Take a note on the keyword with this number."""
        super().__init__(
            placeholder="your note",
            id=f"note-{number}",
            classes="note",
            max_length=LONGEST_NOTE,
            select_on_focus=False,
        )


class NoteRow(Horizontal):
    """A field for a note on each card. The notes are lines of one text."""

    DEFAULT_CSS = """
    NoteRow { height: 1; width: 100%; }
    """

    class Changed(Message):
        """A note was changed."""

    def __init__(self) -> None:
        super().__init__()
        self.fields = [NoteField(number) for number in NUMBERS]

    def compose(self) -> ComposeResult:
        yield from self.fields

    def on_resize(self) -> None:
        """Make the fields as wide as the cards."""
        each = measure_card(self.size.width)
        for field, gap in zip(self.fields, (*measure_gaps(self.size.width), 0), strict=True):
            field.styles.width = each
            field.styles.margin = (0, gap, 0, 0)

    @property
    def text(self) -> str:
        """The notes, a line for each card."""
        return "\n".join(field.value for field in self.fields)

    def show(self, text: str) -> None:
        """Show the notes of an earlier round."""
        for field, note in zip(self.fields, text.split("\n"), strict=False):
            with field.prevent(Input.Changed):
                field.value = note

    def place(self, placed: Collection[int]) -> None:
        """Draw the frames of cards with a hint on them as those of the cards are drawn."""
        for number, field in zip(NUMBERS, self.fields, strict=True):
            field.set_class(number in placed, "-wanted")

    def on_input_changed(self, event: Input.Changed) -> None:
        """Tell the form; the form's own fields are others."""
        event.stop()
        self.post_message(self.Changed())
