"""Build tables whose numbers link to lists of the turns that they count."""

from collections.abc import Mapping, Sequence

import pandas as pd

from engine.text import clean
from lab.papers.decrypto.counted_turns import Details, strip_prefix
from lab.papers.decrypto.figure_format import Format
from lab.report.section import TextTable


def build_linked_table(
    title: str,
    table: pd.DataFrame,
    by: Sequence[str],
    details: Details,
    columns: Mapping[str, Format],
    texts: int = 0,
) -> TextTable:
    """Build a table with a row for each group, whose numbers link to the group's answers.

    Args:
        title: The title.
        table: A row for each group.
        by: The columns that identify groups.
        details: The lists of answers.
        columns: By heading: the format of its cells.
        texts: The number of these columns without numbers.
    """
    every = [row for _, row in table.iterrows()]
    groups = [tuple(row[name] for name in by) for row in every]
    rows = [
        (*(clean(str(name), 80) for name in group), *(write(row) for write in columns.values()))
        for group, row in zip(groups, every, strict=True)
    ]
    links = tuple(map(details.get_anchor, groups))
    return TextTable(title, (*map(strip_prefix, by), *columns), rows, len(by) + texts, links=links)
