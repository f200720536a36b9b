"""The clue above the cards."""

from textual.content import Content

from screens.widgets.cards.row_heading import RowHeading
from screens.widgets.text_layout import BLANK


class Clue(RowHeading):
    """A clue above the cards, with a note below it."""

    def __init__(self, clue: str | None = None) -> None:
        """Show the `clue`; blank while none has been said."""
        super().__init__()
        self.content: tuple[str | None, str, str] = (clue, "", "")

    def show(self, clue: str | None, before: str = "", note: str = "") -> None:
        """Show another clue.

        Args:
            clue: The clue; `None` while none has been said.
            before: The text before it: who gave it, and when.
            note: A line below it. All three may be outside text.
        """
        if (clue, before, note) != self.content:
            self.content = clue, before, note
            self.refresh(layout=True)

    def layout_lines(self, width: int) -> list[Content]:
        """The clue, large as a line of text can be, and the note."""
        clue, before, note = self.content
        if clue is None:
            return [BLANK]
        line = Content.assemble(
            (before, "$muted"), ("“", "$muted"), (clue, "bold $primary"), ("”", "$muted")
        )
        below = self.align(Content(note), width) if note else []
        return [*self.align(line, width), *below]
