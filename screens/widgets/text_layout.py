"""Wrap, align, shorten and centre text as lines."""

import re
from collections.abc import Sequence

from rich.cells import cell_len
from textual.content import Content

from screens.players.marks import MARKS

BLANK = Content("")
MARK_GAP, GLUE = re.compile(rf"(?<!\S)([{MARKS}]) (?=\S)"), "\ue000"
"""The blank between a player's mark and name, and what stands for it while a line is broken."""


SHORTEST = 3
"""The fewest cells of a cut name with an ellipsis."""


def cut_name(name: str, cells: int) -> str:
    """Cut a name to so many cells: with an ellipsis, or to its initial if there are too few."""
    if cell_len(name) <= cells:
        return name
    room = cells - 1 if cells >= SHORTEST else cells
    kept = ""
    for letter in name:
        if cell_len(kept + letter) > room:
            break
        kept += letter
    return f"{kept}…" if cells >= SHORTEST else kept


def wrap_text(text: Content, width: int) -> list[Content]:
    """Wrap a text to `width`; a player's mark stays with the name behind it."""
    glued = MARK_GAP.sub(rf"\1{GLUE}", text.plain)
    if glued == text.plain:
        return text.wrap(width)
    lines = Content(glued, list(text.spans)).wrap(width)
    return [Content(line.plain.replace(GLUE, " "), list(line.spans)) for line in lines]


def wrap_evenly(text: Content, width: int) -> list[Content]:
    """Wrap a text into as few lines as fit, about equally long, so that no word is left alone."""
    lines = wrap_text(text, width)
    if len(lines) > 1 and "\n" not in text.plain:
        least = text.cell_length // len(lines)
        even = (wrap_text(text, narrower) for narrower in range(least, width))
        lines = next((rows for rows in even if len(rows) <= len(lines)), lines)
    return lines


def lay_out_row(cells: Sequence[Content], widths: Sequence[int]) -> list[Content]:
    """Lay out a row of a table: wrap each cell to its width less one blank.

    Nothing is cut: long words are folded, and wide characters count as two cells. Columns are
    at least one cell wide.
    """
    widths = [max(width, 2) for width in widths]
    columns = [
        wrap_text(cell, width - 1) or [BLANK] for cell, width in zip(cells, widths, strict=True)
    ]
    rows = []
    for place in range(max(map(len, columns))):
        parts = []
        for column, width in zip(columns, widths, strict=True):
            part = column[place] if place < len(column) else BLANK
            parts.append(part.pad_right(max(width - part.cell_length, 0)))
        rows.append(Content("").join(parts).rstrip())
    return rows


def wrap_items(head: Content, items: Sequence[Content], width: int, most: int) -> list[Content]:
    """Lay out items behind a head, with commas between them; lines break only between items.

    Items for which there is no room in `most` lines are counted: `and 3 more`.
    """
    for shown in range(len(items), 0, -1):
        parts = [Content.assemble(item, ",") for item in items[: shown - 1]] + [items[shown - 1]]
        if shown < len(items):
            parts.append(Content.styled(f"and {len(items) - shown} more", "$muted"))
        lines = [head]
        for part in parts:
            gap = "" if lines[-1] is head else " "
            if lines[-1] is not head and lines[-1].cell_length + 1 + part.cell_length > width:
                lines.append(part)
            else:
                lines[-1] = Content.assemble(lines[-1], gap, part)
        if len(lines) <= most:
            break
    return lines[:most]


def split_evenly[Item](items: Sequence[Item], count: int) -> list[Sequence[Item]]:
    """Split items into `count` parts of about the same length, in their order."""
    total = len(items)
    return [items[total * part // count : total * (part + 1) // count] for part in range(count)]


def spread(left: Content, right: Content, width: int) -> list[Content]:
    """Lay out two texts at the ends of one line; one above the other if they do not fit."""
    gap = width - left.cell_length - right.cell_length
    if gap < 2:
        return [*wrap_text(left, width), *wrap_text(right, width)]
    return [Content.assemble(left, " " * gap, right)]


def shorten(text: Content, width: int, rows: int) -> list[Content]:
    """Wrap a text into at most `rows` rows; the last ends in an ellipsis if there is more."""
    lines = text.wrap(width)
    if len(lines) <= rows:
        return lines
    return [*lines[: rows - 1], Content(" ").join(lines[rows - 1 :]).truncate(width, ellipsis=True)]


def wrap_parts(parts: Sequence[Content], width: int) -> Content:
    """Join texts with two blanks; those that do not fit into the line begin another, whole."""
    lines: list[Content] = []
    for part in parts:
        if lines and lines[-1].cell_length + 2 + part.cell_length <= width:
            lines[-1] = Content.assemble(lines[-1], "  ", part)
        else:
            lines.append(part)
    return Content("\n").join(lines)


def centre_text(text: Content, width: int) -> list[Content]:
    """Wrap a text to `width` and centre its lines, which are about equally long."""
    lines = wrap_evenly(text, width)
    return [line.pad_left((width - line.cell_length) // 2) for line in lines]


def centre_line(line: Content, width: int) -> Content:
    """Put a line in the middle of `width` cells, which it fills with blanks."""
    left = (width - line.cell_length) // 2
    return line.pad_left(left).pad_right(width - line.cell_length - left)
