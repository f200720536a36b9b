"""Write the figures of a report as CSV."""

from collections.abc import Sequence
from pathlib import Path

import pandas as pd

from files.replacement import replace_file
from lab.analysis.evaluation import Report
from lab.analysis.redaction import redact_table
from lab.analysis.told_settings import list_told_columns
from lab.csv import format_csv
from lab.report.section import build_sections
from lab.run.lineup import PLAYER, SETTING


def tabulate_figures(report: Report) -> pd.DataFrame:
    """Build a table with a row for each measure of each line-up; empty if nothing is measured."""
    parts = []
    for measure in report.measures:
        table = report.figures[measure.name].reset_index()
        keys = list(table[report.keys].itertuples(index=False, name=None))
        seated = _find_seated(report, keys)
        for place, name in enumerate(one for one in seated if one not in report.keys):
            table.insert(len(report.keys) + place, name, seated[name])
        for setting, name, values in list_told_columns(report):
            column = f"{SETTING}{setting}_{name.removeprefix(PLAYER)}"
            table[column] = seated[name].map(values)
        table.insert(0, "measure", measure.name)
        parts.append(table)
    if not parts:
        return pd.DataFrame()
    return redact_table(pd.concat(parts, ignore_index=True), report.experiment.specs)


def _find_seated(report: Report, keys: Sequence[tuple[object, ...]]) -> dict[str, pd.Series]:
    """Find by the column of a seat: who sits there in the line-ups of each key."""
    return {
        name: pd.Series([report.find_value(key, name) for key in keys], dtype=object)
        for name in report.seat_columns
    }


def tabulate_differences(report: Report) -> pd.DataFrame:
    """Build a table with a row for each measure of each two line-ups that are compared.

    A seat in which both differ has the settings of its player twice, for the first and the second.
    """
    table = report.comparisons
    if table.empty:
        return table
    row = report.axes[0]
    rest = [name for name in report.keys if name != row]
    sides = {
        which: _find_seated(
            report,
            [
                tuple(one[which] if name == row else one[name] for name in report.keys)
                for one in table.to_dict("records")
            ],
        )
        for which in ("first", "second")
    }
    first, second = sides.values()
    same = [name for name in first if first[name].equals(second[name])]
    columns = {name: first[name] for name in same if name not in rest}
    for setting, name, values in list_told_columns(report):
        seat = f"{SETTING}{setting}_{name.removeprefix(PLAYER)}"
        if name in same:
            columns[seat] = first[name].map(values)
        else:
            columns |= {f"{seat}_{which}": sides[which][name].map(values) for which in sides}
    return table.assign(**columns)


def choose_table(report: Report) -> pd.DataFrame:
    """Choose the table for standard output: the figures, else the first of the game's own."""
    tables = (table for table in collect_tables(report).values() if len(table))
    return redact_table(next(tables, pd.DataFrame()), report.experiment.specs)


def collect_tables(report: Report) -> dict[str, pd.DataFrame]:
    """Collect all tables of a report by the name of their file.

    Raises:
        ValueError: If two tables have the same name, of which one would be lost.
    """
    survival = [
        curve.assign(**dict(zip(report.keys, key, strict=True)))
        for key, curve in report.survival.items()
    ]
    tables = {
        "figures": tabulate_figures(report),
        "differences": tabulate_differences(report),
        "side_ratings": report.ratings.reset_index(),
        "questions": report.questions.reset_index(),
        "survival": pd.concat(survival) if survival else pd.DataFrame(),
    }
    for section in build_sections(report):
        for name, frame in section.frames.items():
            if name in tables:
                raise ValueError(f"Two tables are called {name}.")
            tables[name] = frame.reset_index()
    return tables


def write_csv_files(report: Report, folder: Path) -> list[Path]:
    """Write the available figures, differences, questions and survival curves as CSV."""
    paths = []
    for name, table in collect_tables(report).items():
        if len(table):
            paths.append(folder / f"{name}.csv")
            replace_file(paths[-1], format_csv(redact_table(table, report.experiment.specs)))
    return paths
