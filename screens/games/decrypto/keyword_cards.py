"""The keyword cards."""

from collections.abc import Mapping, Sequence
from enum import Enum

from textual import events
from textual.color import Color
from textual.content import Content
from textual.message import Message
from textual.widget import Widget

from engine.games.decrypto.view import View
from screens.widgets.figure import list_digit_rows
from screens.widgets.large_text import count_pixel_rows, draw_line
from screens.widgets.letter_size import MIN_ROWS, Fit, fit_alike
from screens.widgets.lines import ViewLines
from screens.widgets.text_layout import BLANK, centre_line

NUMBERS = (1, 2, 3, 4)
ORDINALS = ("1st", "2nd", "3rd")
FRAME = 2
"""Cells of the frame of a card."""
TALL, LOW = 30, 24
"""From this many rows of the screen on, cards have large digits: always, or without past rounds."""
SPACIOUS = 40
"""From this many rows on, cards are larger, and past hints lie on a ground beneath them."""
WIDE = 130
"""From this many cells of the screen on, the rounds stand beside the cards."""
LARGE = 56
"""From this many rows on, where they are wide, forms and cards are in large letters."""
LARGE_ROWS = 5
"""Rows of the numbers and keywords on large cards."""
EVEN = 70
"""From this many cells of a line on, the cards on it are as far apart from one another."""
FEW = 2
"""The most past rounds that leave room for larger parts on a screen that is not large."""
BACK = "╱"  # noqa: RUF001
LIGHT, HEAVY = tuple("╭─╮│╰╯"), tuple("┏━┓┃┗┛")
"""The frame of a card, and of one that is in the code or has a hint on it."""


class Part(Enum):
    """The part of the cards that a widget draws; note fields lie between upper and lower part."""

    WHOLE = "whole"
    TOP = "top"
    BOTTOM = "bottom"


def is_large(widget: Widget) -> bool:
    """Whether the screen has room for all parts of a form in large letters."""
    size = widget.app.size
    return size.width >= WIDE and size.height >= LARGE


