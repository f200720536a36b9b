"""Assign the dimensions in which line-ups differ to rows, columns and further matrices."""

from collections.abc import Mapping, Sequence

from lab.analysis.board.lineup import describe_column
from lab.analysis.board.matrix import Place
from lab.experiment.file import Experiment
from lab.run.lineup import Value

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
        self.facets: list[str] = []
        for name in free:
            if self._tells_apart(name):
                self.facets.append(name)

    def _is_determined_by(self, name: str, other: str) -> bool:
        """Whether one value determines the other, such as the same player in two seats."""
        both = {(one.get(name), one.get(other)) for one in self.lineups}
        return len(both) == len({one.get(other) for one in self.lineups})

    def _tells_apart(self, name: str) -> bool:
        """Whether a value differs within a cell of a matrix."""
        names = [self.row, self.column, *self.facets]
        before, after = (
            {tuple(one.get(each) for each in told) for one in self.lineups}
            for told in (names, [*names, name])
        )
        return len(after) > len(before)

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
