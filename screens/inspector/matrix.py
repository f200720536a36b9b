"""What a baseline compared, as a table with its choice marked."""

from collections.abc import Iterator
from typing import TYPE_CHECKING

from rich.cells import cell_len
from textual.content import Content

from engine.text import clean
from screens.widgets.lines import BLANK, side_by_side

if TYPE_CHECKING:
    from engine.explanation import Explanation

LABEL = 26
"""The most cells of what a row is of."""
NARROWEST, WIDEST = 11, 22
"""The cells of a column of numbers."""
CHOSEN = "●"
"""Stands before a number that was chosen."""


def matrix(insight: "Explanation", width: int) -> Iterator[Content]:
    """The table and how to read it, none of its lines wider than `width` cells."""
    yield from Content.styled(clean(insight.title), "bold").wrap(width)
    yield BLANK
    names = [clean(row, 60) for row in insight.rows]
    label = min(max((cell_len(name) for name in names), default=0) + 3, LABEL, width // 2)
    fit = max((width - label) // NARROWEST, 1)
    for start in range(0, max(len(insight.columns), 1), fit):
        places = range(start, min(start + fit, len(insight.columns)))
        heads = [Content.styled(clean(insight.columns[place], 200), "$muted") for place in places]
        most = min((width - label) // max(len(places), 1), WIDEST)
        widths = (label, *(min(max(head.cell_length + 3, NARROWEST), most) for head in heads))
        yield from side_by_side((BLANK, *heads), widths)
        for row, name in enumerate(names):
            cells = [_cell(insight, row, place) for place in places]
            yield from side_by_side((Content(name), *cells), widths)
        yield BLANK
    marked = f"{CHOSEN} chosen; " if insight.chosen else ""
    legend = f"{marked}numbers: {clean(insight.measure)}"
    yield from Content.styled(legend, "$muted").wrap(width)
    yield BLANK
    yield from Content(clean(insight.note, 2000)).wrap(width)


def _cell(insight: "Explanation", row: int, column: int) -> Content:
    number = f"{insight.values[row][column]:6.3f}"
    if (row, column) in insight.chosen:
        return Content.styled(f"{CHOSEN} {number}", "bold $primary")
    return Content(f"  {number}")
