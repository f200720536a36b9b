"""Compute a measure for each group of rows."""

from collections.abc import Callable, Sequence
from dataclasses import asdict

import pandas as pd

from lab.statistics.estimate import Estimate


def measure_groups(
    table: pd.DataFrame, by: Sequence[str], measure: Callable[[pd.DataFrame], Estimate]
) -> pd.DataFrame:
    """Compute a measure for each group of rows, as a table with the fields of `Estimate`.

    Args:
        table: A table, such as the games of a run.
        by: The columns to group by; they are a MultiIndex of the result, even if there is only one.
        measure: Computes the figure from the rows of a group.
    """
    found = {group: asdict(measure(rows)) for group, rows in table.groupby(list(by), observed=True)}
    index = pd.MultiIndex.from_tuples(list(found), names=list(by)) if found else None
    columns = [name for name in Estimate.__dataclass_fields__ if name != "reason"]
    return pd.DataFrame(list(found.values()), index=index, columns=columns)
