"""What the Decrypto paper publishes, as notes and tables of a report."""

from lab.analysis.evaluation import Report
from lab.papers.catalog import read_paper
from lab.papers.exhibit import format_exhibit
from lab.report.section import TextTable


def quote_paper(name: str) -> str:
    return f"The paper: {' '.join(read_paper('decrypto').exhibits[name].says)}"


def list_published(report: Report, name: str) -> tuple[TextTable, ...]:
    """Return the paper's table, if the experiment asks for it."""
    return (_build_table(name),) if name in report.experiment.report.paper else ()


def _build_table(name: str) -> TextTable:
    """Build a table with the paper's values."""
    exhibit = read_paper("decrypto").exhibits[name]
    title = f"The paper's {format_exhibit(name)}"
    return TextTable(title, exhibit.heads, exhibit.rows, exhibit.labels, " ".join(exhibit.says))
