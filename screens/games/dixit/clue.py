"""A clue, in the middle above the cards."""

from textual.content import Content

from screens.widgets.lines import BLANK, Lines, centred


class Clue(Lines):
    """What a storyteller said, and what is to be said of it."""

    def __init__(self, clue: str | None = None) -> None:
        """Show the `clue`; blank while none has been said."""
        super().__init__()
        self.shown: tuple[str | None, str, str] = (clue, "", "")

    def show(self, clue: str | None, before: str = "", note: str = "") -> None:
        """Show another clue.

        Args:
            clue: The clue; `None` while none has been said.
            before: What stands before it: who said it, and when.
            note: A line beneath it. All three may be outside text.
        """
        if (clue, before, note) != self.shown:
            self.shown = clue, before, note
            self.refresh(layout=True)

    def layout_lines(self, width: int) -> list[Content]:
        """The clue, large as a line of text can be, and the note."""
        clue, before, note = self.shown
        if clue is None:
            return [BLANK]
        said = Content.assemble(
            (before, "$muted"), ("“", "$muted"), (clue, "bold $primary"), ("”", "$muted")
        )
        return (
            [*centred(said, width), *centred(Content(note), width)]
            if note
            else centred(said, width)
        )
