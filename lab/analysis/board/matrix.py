"""The line-ups of an experiment in rows and columns."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from lab.analysis.board.cell import BoardMeasure, Cell
from lab.analysis.board.lineup import format_value
from lab.run.lineup import Value

type Place = tuple[tuple[Value, ...], Value, Value]
"""The position of a cell: the values of the facets, the row and the column."""


@dataclass(frozen=True)
class Matrix:
    """The line-ups of the trials of one kind, in rows and columns."""

    kind: str
    row_name: str
    column_name: str
    rows: tuple[Value, ...]
    columns: tuple[Value, ...]
    facet_names: tuple[str, ...]
    facets: tuple[tuple[Value, ...], ...]
    """Combinations of values that differ within a cell; each has its own matrix."""
    cells: Mapping[Place, Cell]
    measures: tuple[BoardMeasure, ...]

    def describe_facet(self, facet: Sequence[Value]) -> str:
        """Format a facet, such as `interceptor glove`, without markup; empty if only one."""
        pairs = zip(self.facet_names, facet, strict=True)
        return ", ".join(f"{name} {format_value(value)}" for name, value in pairs)

    def describe(self, place: Place) -> str:
        """Format a place, such as `encoder glove, decoder word2vec`, without markup."""
        facet, row, column = place
        parts = [f"{self.row_name} {format_value(row)}"] if self.row_name else []
        if self.column_name:
            parts.append(f"{self.column_name} {format_value(column)}")
        return ", ".join(filter(None, (*parts, self.describe_facet(facet))))

    def find_scale(self, measure: BoardMeasure) -> tuple[float, float]:
        """Find the figures of the darkest and the brightest colour."""
        if measure.is_share:
            return 0.0, 1.0
        found = [cell.estimate(measure)[0] for cell in self.cells.values()]
        known = [one for one in found if one is not None]
        return (min(known), max(known)) if known else (0.0, 1.0)
