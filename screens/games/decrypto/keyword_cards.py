"""The keyword cards."""

from collections.abc import Mapping
from enum import Enum

from textual import events
from textual.content import Content
from textual.message import Message

from engine.games.decrypto.view import View
from screens.widgets.figure import list_digit_rows
from screens.widgets.lines import ViewLines
from screens.widgets.text_layout import BLANK

NUMBERS = (1, 2, 3, 4)
ORDINALS = ("1st", "2nd", "3rd")
TALL = 30
"""From this many rows of the screen on, cards have large digits."""
SPACIOUS = 40
"""From this many rows on, cards are larger, and past hints lie on a ground beneath them."""
BACK = "╱"  # noqa: RUF001
LIGHT, HEAVY = tuple("╭─╮│╰╯"), tuple("┏━┓┃┗┛")
"""The frame of a card, and of one that is in the code or has a hint on it."""


class Part(Enum):
    """The part of the cards that a widget draws; note fields lie between upper and lower part."""

    WHOLE = "whole"
    TOP = "top"
    BOTTOM = "bottom"


def measure_card(width: int) -> int:
    """Measure a card, of four with a blank between them."""
    return max((width - 3) // 4, 5)


class KeywordCards(ViewLines[View]):
    """The cards, face down if the view does not show the keywords; a click chooses one."""

    DEFAULT_CSS = "KeywordCards { width: 100%; }"

    class Chosen(Message):
        """A card was clicked."""

        def __init__(self, number: int) -> None:
            """Give the keyword's number."""
            super().__init__()
            self.number = number

    def __init__(self, view: View | None = None, part: Part = Part.WHOLE) -> None:
        """Draw a `part` of the cards of `view`."""
        super().__init__(view)
        self.part = part
        self.placed: Mapping[int, str] = {}

    def place_words(self, placed: Mapping[int, str]) -> None:
        """Put these words on the cards, by the keyword's number."""
        if placed != self.placed:
            self.placed = dict(placed)
            self.refresh()

    def build_lines(self, view: View, width: int) -> list[Content]:
        """The four cards side by side."""
        each = measure_card(width)
        rows = self.screen.size.height if self.is_mounted else 0
        cards = [self.draw_card(view, number, each, rows) for number in NUMBERS]
        return [Content(" ").join(row) for row in zip(*cards, strict=True)]

    def draw_card(self, view: View, number: int, width: int, rows: int) -> list[Content]:
        """Draw one card: its number, the word or its back, and what is placed on it.

        Args:
            view: The view.
            number: The keyword's number.
            width: Cells of the card.
            rows: Rows of the screen: more of them make the card larger.
        """
        room = [BLANK] if rows >= SPACIOUS else []
        wanted = number in self.placed or (view.code is not None and number in view.code)
        left, line, right, side, low_left, low_right = HEAVY if wanted else LIGHT
        frame = "bold $primary" if wanted else "$muted"
        inside = width - 2
        title = Content.styled(f"{left}{line} {number} {line * (inside - 4)}{right}", frame)
        digit = list_digit_rows(number) if rows >= TALL else []
        large = [Content.styled(row, "bold $primary" if wanted else "$muted") for row in digit]
        top = [*room, *large, *room]
        if view.keywords is not None:
            word = Content.styled(view.keywords[number - 1], "bold $primary" if wanted else "bold")
            top.append(word.truncate(inside, ellipsis=True))
        else:
            top.append(Content.styled(BACK * (inside - 2), "$outline"))
        said = Content.styled(self.placed.get(number, ""), "bold $primary")
        bottom = [said.truncate(inside, ellipsis=True)]
        if view.keywords is None and not self.placed and self.part is Part.WHOLE:
            bottom = top[-1:]
        bottom += room
        inner = {Part.TOP: top, Part.BOTTOM: bottom}.get(self.part, [*top, *bottom])
        edge = Content.styled(side, frame)
        lines = [Content.assemble(edge, _centre_line(row, inside), edge) for row in inner]
        end = Content.styled(f"{low_left}{line * inside}{low_right}", frame)
        before = [] if self.part is Part.BOTTOM else [title]
        after = [] if self.part is Part.TOP else [end]
        return [*before, *lines, *after]

    def on_click(self, event: events.Click) -> None:
        """Choose the card under the pointer."""
        number = event.x // (measure_card(self.content_size.width) + 1) + 1
        if number in NUMBERS:
            self.post_message(self.Chosen(number))


def _centre_line(row: Content, width: int) -> Content:
    """One line in the middle of `width` cells."""
    left = (width - row.cell_length) // 2
    return row.pad_left(left).pad_right(width - row.cell_length - left)


ORDINAL, CHOICE = 6, 6
"""Cells for the place of a hint, and for a number to pick."""
