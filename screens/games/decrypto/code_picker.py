"""The row of digits in which a guess at the code is picked."""

from dataclasses import dataclass, replace
from typing import ClassVar

from textual import events
from textual.binding import Binding, BindingType
from textual.content import Content
from textual.message import Message
from textual.reactive import reactive

from engine.games.decrypto.moves import Code
from engine.games.decrypto.view import View
from screens.games.decrypto.keyword_cards import CHOICE, ORDINAL, ORDINALS
from screens.widgets.lines import Lines
from screens.widgets.text_layout import lay_out_row

CODE_DIGITS = (1, 2, 3, 4)
NARROWEST = 18
"""Cells of the narrowest column of hints."""


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
        mark = "▌" if self.has_focus else " "
        cells = (
            Content.assemble((mark, "$primary"), (f"{ORDINALS[self.place]}", "$muted")),
            Content.styled(self.view.hints[self.place], "bold"),
            *(self.build_choice(digit) for digit in CODE_DIGITS),
        )
        return lay_out_row(cells, (ORDINAL, self.measure_hint(width), *[CHOICE] * len(CODE_DIGITS)))

    def measure_hint(self, width: int) -> int:
        """Measure the column of hints: the numbers stand beside the longest, if there is space."""
        longest = max(Content(hint).cell_length for hint in self.view.hints or ("",))
        room = max(width - ORDINAL - CHOICE * len(CODE_DIGITS), 8)
        return min(max(longest + 4, NARROWEST), room)

    def build_choice(self, digit: int) -> Content:
        """One number, as it stands in the row."""
        mine = self.picks.digits[self.place] == digit
        taken = not mine and digit in self.picks.digits
        sign = "●" if mine else "·" if taken else "○"
        style = "bold $primary" if mine else "$muted" if taken else ""
        if self.has_focus and self.pointed == digit:
            style += " underline"
        return Content.styled(f"{sign} {digit}", style)

    def on_focus(self) -> None:
        """Point at the digit picked here."""
        self.pointed = self.picks.digits[self.place] or self.pointed

    def on_click(self, event: events.Click) -> None:
        """Pick the number under the pointer."""
        spot = event.get_content_offset(self)
        if spot is None:
            return
        digit = (spot.x - ORDINAL - self.measure_hint(self.content_size.width)) // CHOICE + 1
        if digit in CODE_DIGITS:
            self.post_message(self.Picked(self.place, digit))

    def action_pick_pointed(self) -> None:
        """Pick the number that the arrows point at."""
        self.post_message(self.Picked(self.place, self.pointed))

    def action_point(self, by: int) -> None:
        """Point at a neighbour."""
        self.pointed = min(max(self.pointed + by, 1), 4)
