"""Wrap, align, shorten and centre text as lines."""

from collections.abc import Sequence

from textual.content import Content

BLANK = Content("")


def lay_out_row(cells: Sequence[Content], widths: Sequence[int]) -> list[Content]:
    """Lay out a row of a table: wrap each cell to its width less one blank.

    Nothing is cut: long words are folded, and wide characters count as two cells. Columns are
    at least one cell wide.
    """
    widths = [max(width, 2) for width in widths]
    columns = [cell.wrap(width - 1) or [BLANK] for cell, width in zip(cells, widths, strict=True)]
    rows = []
    for place in range(max(map(len, columns))):
        parts = []
        for column, width in zip(columns, widths, strict=True):
            part = column[place] if place < len(column) else BLANK
            parts.append(part.pad_right(max(width - part.cell_length, 0)))
        rows.append(Content("").join(parts).rstrip())
    return rows


def spread(left: Content, right: Content, width: int) -> list[Content]:
    """Lay out two texts at the ends of one line; one above the other if they do not fit."""
    gap = width - left.cell_length - right.cell_length
    if gap < 2:
        return [*left.wrap(width), *right.wrap(width)]
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
    lines = text.wrap(width)
    if len(lines) > 1 and "\n" not in text.plain:
        least = text.cell_length // len(lines)
        even = (text.wrap(narrower) for narrower in range(least, width))
        lines = next((rows for rows in even if len(rows) <= len(lines)), lines)
    return [line.pad_left((width - line.cell_length) // 2) for line in lines]
