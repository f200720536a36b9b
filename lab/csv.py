"""Write tables as CSV that no spreadsheet or terminal evaluates."""

import pandas as pd
from pandas.api.types import is_bool_dtype, is_numeric_dtype

from engine.export.csv_cell import clean_cell


def format_csv(table: pd.DataFrame, number: str | None = None) -> str:
    """Format a table as CSV without its index.

    Args:
        table: The table.
        number: The format of numbers with a fraction, such as `%.4f`.
    """
    plain = table.copy()
    for place, kind in enumerate(table.dtypes):
        if not is_numeric_dtype(kind) and not is_bool_dtype(kind):
            column = table.iloc[:, place]
            cells = [clean_cell(value) for value in column]
            plain.isetitem(place, pd.Series(cells, column.index, dtype=object))
    plain.columns = [clean_cell(name) for name in table.columns]
    text: str = plain.to_csv(index=False, lineterminator="\n", float_format=number)
    return text
