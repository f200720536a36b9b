"""Assign the dimensions in which line-ups differ to rows, columns and further matrices."""

from collections.abc import Mapping, Sequence
from functools import cached_property

from lab.analysis.board.lineup import Value, describe_column
from lab.analysis.board.matrix import Place
from lab.experiment.file import Experiment

ALL = "all"
"""The only column of a matrix whose line-ups differ in one dimension."""


class Layout:
    """The dimensions in which line-ups differ, assigned to rows, columns and facets."""

    def __init__(self, lineups: Sequence[Mapping[str, Value]], experiment: Experiment) -> None:
        self.lineups = lineups
        self.players = list(experiment.players)
        names = dict.fromkeys(name for one in lineups for name in one)
        varied = [name for name in names if len({one.get(name) for one in lineups}) > 1]
        report = experiment.report
        asked = [
            next((one for one in names if name and describe_column(one) == name), "")
            for name in (report.rows, report.columns)
        ]
        free = [name for name in varied if name not in asked]
        self.row = asked[0] or (free.pop(0) if free else "")
        free = [name for name in free if not self._is_determined_by(name, self.row)]
        self.column = asked[1] or (free.pop(0) if free else "")
        self.facets = [name for name in free if self._varies_within_cells(name)]

    @cached_property
    def _cells(self) -> list[list[Mapping[str, Value]]]:
        found: dict[tuple[Value, Value], list[Mapping[str, Value]]] = {}
        for one in self.lineups:
            found.setdefault((one.get(self.row), one.get(self.column)), []).append(one)
        return list(found.values())

    def _is_determined_by(self, name: str, other: str) -> bool:
        """Whether one value determines the other, such as the same player in two seats."""
        both = {(one.get(name), one.get(other)) for one in self.lineups}
        return len(both) == len({one.get(other) for one in self.lineups})

    def _varies_within_cells(self, name: str) -> bool:
        return any(len({one.get(name) for one in cell}) > 1 for cell in self._cells)

    def locate_cell(self, values: Mapping[str, Value]) -> Place:
        """Find the place of a line-up's cell."""
        facet = tuple(values.get(name) for name in self.facets)
        row, column = (values.get(name, ALL) for name in (self.row, self.column))
        return facet, row, column

    def list_values(self, name: str) -> tuple[Value, ...]:
        """List the values of an axis in order; players in the order of the experiment."""
        found = dict.fromkeys(one.get(name, ALL) for one in self.lineups)
        if all(isinstance(one, int | float) for one in found):
            return tuple(sorted(found, key=lambda one: float(one or 0)))
        known = {player: place for place, player in enumerate(self.players)}
        return tuple(sorted(found, key=lambda one: known.get(str(one), len(known))))
