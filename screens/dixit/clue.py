"""A clue, as large as a line of text can be."""

from textual.content import Content

from screens.widgets.lines import BLANK, Lines, centred


class Clue(Lines):
    """What the storyteller said; with air around it where there is room."""

    DEFAULT_CSS = """
    Clue { text-align: center; }
    """

    def __init__(self, clue: str | None = None, teller: str = "") -> None:
        """Show the `clue` of `teller`. Both are outside text."""
        super().__init__()
        self.clue = clue
        self.teller = teller

    def show(self, clue: str | None, teller: str) -> None:
        """Show another clue; blank while none has been said."""
        if (clue, teller) != (self.clue, self.teller):
            self.clue, self.teller = clue, teller
            self.refresh(layout=True)

    def lines(self, width: int) -> list[Content]:
        """The clue in the middle, and who said it."""
        if self.clue is None:
            return [BLANK]
        said = Content.assemble(("“", "$muted"), (self.clue, "bold $primary"), ("”", "$muted"))
        return centred(said, width)
