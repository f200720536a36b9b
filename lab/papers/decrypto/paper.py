"""The figures and tables that the Decrypto paper publishes."""

from typing import Any

from lab.analysis.evaluation import Report
from lab.papers.catalog import read_published
from lab.report.section import TextTable


def read_paper() -> dict[str, Any]:
    """Read the paper's values by the name of a figure or table."""
    return read_published("decrypto")


def quote_paper(name: str) -> str:
    return f"The paper: {' '.join(read_paper()[name].get('says', []))}"


def list_paper(report: Report, name: str) -> tuple[TextTable, ...]:
    """Return the paper's table, if the experiment asks for it."""
    return (_build_paper_table(name),) if name in report.experiment.report.paper else ()


def _build_paper_table(name: str) -> TextTable:
    """Build a table with the paper's values."""
    paper = read_paper()[name]
    rows = [tuple(row) for row in paper["rows"]]
    title = f"The paper's {name.replace('-', ' ')}"
    first = next(n for n, cell in enumerate(rows[0]) if cell[:1].isdigit())
    return TextTable(title, tuple(paper["heads"]), rows, first, " ".join(paper["says"]))
