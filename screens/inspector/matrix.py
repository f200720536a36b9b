"""The similarities that a baseline compared, as a table."""

from collections.abc import Iterator

from rich.cells import cell_len
from textual.content import Content

from engine.games.explanation import Explanation
from engine.text import clean
from screens.widgets.layout import BLANK, lay_out_row

MAX_LABEL = 26
"""The most cells of the label of a row."""


MIN_COLUMN, MAX_COLUMN = 11, 22
"""The least and the most cells of a column of numbers."""


CHOSEN = "●"
"""Marks a number that was chosen."""


def render_matrix(explanation: Explanation, width: int) -> Iterator[Content]:
    """Render the similarities that a baseline compared as a table, with its choice and a note.

    No line is wider than `width` cells.
    """
    yield from Content.styled(clean(explanation.title), "bold").wrap(width)
    yield BLANK
    names = [clean(row, 60) for row in explanation.rows]
    label = min(max((cell_len(name) for name in names), default=0) + 3, MAX_LABEL, width // 2)
    fit = max((width - label) // MIN_COLUMN, 1)
    for start in range(0, max(len(explanation.columns), 1), fit):
        places = range(start, min(start + fit, len(explanation.columns)))
        heads = [
            Content.styled(clean(explanation.columns[place], 200), "$muted") for place in places
        ]
        most = min((width - label) // max(len(places), 1), MAX_COLUMN)
        widths = (label, *(min(max(head.cell_length + 3, MIN_COLUMN), most) for head in heads))
        yield from lay_out_row((BLANK, *heads), widths)
        for row, name in enumerate(names):
            cells = [_render_cell(explanation, row, place) for place in places]
            yield from lay_out_row((Content(name), *cells), widths)
        yield BLANK
    marked = f"{CHOSEN} chosen; " if explanation.chosen else ""
    legend = f"{marked}numbers: {clean(explanation.measure)}"
    yield from Content.styled(legend, "$muted").wrap(width)
    yield BLANK
    yield from Content(clean(explanation.note, 2000)).wrap(width)


def _render_cell(explanation: Explanation, row: int, column: int) -> Content:
    number = f"{explanation.values[row][column]:6.3f}"
    if (row, column) in explanation.chosen:
        return Content.styled(f"{CHOSEN} {number}", "bold $primary")
    return Content(f"  {number}")
