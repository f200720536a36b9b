"""Tell line-ups apart: which of their values make the rows, the columns, and further matrices.

Whatever varies is told apart, unless it is pooled by name; what is pooled is said.
"""

from collections.abc import Iterable, Mapping, Sequence

from engine.export.redaction import redact_spec, redact_value
from engine.joined_text import join_names
from engine.text import clean
from lab.experiment.file import Experiment
from lab.run.lineup import OPTION, ORIGINAL, PLAYER, SPEC, Lineup, Value

ALL = "all"
"""The only column of a matrix whose line-ups differ in one dimension."""
NAME_LENGTH = 60
FIRST, OTHER = f"{PLAYER}player", f"{PLAYER}opponent"
"""The columns of the two players that meet in a tournament, whose teams change seats."""

type Place = tuple[tuple[Value, ...], Value, Value]
"""The position of a cell: the values of the facets, the row and the column."""


class Layout:
    """The values in which line-ups differ, assigned to rows, columns and facets."""

    def __init__(self, lineups: Mapping[str, Lineup], experiment: Experiment) -> None:
        """Arrange line-ups of one kind.

        Args:
            lineups: The line-ups by key.
            experiment: The experiment, whose report may name rows, columns and what is pooled.
        """
        self.players = list(experiment.players)
        self.values = {key: describe_lineup(one, experiment) for key, one in lineups.items()}
        self._rows = list(self.values.values())
        self.names = list(dict.fromkeys(name for one in self._rows for name in one))
        varied = list(filter(self._varies, self.names))
        pooled = {self.find_column(name) for name in experiment.report.pool}
        pooled |= {f"{SPEC}{name.removeprefix(PLAYER)}" for name in pooled}
        self.pooled = [name for name in varied if name in pooled]
        """What varies and is pooled by name; a seat is pooled with the settings of its player."""
        if experiment.recorded is not None:  # options of records are no choice of the experiment
            self.pooled += [name for name in varied if name.startswith(OPTION)]
        self.dimensions: list[str] = []
        """What varies and is not pooled; the settings of players only if their names do not tell
        them apart."""
        for name in varied:
            told = name.startswith(SPEC) and not self._tells_apart(self.dimensions, name)
            if name not in self.pooled and not told:
                self.dimensions.append(name)
        report = experiment.report
        asked = [self.find_column(name) for name in (report.rows, report.columns)]
        free = [name for name in self.dimensions if name not in asked]
        plain = [name for name in self.names if name not in self.pooled]
        self.row = asked[0] or (free.pop(0) if free else "") or next(iter(plain), "")
        beside = [name for name in free if self._tells_apart([self.row], name)]
        self.column = asked[1] or next(iter(beside), "")
        self.facets: list[str] = []
        for name in free:
            if name != self.column and self._tells_apart(self.keys, name):
                self.facets.append(name)

    @property
    def keys(self) -> list[str]:
        """The columns that tell line-ups apart: facets, rows, columns."""
        return [*self.facets, *filter(None, (self.row, self.column))]

    def _varies(self, name: str) -> bool:
        """Whether line-ups differ in a value; a seat that only some have is no difference."""
        found = {one.get(name) for one in self._rows}
        return len(found - {None} if name.startswith((PLAYER, SPEC)) else found) > 1

    def _list_found(self, names: Sequence[str]) -> set[tuple[Value, ...]]:
        return {tuple(one.get(name) for name in names) for one in self._rows}

    def _tells_apart(self, names: Sequence[str], name: str) -> bool:
        """Whether a value differs where all of these are equal."""
        return len(self._list_found([*names, name])) > len(self._list_found(names))

    def find_column(self, name: str) -> str:
        """Find the column of a seat or option; empty if there is none."""
        names = (f"{prefix}{name}" for prefix in (PLAYER, OPTION, ORIGINAL))
        columns = (*names, name.replace(" ", "_"))
        return next((one for one in columns if one in self.names), "")

    def locate_cell(self, values: Mapping[str, Value]) -> Place:
        """Find the place of a line-up's cell."""
        facet = tuple(values.get(name) for name in self.facets)
        row, column = (values.get(name, ALL) for name in (self.row, self.column))
        return facet, row, column

    def list_values(self, name: str) -> tuple[Value, ...]:
        """List the values of an axis in order; players in the order of the experiment."""
        found = dict.fromkeys(one.get(name, ALL) for one in self._rows)
        if all(isinstance(one, int | float) for one in found):
            return tuple(sorted(found, key=lambda one: float(one or 0)))
        known = {player: place for place, player in enumerate(self.players)}
        return tuple(sorted(found, key=lambda one: known.get(str(one), len(known))))

    def describe_column(self, column: str) -> str:
        """Name a column for people: `k`; `encoder and decoder` if they are always the same."""
        if not column.startswith(PLAYER):
            return describe_column(column)
        equal = [
            name
            for name in self.dimensions
            if name.startswith(PLAYER)
            and all(one.get(name) == one.get(column) for one in self._rows)
        ]
        return join_names([describe_column(name) for name in equal or [column]])

    def describe(self, key: Sequence[object], names: Sequence[str] | None = None) -> str:
        """Describe a line-up: `encoder glove, k 16`."""
        order = [*self.dimensions, *self.names]
        pairs = zip(self.keys if names is None else names, key, strict=True)
        return ", ".join(
            f"{self.describe_column(name)} {_format_value_of(name, value)}"
            for name, value in sorted(pairs, key=lambda pair: order.index(pair[0]))
        )

    def describe_pooled(self, lineups: Iterable[str]) -> str:
        """Say over what the figures of these line-ups are pooled: `k (4, 16)`; empty if nothing.

        Args:
            lineups: The keys of the line-ups.
        """
        rows = [self.values[key] for key in dict.fromkeys(lineups)]
        told = []
        for name in self.pooled:
            values = list(dict.fromkeys(one.get(name) for one in rows))
            names = {one.get(f"{PLAYER}{name.removeprefix(SPEC)}") for one in rows}
            follows = name.startswith(SPEC) and len(names) == len(values)  # from the player's name
            if len(values) > 1 and not follows:
                shown = ", ".join(_format_value_of(name, value) for value in values)
                told.append(f"{self.describe_column(name)} ({shown})")
        return "; ".join(told)


def describe_lineup(lineup: Lineup, experiment: Experiment) -> dict[str, Value]:
    """Describe a line-up by the names of table columns.

    For teams, which change seats, they are two players, in the order of the experiment.
    """
    found = lineup.list_columns(experiment.seats)
    if experiment.teams is None or len(lineup.seats) < 2:
        return found
    sat = set(lineup.seats.values())
    pair = [name for name in experiment.players if name in sat]
    rest = {name: one for name, one in found.items() if not name.startswith((PLAYER, SPEC))}
    return {FIRST: pair[0], OTHER: pair[-1], **rest}


def describe_column(column: str) -> str:
    """Name a column that tells line-ups apart for people: `encoder`, `original encoder`, `k`."""
    prefix, _, name = column.partition("_")
    return name if prefix in ("player", "option") else column.replace("_", " ")


def format_value(value: object) -> str:
    """Format a name or the value of an option in a short line."""
    if isinstance(value, list):
        return join_names([format_value(one) for one in value])
    return clean(str(redact_value(value)), NAME_LENGTH)


def _format_value_of(name: str, value: object) -> str:
    """Format a value of a column; the SPEC of a program without its command line."""
    return format_value(redact_spec(str(value)) if value and name.startswith(SPEC) else value)
