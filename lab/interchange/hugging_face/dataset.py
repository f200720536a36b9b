"""A run as a data set of Hugging Face: a folder with tables in Parquet, and a card."""

import json
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pandas as pd
import pyarrow as pa

from engine.players.spec import is_human_spec
from files.replacement import open_replacement, replace_file
from lab.analysis.redaction import redact_table
from lab.analysis.table_writer import write_table
from lab.analysis.tables import Run
from lab.errors import LabError
from lab.interchange.hugging_face.card import Table, build_card, check_licence
from lab.run.lineup import SPEC
from lab.run.trial import KINDS

CARD = "README.md"
DAY = len("2026-11-23")
TIMES = ("finished", "time")
"""The columns of which only the day is published."""
PLACES = ("host", "server", "served", "sitting")
"""The columns that say where the run was made, which are not published."""
TEXTS = ("messages", "reply", "reasoning")
"""The columns with what was asked and answered."""


@dataclass(frozen=True, slots=True)
class DatasetSettings:
    """What a data set has."""

    licence: str = ""
    """The identifier of its licence on the Hub; empty if there is none yet."""
    texts: bool = False
    """Whether the table of calls has messages, answers and reasoning."""
    every: bool = False
    """Whether games are kept in which a stand-in or an operator made a move."""


def write_dataset(run: Run, folder: Path, settings: DatasetSettings) -> list[Table]:
    """Write the tables of a run and their card into a new folder.

    Raises:
        LabError: If there is nothing to write, the folder is not empty, or the licence is no
            identifier.
        RunError: If the run is damaged.
        OSError: If a file cannot be written.
    """
    check_licence(settings.licence)
    if folder.exists() and any(folder.iterdir()):
        raise LabError(f"{folder} is not empty: name a new folder.")
    tables = list(_build_tables(run, settings))
    if not tables:
        raise LabError(f"{run.path} has no trial that has ended.")
    folder.mkdir(parents=True, exist_ok=True)
    for table in tables:
        with open_replacement(folder / table.file) as file:
            write_table(table.frame, "parquet", file)
    rule = "count" if settings.every else run.stand_ins
    card = build_card(run, tables, settings.licence, rule, texts=settings.texts)
    replace_file(folder / CARD, card)  # last, so that a folder with a card is whole
    return tables


def _build_tables(run: Run, settings: DatasetSettings) -> Iterator[Table]:
    """Yield the tables that have rows."""
    found: dict[str, pd.DataFrame] = {}
    for kind in KINDS:
        prefix = "" if kind == "match" else f"{kind}_"
        found[f"{prefix}games"] = run.games(kind, every=settings.every)
        found[f"{prefix}turns"] = run.turns(kind, every=settings.every)
    found |= {"calls": run.calls(texts=settings.texts), "failures": run.failures()}
    for name, frame in found.items():
        excluded = int(frame.attrs.get("excluded", 0))
        if len(frame) or excluded:
            yield Table(name, publish_frame(frame, run.experiment.specs), excluded)


def publish_frame(frame: pd.DataFrame, specs: Mapping[str, str]) -> pd.DataFrame:
    """Remove from a table who made it, where, and at what time of day; nested values become JSON.

    Args:
        frame: A table of a run.
        specs: By name of each player: the SPEC.
    """
    kept = frame.drop(columns=[name for name in PLACES if name in frame])
    published = redact_table(kept, specs)
    for name in published:
        column = published[name]
        if isinstance(column.dtype, pd.CategoricalDtype):
            column = column.astype(object)
        if name in TIMES:
            column = column.str[:DAY]
        elif name in TEXTS:
            column = column.map(_hide_home, na_action="ignore")
        elif name == "spec" or name.startswith(SPEC):
            column = column.map(_hide_person, na_action="ignore")
        published[name] = _make_uniform(column)
    published.attrs = {}  # they would stand in the file
    return published


def _hide_person(spec: str) -> str:
    return "human" if is_human_spec(spec) else spec


def _hide_home(text: str) -> str:
    """Shorten the home folder in what was asked and answered, which else stays as it is."""
    home = str(Path.home())
    return text.replace(home, "~") if len(home) > 1 else text


def _make_uniform(column: pd.Series) -> pd.Series:
    """Write values as JSON that are objects, or of several types, which Parquet has no type for."""
    if column.dtype != object:
        return column
    try:
        kind = pa.array(column, from_pandas=True).type
    except (pa.ArrowInvalid, pa.ArrowTypeError):
        kind = None
    if kind is not None and not _holds_objects(kind):
        return column
    return column.map(lambda value: json.dumps(value, ensure_ascii=False), na_action="ignore")


def _holds_objects(kind: Any) -> bool:  # noqa: ANN401 - pyarrow has no types
    while pa.types.is_list(kind):
        kind = kind.value_type
    return bool(pa.types.is_struct(kind))
