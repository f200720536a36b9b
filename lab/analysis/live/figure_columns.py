"""The figures of finished trials as columns, and the measures of them."""

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np

from lab.analysis.live.matrix_cell import Cell, Columns
from lab.analysis.measure import Measure
from lab.analysis.measures import list_measures
from lab.analysis.stand_in_rule import MATCH_MOVED, MOVED
from lab.experiment.file import Experiment

MANY = 16
"""Maximum number of parts in which the finished trials of a line-up are held."""


UNMEASURED = {
    *("calls", "tokens_in", "tokens_out", "cost", "estimated", "moves", "attempts"),
    *(*MOVED, MATCH_MOVED, "served"),
}
"""Figures about how a trial was run, not about its result."""


def select_measures(experiment: Experiment, kind: str, cells: Mapping[str, Cell]) -> list[Measure]:
    """Select the measures that are shown: the report's, those that it names, and the length."""
    every = Cell(parts=tuple(part for cell in cells.values() for part in cell.parts))
    named, definition = experiment.report.measures, experiment.definition
    always = (*named, definition.listed) if kind == "match" else ()
    return list_measures(kind, every.games, definition, experiment.seats, named, always)


def build_part(rows: Sequence[Mapping[str, Any]]) -> tuple[Columns, ...]:
    """Build the columns of finished trials: numbers, and how games ended."""
    if not rows:
        return ()
    names = dict.fromkeys(
        name for row in rows for name, one in row.items() if _is_measured(name, one)
    )
    part: dict[str, Any] = {
        name: np.array([_to_number(row.get(name)) for row in rows]) for name in names
    }
    reasons = [row.get("reason") for row in rows]
    part["reason"] = np.array(reasons, dtype=object)
    return (part,)


def _is_measured(name: str, value: object) -> bool:
    number = isinstance(value, int | float) or name == "model_seed"
    return number and name not in UNMEASURED and not name.startswith("calls_")


def _to_number(value: object) -> float:
    return float(value) if isinstance(value, int | float) else np.nan


def join_parts(parts: tuple[Columns, ...]) -> tuple[Columns, ...]:
    """Join parts where there are many, as a part comes with each reading."""
    return (Cell(parts=parts).games,) if len(parts) > MANY else parts
