"""Remove from tables where and by whom a run was made: they are published with papers."""

from collections.abc import Callable, Mapping
from typing import Any

import pandas as pd

from engine.export.redaction import (
    redact_computers,
    redact_server,
    redact_spec,
    redact_text,
    redact_value,
)
from lab.run.lineup import OPTION, SETTING, SPEC

TEXTS = frozenset({"failure", "why", "why_unanswered", "verdict"})
"""The columns with errors."""
PLACES = frozenset({"source", "deck", "bench", "pool"})
"""The columns that may name files."""


def redact_table(table: pd.DataFrame, specs: Mapping[str, str]) -> pd.DataFrame:
    """Publish the cells of a table: programs and files by name, computers by number.

    Args:
        table: A table of a run.
        specs: By name of each player: the SPEC.
    """
    published = table.copy()
    for column in map(str, table.columns):
        change = _find_change(column, table, specs)
        if change is not None:
            values = table[column]
            new = {one: change(one) for one in values.unique() if isinstance(one, str)}
            published[column] = [new.get(v, v) if isinstance(v, str) else v for v in values]
    published.attrs = table.attrs
    return published


def _find_change(
    column: str, table: pd.DataFrame, specs: Mapping[str, str]
) -> Callable[[str], Any] | None:
    """Find what changes the texts of a column; `None` if they stay."""
    if column == "spec" or column.startswith(SPEC):
        return redact_spec
    if column in TEXTS:
        return lambda text: redact_text(text, specs)
    if column == "host":
        return redact_computers(table[column].astype(str)).__getitem__
    if column == "server":
        return redact_server
    if column in PLACES or column.startswith((OPTION, SETTING)):
        return redact_value
    return None
