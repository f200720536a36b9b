"""The similarities that a baseline compared, as a table."""

from collections.abc import Iterator

from textual.content import Content

from engine.games.explanation import Explanation
from engine.seat_codes import SEAT_CODE
from engine.text import clean
from screens.players.seat_names import SeatNames
from screens.widgets.text_layout import BLANK, lay_out_row

MAX_LABEL = 26
"""The most cells of the label of a row."""


MAX_LABEL_LENGTH = 200
"""Maximum length of the label of a row or a column, in characters."""


MIN_COLUMN, MAX_COLUMN = 11, 22
"""The least and the most cells of a column of numbers."""


NUMBER = 8
"""Cells of a number and of the mark before it."""


CHOSEN = "●"
"""Marks a number that was chosen."""


def render_similarities(
    explanation: Explanation, names: SeatNames, width: int
) -> Iterator[Content]:
    """Render the similarities that a baseline compared as a table, with its choice and a note.

    Players have their names instead of the codes of their seats. No line is wider than `width`
    cells.
    """
    title = names.format_plain_sentence(clean(explanation.title))
    yield from Content.styled(title, "bold").wrap(width)
    yield BLANK
    rows = [_render_label(row, names) for row in explanation.rows]
    label = min(max((row.cell_length for row in rows), default=0) + 3, MAX_LABEL, width // 2)
    fit = max((width - label) // MIN_COLUMN, 1)
    for start in range(0, max(len(explanation.columns), 1), fit):
        places = range(start, min(start + fit, len(explanation.columns)))
        heads = [
            _align_right(_render_label(explanation.columns[place], names).stylize_before("$muted"))
            for place in places
        ]
        most = min((width - label) // max(len(places), 1), MAX_COLUMN)
        widths = (label, *(min(max(head.cell_length + 3, MIN_COLUMN), most) for head in heads))
        yield from lay_out_row((BLANK, *heads), widths)
        for row, name in enumerate(rows):
            cells = [_render_cell(explanation, row, place) for place in places]
            yield from lay_out_row((name, *cells), widths)
        yield BLANK
    marked = f"{CHOSEN} chosen; " if explanation.chosen else ""
    legend = f"{marked}numbers: {clean(explanation.measure)}"
    yield from Content.styled(legend, "$muted").wrap(width)
    yield BLANK
    yield from Content(names.format_plain_sentence(clean(explanation.note, 2000))).wrap(width)


def _render_label(label: str, names: SeatNames) -> Content:
    """The label of a row or a column; a player with mark and colour for the code of a seat."""
    if SEAT_CODE.fullmatch(label) and label in names.seats:
        return names.format_player(label)
    return Content(clean(label, MAX_LABEL_LENGTH))


def _align_right(head: Content) -> Content:
    """Align a short head with the numbers beneath it."""
    return head.pad_left(max(NUMBER - head.cell_length, 0))


def _render_cell(explanation: Explanation, row: int, column: int) -> Content:
    number = f"{explanation.values[row][column]:6.3f}"
    if (row, column) in explanation.chosen:
        return Content.styled(f"{CHOSEN} {number}", "bold $primary")
    return Content(f"  {number}")
