"""Write a report as Markdown."""

import re
from collections.abc import Sequence

from lab.analysis.evaluation import Report
from lab.report.methods import describe_methods
from lab.report.section import TextTable
from lab.report.tables import build_tables


def to_markdown(report: Report, charts: Sequence[str] = ()) -> str:
    """Write the report as Markdown.

    Args:
        report: The report.
        charts: The names of files with charts.
    """
    parts = [f"# {_escape_markdown(report.title)}", _escape_markdown(report.question)]
    parts += [f"![Chart {number}]({name})" for number, name in enumerate(charts, 1)]
    for table in build_tables(report):
        parts += [f"## {table.title}", format_markdown_table(table), table.note]
    parts += ["## Methods", _escape_markdown(describe_methods(report))]
    return "\n\n".join(part for part in parts if part) + "\n"


def format_markdown_table(table: TextTable) -> str:
    """Format a table as Markdown, with columns aligned in the source."""
    rows = [[_escape_markdown(cell) for cell in row] for row in (table.heads, *table.rows)]
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


def _escape_markdown(text: str) -> str:
    """Escape links, tags and code in Markdown; intervals in brackets stay readable."""
    return re.sub(r"[\\`*|]|<(?=[a-zA-Z/!?])|\](?=[(\[:])", r"\\\g<0>", text)
