"""The lines above cards."""

from textual.content import Content

from screens.widgets.lines import Lines
from screens.widgets.text_layout import centre_text


class RowHeading(Lines):
    """Lines above cards: centred, or aligned to the left above a list of cards."""

    beside = False
    """Whether they stand above the words of cards, beside a picture."""
    room = 1
    """Rows that they may fill: large letters take more than one."""

    def give_room(self, rows: int) -> None:
        """Let the lines fill so many rows."""
        if rows != self.room:
            self.room = rows
            self.refresh()

    def align(self, text: Content, width: int) -> list[Content]:
        """Wrap a text to its place."""
        return text.wrap(width) if self.beside else centre_text(text, width)
