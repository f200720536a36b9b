"""The row of digits in which a guess at the code is picked."""

from dataclasses import dataclass, replace
from itertools import zip_longest
from typing import ClassVar

from textual import events
from textual.binding import Binding, BindingType
from textual.color import Color
from textual.content import Content
from textual.geometry import Size
from textual.message import Message
from textual.reactive import reactive

from engine.games.decrypto.moves import Code
from engine.games.decrypto.view import View
from screens.games.decrypto.keyword_cards import ORDINALS, is_large
from screens.widgets.large_text import build_large_lines, draw_line
from screens.widgets.letter_size import MIN_ROWS
from screens.widgets.lines import Lines
from screens.widgets.text_layout import BLANK, lay_out_row

CODE_DIGITS = (1, 2, 3, 4)
NARROWEST = 18
"""Cells of the narrowest column of hints."""
ORDINAL, CHOICE, LARGE_CHOICE = 6, 6, 14
"""Cells for the place of a hint, and for a number to pick, which may be large."""
LINE = 1
"""The row of large letters beside which small ones stand."""


@dataclass(frozen=True, slots=True)
class Picks:
    """An incomplete guess: for each hint a digit or `None`; no digit twice."""

    digits: tuple[int | None, int | None, int | None] = (None, None, None)

    @property
    def code(self) -> Code | None:
        """The guess, once it is complete."""
        match self.digits:
            case (int(a), int(b), int(c)):
                return a, b, c
        return None

    @property
    def next_open(self) -> int | None:
        """The first hint without a digit."""
        return self.digits.index(None) if None in self.digits else None

    def pick(self, place: int, digit: int | None) -> "Picks":
        """Pick `digit` for the hint at `place`; swap with a hint that already had it."""
        here = self.digits[place]
        digits = [here if digit is not None and other == digit else other for other in self.digits]
        digits[place] = digit
        a, b, c = digits
        return replace(self, digits=(a, b, c))


class PickRow(Lines, can_focus=True):
    """One hint, and the four keyword numbers it may stand for."""

    DEFAULT_CSS = """
    PickRow { height: auto; padding-right: 1; }
    PickRow:focus { background: $panel; }
    """
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("left", "point(-1)", show=False),
        Binding("right", "point(1)", show=False),
        Binding("space", "pick_pointed", show=False),
    ]
    picks: reactive[Picks] = reactive(Picks())
    """The whole guess; this row shows its own digit, and those taken by other rows."""
    pointed: reactive[int] = reactive(1)
    """The digit that Space would pick."""

    class Picked(Message):
        """A digit was picked here."""

        def __init__(self, place: int, digit: int) -> None:
            """For the hint at `place`, counted from 0."""
            super().__init__()
            self.place = place
            self.digit = digit

    def __init__(self, view: View, place: int) -> None:
        """Offer digits for the hint at `place`, counted from 0."""
        super().__init__(id=f"pick-{place}")
        self.view = view
        self.place = place

    def layout_lines(self, width: int) -> list[Content]:
        """The hint, and the numbers at the end of its line."""
        assert self.view.hints is not None
        hint = self.view.hints[self.place]
        wide = self.measure_hint(width)
        widths = (ORDINAL, wide, *[self.choice_width] * len(CODE_DIGITS))
        place = Content.styled(ORDINALS[self.place], "$muted")
        if not is_large(self):
            mark = Content.styled("▌" if self.has_focus else " ", "$primary")
            choices = (self.build_choice(digit) for digit in CODE_DIGITS)
            row = Content.assemble(mark, place), Content.styled(hint, "bold"), *choices
            return lay_out_row(row, widths)
        drawn = [self.draw_choice(digit) for digit in CODE_DIGITS]
        parts: list[list[Content]] = [[BLANK, place], self.draw_hint(hint, wide), *drawn]
        rows = zip_longest(*parts, fillvalue=BLANK)
        mark = Content.styled("▌" if self.has_focus else " ", "$primary")
        return [
            Content.assemble(mark, *(cell.pad_right(each - cell.cell_length) for cell, each in row))
            for row in (zip(cells, (ORDINAL - 1, *widths[1:]), strict=True) for cells in rows)
        ]

    @property
    def choice_width(self) -> int:
        """Cells of a number to pick."""
        return LARGE_CHOICE if is_large(self) else CHOICE

    def measure_hint(self, width: int) -> int:
        """Measure the column of hints: the numbers stand beside the longest, if there is space."""
        hints = self.view.hints or ("",)
        room = max(width - ORDINAL - self.choice_width * len(CODE_DIGITS), 8)
        if is_large(self):
            drawn = [line for hint in hints for line in self.draw_hint(hint, room)]
            return min(max(line.cell_length for line in drawn) + LARGE_CHOICE // 2, room)
        longest = max(Content(hint).cell_length for hint in hints)
        return min(max(longest + 4, NARROWEST), room)

    def draw_hint(self, hint: str, width: int) -> list[Content]:
        """Draw a hint in large letters, or write it where they do not fit."""
        colour = Color.parse(self.app.theme_variables["foreground"])
        large = build_large_lines(self, hint, colour, Size(width - 2, MIN_ROWS), narrow=True)
        return large or [BLANK, *Content.styled(hint, "bold").wrap(width - 2)]

    def build_choice(self, digit: int) -> Content:
        """One number, as it stands in the row."""
        sign, style = self.find_sign(digit)
        if self.has_focus and self.pointed == digit:
            style += " underline"
        return Content.styled(f"{sign} {digit}", style)

    def draw_choice(self, digit: int) -> list[Content]:
        """One number in large letters; a line beneath it is the pointer."""
        sign, style = self.find_sign(digit)
        name = {"bold $primary": "primary", "$muted": "muted"}.get(style, "foreground")
        drawn = draw_line(self, str(digit), Color.parse(self.app.theme_variables[name]), MIN_ROWS)
        lines = [
            Content.assemble((sign if row == LINE else " ", style), " ", line)
            for row, line in enumerate(drawn)
        ]
        pointed = self.has_focus and self.pointed == digit
        wide = max(line.cell_length for line in drawn) + 2
        return [*lines, Content.styled("▔" * wide, style) if pointed else BLANK]

    def find_sign(self, digit: int) -> tuple[str, str]:
        """Find the sign of a number, and its style: picked here, taken by another, or free."""
        mine = self.picks.digits[self.place] == digit
        taken = not mine and digit in self.picks.digits
        sign = "●" if mine else "·" if taken else "○"
        return sign, "bold $primary" if mine else "$muted" if taken else ""

    def on_focus(self) -> None:
        """Point at the digit picked here."""
        self.pointed = self.picks.digits[self.place] or self.pointed

    def on_click(self, event: events.Click) -> None:
        """Pick the number under the pointer."""
        spot = event.get_content_offset(self)
        if spot is None:
            return
        before = ORDINAL + self.measure_hint(self.content_size.width)
        digit = (spot.x - before) // self.choice_width + 1
        if digit in CODE_DIGITS:
            self.post_message(self.Picked(self.place, digit))

    def action_pick_pointed(self) -> None:
        """Pick the number that the arrows point at."""
        self.post_message(self.Picked(self.place, self.pointed))

    def action_point(self, by: int) -> None:
        """Point at a neighbour."""
        self.pointed = min(max(self.pointed + by, 1), 4)
