"""A cell of a live matrix: the trials of its line-ups, and their figures."""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import Any

import numpy as np
from numpy.typing import NDArray

from lab.analysis.measure import Measure
from lab.statistics.estimate import Estimate

type Columns = Mapping[str, NDArray[Any]]


@dataclass(frozen=True)
class Cell:
    """The trials of some line-ups, at one time."""

    lineups: tuple[str, ...] = ()
    """The keys of the line-ups in it."""
    planned: int = 0
    failed: int = 0
    left_out: int = 0
    """Number of finished trials that do not count, for moves of a stand-in or of the operator."""
    not_own: int = 0
    """Number of finished trials with such moves that count, as the experiment says how."""
    parts: tuple[Columns, ...] = ()
    """The columns of finished trials that count, as they were read."""
    known: dict[str, Estimate] = field(default_factory=dict)
    """By measure: its figure, once it was asked for."""

    @cached_property
    def games(self) -> Columns:
        """The columns of its finished trials."""
        names = dict.fromkeys(name for part in self.parts for name in part)
        sizes = [len(part["deal"]) for part in self.parts]
        return {
            name: np.concatenate(
                [
                    part.get(name, np.full(size, np.nan))
                    for part, size in zip(self.parts, sizes, strict=True)
                ]
            )
            for name in names
        }

    @property
    def finished(self) -> int:
        """Number of finished trials that count."""
        return sum(len(part["deal"]) for part in self.parts)

    @property
    def done(self) -> int:
        """Number of trials with an outcome."""
        return self.finished + self.failed + self.left_out

    def plan(self, trials: int) -> "Cell":
        """Add planned trials."""
        return replace(self, planned=self.planned + trials)

    def join(self, other: "Cell") -> "Cell":
        """Join the trials of two cells."""
        return Cell(
            self.lineups + other.lineups,
            self.planned + other.planned,
            self.failed + other.failed,
            self.left_out + other.left_out,
            self.not_own + other.not_own,
            self.parts + other.parts,
        )

    def estimate(self, measure: Measure) -> Estimate | None:
        """Estimate a measure, without its interval; `None` before any trial has finished."""
        if not self.parts or not self._has(measure):
            return None
        if measure.name not in self.known:
            self.known[measure.name] = measure.estimate(self.games, interval=False)
        return self.known[measure.name]

    def _has(self, measure: Measure) -> bool:
        return all(name in self.games for name in (measure.column, measure.per) if name)
