"""The line-ups of an experiment in rows and columns."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from lab.analysis.live.matrix_cell import Cell
from lab.analysis.matrix_layout import Layout, Place, format_value
from lab.analysis.measure import Measure
from lab.run.lineup import Value


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
    measures: tuple[Measure, ...]
    pooled: Mapping[Place, str]
    """By cell: over what its figures are pooled by name."""

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

    def find_scale(self, measure: Measure) -> tuple[float, float]:
        """Find the figures of the darkest and the brightest colour."""
        if measure.is_share:
            return 0.0, 1.0
        found = [cell.estimate(measure) for cell in self.cells.values()]
        known = [one.value for one in found if one is not None and one.value is not None]
        return (min(known), max(known)) if known else (0.0, 1.0)


def arrange_cells(
    kind: str,
    layout: Layout,
    cells: Mapping[str, Cell],
    measures: Sequence[Measure],
) -> Matrix:
    """Arrange the cells of line-ups, by key, in rows and columns."""
    placed: dict[Place, Cell] = {}
    for key, values in layout.values.items():
        place = layout.locate_cell(values)
        placed[place] = placed[place].join(cells[key]) if place in placed else cells[key]
    return Matrix(
        kind,
        layout.describe_column(layout.row) if layout.row else "",
        layout.describe_column(layout.column) if layout.column else "",
        layout.list_values(layout.row),
        layout.list_values(layout.column),
        tuple(map(layout.describe_column, layout.facets)),
        tuple(dict.fromkeys(facet for facet, _, _ in placed)),
        placed,
        tuple(measures),
        {place: layout.describe_pooled(cell.lineups) for place, cell in placed.items()},
    )
