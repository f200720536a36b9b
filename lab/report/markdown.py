"""Write a report as Markdown."""

import re
from collections.abc import Sequence

from engine.text import clean
from lab.analysis.evaluation import Report
from lab.report.methods import describe_methods
from lab.report.section import TextTable
from lab.report.tables import build_tables

SPECIAL = re.compile(
    r"[\\`*|~]|&(?=[#\w])"  # escapes, code, emphasis, columns, strikethrough, entities
    r"|<(?=[a-zA-Z/!?])"  # tags and addresses
    r"|\](?=[(\[:])"  # links; intervals in brackets stay readable
    r"|(?<!\S)#"  # headings, and their ends
    r"|(?<![^\W_])_|_(?![^\W_])"  # emphasis, but not within a name
)
"""Matches characters that Markdown would not show as they are, anywhere in a line."""


def to_markdown(report: Report, charts: Sequence[str] = ()) -> str:
    """Write the report as Markdown.

    Args:
        report: The report.
        charts: The names of files with charts.
    """
    parts = [f"# {escape_markdown(report.title)}", _format_paragraph(report.question)]
    parts += [f"![Chart {number}]({name})" for number, name in enumerate(charts, 1)]
    for table in build_tables(report):
        title, note = escape_markdown(table.title), _format_paragraph(table.note)
        parts += [f"## {title}", format_markdown_table(table), note]
    parts += ["## Methods", _format_paragraph(describe_methods(report))]
    return "\n\n".join(part for part in parts if part) + "\n"


def format_markdown_table(table: TextTable) -> str:
    """Format a table as Markdown, with columns aligned in the source."""
    rows = [[escape_markdown(cell) for cell in row] for row in (table.heads, *table.rows)]
    widths = [max(3, *(len(row[n]) for row in rows)) for n in range(len(table.heads))]
    lines = []
    for number, row in enumerate(rows):
        cells = [
            cell.rjust(width) if place >= table.numbers_from else cell.ljust(width)
            for place, (cell, width) in enumerate(zip(row, widths, strict=True))
        ]
        lines.append(f"| {' | '.join(cells)} |")
        if not number:
            rules = [
                "-" * (width - 1) + (":" if place >= table.numbers_from else "-")
                for place, width in enumerate(widths)
            ]
            lines.append(f"| {' | '.join(rules)} |")
    return "\n".join(lines)


def escape_markdown(text: str) -> str:
    """Escape text for a cell or a heading of Markdown, in one line."""
    return SPECIAL.sub(r"\\\g<0>", clean(text, 4 * len(text)))


def _format_paragraph(text: str) -> str:
    """Escape text for a paragraph, which is not to begin as anything else."""
    return re.sub(r"\A(\d*)([>+=.)-])", r"\1\\\2", escape_markdown(text))
