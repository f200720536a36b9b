"""The clue above the cards."""

from itertools import chain

from rich.cells import cell_len
from textual.content import Content

from screens.widgets.cards.row_heading import RowHeading
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
        """The clue, large as a line of text can be, and the notes."""
        clue, before, notes = self.content
        if clue is None:
            return [BLANK]
        line = Content.assemble(
            (before, "$muted"), ("“", "$muted"), (clue, "bold $primary"), ("”", "$muted")
        )
        joined = "   ".join(notes)
        lines = (joined,) if cell_len(joined) <= width else notes
        below = (self.align(Content(one), width) for one in lines if one)
        return [*self.align(line, width), *chain.from_iterable(below)]
