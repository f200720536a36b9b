"""The talk of a game of Adversarial Taboo, line by line."""

from collections.abc import Sequence
from typing import TYPE_CHECKING

from textual.content import Content

from engine.game import Seat
from engine.games.taboo.view import View, find_speaker
from screens.games.ui import SeatNames
from screens.widgets.lines import BLANK, Lines, Scroll, side_by_side

if TYPE_CHECKING:
    from engine.games.taboo.near_target import NearPlace

NUMBER = 4
"""Cells of the column for the number of the turn."""
WIDEST = 18
"""Cells of the widest column for names."""
ROOMY = 96
"""From this many cells on there is air between turns."""


class Talk(Scroll):
    """All that was said; the last line is scrolled to."""

    DEFAULT_CSS = "Talk { height: 1fr; min-height: 4; }"

    def __init__(self, names: SeatNames, view: View | None = None) -> None:
        """Tell the talk of `view`."""
        self.said = Said(names, view)
        super().__init__(self.said)

    def on_mount(self) -> None:
        """Begin at the latest line."""
        self.scroll_end(animate=False)

    def show(self, view: View) -> None:
        """Tell the talk of another view."""
        self.said.view = view
        self.said.refresh(layout=True)
        if self.is_mounted:
            self.scroll_end(animate=False)


class Said(Lines):
    """The lines of the talk, each with its turn and who said it; then the guess."""

    def __init__(
        self,
        names: SeatNames,
        view: View | None = None,
        marks: "Sequence[Sequence[NearPlace]]" = (),
    ) -> None:
        """Tell the talk of `view`.

        Args:
            names: Who sits where.
            view: Whose talk; none yet if left out.
            marks: For each line, the places in it that were near the target.
        """
        super().__init__()
        self.names = names
        self.view = view
        self.marks = marks

    def layout_lines(self, width: int) -> list[Content]:
        """A row for each line, more for a long one."""
        view = self.view
        if view is None:
            return []
        if not view.talk and view.guess is None:
            return [Content.styled("Nothing has been said yet.", "$muted")]
        names = [Content(label) for label in self.names.labels]
        name = min(max(one.cell_length for one in names) + 2, WIDEST, width // 3)
        widths = (NUMBER, name, width - NUMBER - name + 1)
        rows: list[Content] = []
        for place, line in enumerate(view.talk):
            marks = self.marks[place] if self.marks else ()
            if rows and place % 2 == 0 and width >= ROOMY:
                rows.append(BLANK)
            rows += self.row(place, marked(line, marks), widths)
            if marks:
                rows += side_by_side((BLANK, BLANK, told(line, marks)), widths)
        if view.guess is not None:
            rows += self.row(len(view.talk), guessed(view), widths)
        return rows

    def row(self, place: int, text: Content, widths: tuple[int, int, int]) -> list[Content]:
        """One line, with its number where a turn begins."""
        seat = Seat(find_speaker(place))
        number = f"{place // 2 + 1}" if place % 2 == 0 else ""
        style = "bold $primary" if seat == 0 else "bold"
        return side_by_side(
            (
                Content.styled(number, "$muted"),
                Content.styled(self.names.labels[seat], style),
                text,
            ),
            widths,
        )


def marked(line: str, places: "Sequence[NearPlace]") -> Content:
    """A line with the places in it that were near the target."""
    text = Content(line)
    for place in places:
        style = "bold $error underline" if place.form else "$primary underline"
        text = text.stylize(style, place.start, place.end)
    return text


def told(line: str, places: "Sequence[NearPlace]") -> Content:
    """Why these places are marked."""
    return Content.styled(f"↑ {', '.join(place.describe(line) for place in places)}", "$muted")


def guessed(view: View) -> Content:
    """The guess, and whether it was right."""
    right = view.outcome is not None and view.outcome.reason == "guessed"
    return Content.assemble(
        ("guesses ", "$muted"),
        (view.guess or "", "bold $primary"),
        ("  ✓ right", "$success") if right else ("  ✗ wrong", "$error"),
    )
