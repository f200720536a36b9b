"""Write a table as CSV, JSON lines or Parquet."""

import json
from typing import Any

import pandas as pd

from engine.text import escape_controls
from lab.csv import format_csv
from lab.run.reproducible_columns import is_reproducible


def select_reproducible(table: pd.DataFrame) -> pd.DataFrame:
    """Select the columns that are the same when the same experiment is run again."""
    return table[[name for name in table.columns if is_reproducible(name)]]


def write_table(table: pd.DataFrame, form: str, file: Any) -> None:  # noqa: ANN401
    """Write a table to a binary file as `csv`, `json` (a line for each row) or `parquet`."""
    if form == "parquet":
        table.to_parquet(file, index=False)
        return
    plain = table.copy()
    if form == "csv":
        for name in [one for one in plain if plain[one].dtype == object]:
            plain[name] = plain[name].map(_cell_to_json)
        file.write(format_csv(plain).encode())
        return
    text: str = plain.to_json(orient="records", lines=True, force_ascii=False)
    file.write(escape_controls(text).encode())


def _cell_to_json(value: Any) -> Any:  # noqa: ANN401
    return json.dumps(value, ensure_ascii=False) if isinstance(value, list | dict) else value
