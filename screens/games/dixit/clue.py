"""The clue above the cards."""

from itertools import chain

from rich.cells import cell_len
from textual.color import Color
from textual.content import Content
from textual.geometry import Size

from screens.widgets.cards.row_heading import RowHeading
from screens.widgets.large_text import build_large_lines
from screens.widgets.letter_size import MIN_ROWS
from screens.widgets.text_layout import BLANK


class Clue(RowHeading):
    """A clue above the cards, with a note below it."""

    def __init__(self, clue: str | None = None) -> None:
        """Show the `clue`; blank while none has been said."""
        super().__init__()
        self.content: tuple[str | None, str, tuple[str, ...]] = (clue, "", ())

    def show(self, clue: str | None, before: str = "", notes: tuple[str, ...] = ()) -> None:
        """Show another clue.

        Args:
            clue: The clue; `None` while none has been said.
            before: The text before it: who gave it, and when.
            notes: Sentences below it, in one line if they fit. All three may be outside text.
        """
        if (clue, before, notes) != self.content:
            self.content = clue, before, notes
            self.refresh(layout=True)

    def layout_lines(self, width: int) -> list[Content]:
        """The clue, in large letters if they have room, or else as a line; and the notes."""
        clue, before, notes = self.content
        if clue is None:
            return [BLANK]
        if self.room >= MIN_ROWS and not (before or notes):
            colour = Color.parse(self.app.theme_variables["primary"])
            size = Size(width, self.room)
            if large := build_large_lines(self, clue, colour, size, narrow=True):
                wide = 0 if self.beside else width
                return [row.pad_left(max(wide - row.cell_length, 0) // 2) for row in large]
        line = Content.assemble(
            (before, "$muted"), ("“", "$muted"), (clue, "bold $primary"), ("”", "$muted")
        )
        joined = "   ".join(notes)
        lines = (joined,) if cell_len(joined) <= width else notes
        below = (self.align(Content(one), width) for one in lines if one)
        return [*self.align(line, width), *chain.from_iterable(below)]
