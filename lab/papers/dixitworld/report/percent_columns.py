"""Name columns of CSV files by their unit."""

from collections.abc import Iterable

import pandas as pd

ENDS = ("", "_low", "_high", "_error")


def name_percents(
    table: pd.DataFrame, percents: Iterable[str], points: Iterable[str] = ()
) -> pd.DataFrame:
    """Name columns in percent `NAME_percent`, and those in percentage points `NAME_points`.

    A column without such an ending is a share, so that one name has one unit in all files.

    Args:
        table: The table.
        percents: Its columns in percent; their ends and errors too, as far as there are any.
        points: Its columns in percentage points.
    """
    names = {f"{one}{end}": f"{one}{end}_percent" for one in percents for end in ENDS}
    return table.rename(columns={**names, **{one: f"{one}_points" for one in points}})