def measure_card(width: int) -> int:
    """Measure a card of four, which fill a line with the blanks between them."""
    return max((width - sum(measure_gaps(width))) // 4, 5)


def measure_gaps(width: int) -> tuple[int, int, int]:
    """Measure the blanks between the cards, so that the last one ends where the line does.

    They are alike where there is room: with one of four widths, nothing is left of the line.
    """
    if width >= EVEN:
        gap = 3 * width % 4 or 4
        return gap, gap, gap
    spare = max(width - 3, 0) % 4
    outer = 1 + (spare > 1)
    return outer, 1 + spare % 2, outer


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
        self.least_rows = 0
        """The fewest rows of the screen for the row on which something is placed."""
        self.placed: Mapping[int, str] = {}
        self._drawn: tuple[tuple[object, ...], list[Content]] = (), []

    def place_words(self, placed: Mapping[int, str]) -> None:
        """Put these words on the cards, by the keyword's number."""
        if placed != self.placed:
            self.placed = dict(placed)
            self.refresh()

    def build_lines(self, view: View, width: int) -> list[Content]:
        """The four cards side by side."""
        app, large = self.app, is_large(self)
        look = app.size, app.theme, self.background_colors, count_pixel_rows(app)
        depends = width, look, view, self.part, tuple(self.placed.items())
        if self._drawn[0] != depends:
            each = measure_card(width)
            rows = app.size.height if self.is_mounted else 0
            words = self.fit_words(view, each - FRAME, large=large)
            cards = [self.draw_card(view, number, each, rows, words) for number in NUMBERS]
            gaps = [" " * gap for gap in measure_gaps(width)]
            lines = [join_cards(row, gaps) for row in zip(*cards, strict=True)]
            self._drawn = depends, lines
        return self._drawn[1]

    def fit_words(self, view: View, width: int, *, large: bool) -> Fit | None:
        """Find the letters for all keywords, if the cards have room for them."""
        spare = self.app.size.height >= SPACIOUS and len(view.rounds) <= FEW
        if view.keywords is None or not (large or spare):
            return None
        return fit_alike(view.keywords, width - 2, LARGE_ROWS if large else MIN_ROWS)

    def draw_card(
        self, view: View, number: int, width: int, rows: int, words: Fit | None
    ) -> list[Content]:
        """Draw one card: its number, the word or its back, and what is placed on it.

        Args:
            view: The view.
            number: The keyword's number.
            width: Cells of the card.
            rows: Rows of the screen: more of them make the card larger.
            words: The letters for all keywords; none if they are not in large letters.
        """
        large = is_large(self)
        room = [BLANK] if rows >= SPACIOUS else []
        wanted = number in self.placed or (view.code is not None and number in view.code)
        left, line, right, side, low_left, low_right = HEAVY if wanted else LIGHT
        frame = "bold $primary" if wanted else "$muted"
        inside = width - 2
        colour = "primary" if wanted else "muted"
        if large:
            digit = self.draw_letters(str(number), colour, Fit(LARGE_ROWS, ()))
        else:
            has_room = rows >= (TALL if view.rounds else LOW)
            digits = list_digit_rows(number) if has_room else []
            digit = [Content.styled(row, f"${colour}").stylize("bold") for row in digits]
        head = line * inside if digit else f"{line} {number} {line * (inside - 4)}"
        title = Content.styled(f"{left}{head}{right}", frame)
        top = [*room, *digit, *room]
        is_parted = self.part is not Part.WHOLE and not large
        if view.keywords is None:
            back = Content.styled(BACK * (inside - 2), "$outline")
            placed = is_parted and number in self.placed
            top += (
                self.draw_placed(number, inside, large=False)
                if placed
                else [back] * (LARGE_ROWS if large else 1)
            )
        elif words is not None:
            top += self.draw_letters(
                view.keywords[number - 1], "primary" if wanted else "foreground", words
            )
        else:
            word = Content.styled(view.keywords[number - 1], "bold $primary" if wanted else "bold")
            top.append(word.truncate(inside, ellipsis=True))
        bottom = self.draw_placed(number, inside, large=large)
        if view.keywords is None and not self.placed and self.part is Part.WHOLE:
            bottom = top[-1:] * len(bottom)
        elif large:
            bottom = [BLANK, *bottom]
        if view.over or is_parted or 0 < rows < self.least_rows:
            bottom = []  # nothing comes to lie there
        bottom += room
        inner = {Part.TOP: top, Part.BOTTOM: bottom}.get(self.part, [*top, *bottom])
        edge = Content.styled(side, frame)
        lines = [Content.assemble(edge, centre_line(row, inside), edge) for row in inner]
        end = Content.styled(f"{low_left}{line * inside}{low_right}", frame)
        before = [] if self.part is Part.BOTTOM else [title]
        after = [] if self.part is Part.TOP else [end]
        return [*before, *lines, *after]

    def draw_placed(self, number: int, width: int, *, large: bool) -> list[Content]:
        """Draw what lies on a card, in as many rows for each."""
        said = self.placed.get(number, "")
        small = Content.styled(said, "bold $primary").truncate(width, ellipsis=True)
        if not large:
            return [small]
        every = [one for one in self.placed.values() if one]
        fit = fit_alike(every, width - 2, MIN_ROWS) or fit_alike([said], width - 2, MIN_ROWS)
        drawn = [BLANK, small]
        if said and fit is not None:
            drawn = self.draw_letters(said, "primary", fit)
        return [*drawn, *[BLANK] * (MIN_ROWS - len(drawn))]

    def draw_letters(self, text: str, colour: str, fit: Fit) -> list[Content]:
        """Draw a text in large letters, in a colour of the theme."""
        found = Color.parse(self.app.theme_variables[colour])
        return draw_line(self, text, found, fit.size, narrow=fit.narrow)

    def on_click(self, event: events.Click) -> None:
        """Choose the card under the pointer."""
        width, left = self.content_size.width, 0
        for number, gap in zip(NUMBERS, (*measure_gaps(width), 0), strict=True):
            if left <= event.x < left + measure_card(width):
                self.post_message(self.Chosen(number))
            left += measure_card(width) + gap


def join_cards(parts: Sequence[Content], gaps: Sequence[str]) -> Content:
    """Join a row of the four cards, with the blanks between them."""
    return Content.assemble(
        *(part for pair in zip(parts, (*gaps, ""), strict=True) for part in pair)
    )
