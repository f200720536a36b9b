"""Arrange an experiment's results in a matrix: line-ups in rows and columns, measures in cells.

A line-up says which player has which seat, under which options. `Layout` assigns the dimensions in
which line-ups differ to rows, columns and further matrices. `Cell` sums up the trials of a line-up,
and estimates a measure with its standard error.
"""

import json
from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from math import sqrt

from engine.text import clean
from lab.codebook import describe_ending
from lab.experiment import Experiment

ALL = "all"
"""The only column of a matrix whose line-ups differ in one dimension."""

type Value = str | int | float | bool | None
type Place = tuple[tuple[Value, ...], Value, Value]
"""The position of a cell: the values of the facets, the row and the column."""


@dataclass(frozen=True, slots=True)
class BoardMeasure:
    """A measure that a matrix can show; its name is that of the report's measure."""

    name: str
    title: str
    reason: str = ""
    """The ending reason whose share of games it is, if any."""
    column: str = ""
    """The figure in its numerator."""
    per: str = ""
    """The figure in its denominator; empty for the number of games."""
    is_yes_or_no: bool = False
    """Whether the figure is 0 or 1."""

    @property
    def is_share(self) -> bool:
        """Whether it is between 0 and 1."""
        return bool(self.reason or self.per or self.is_yes_or_no)

    def format(self, value: float | None) -> str:
        """Format the figure in a cell; a dash if it is undefined."""
        return "\N{EN DASH}" if value is None else f"{value:.2f}"


@dataclass(slots=True)
class Cell:
    """The trials of a line-up: their number, and the sums of their figures."""

    lineups: tuple[str, ...] = ()
    """The line-ups in it, each as the content that its trials share."""
    planned: int = 0
    finished: int = 0
    """Number of finished trials in which all moves are the players' own."""
    failed: int = 0
    left_out: int = 0
    """Number of finished trials with moves of a stand-in or of the operator."""
    reasons: Counter[str] = field(default_factory=Counter)
    sums: dict[str, float] = field(default_factory=lambda: defaultdict(float))
    squares: dict[str, float] = field(default_factory=lambda: defaultdict(float))

    @property
    def done(self) -> int:
        """Number of trials with an outcome."""
        return self.finished + self.failed + self.left_out

    def count_figures(
        self,
        names: Sequence[str],
        sums: Sequence[float | None],
        squares: Sequence[float | None],
    ) -> None:
        """Add sums of figures, and of their squares."""
        for name, total, square in zip(names, sums, squares, strict=True):
            self.sums[name] += total or 0.0
            self.squares[name] += square or 0.0

    def add(self, other: "Cell") -> None:
        """Add the trials of another cell."""
        self.lineups += other.lineups
        self.planned += other.planned
        self.finished += other.finished
        self.failed += other.failed
        self.left_out += other.left_out
        self.reasons += other.reasons
        names = list(other.sums)
        figures = ([held[name] for name in names] for held in (other.sums, other.squares))
        self.count_figures(names, *figures)

    def estimate(self, measure: BoardMeasure) -> tuple[float | None, float | None]:
        """Compute the figure and its standard error, s / sqrt(n); `None` if undefined."""
        unresolved = self.reasons[""] if measure.reason else 0  # recorded games without an end
        count = self.finished - unresolved
        if not count:
            return None, None
        if measure.per:
            chances = self.sums[measure.per]
            return (self.sums[measure.column] / chances if chances else None), None
        if measure.reason:
            total = square = float(self.reasons[measure.reason])
        else:
            total, square = self.sums[measure.column], self.squares[measure.column]
        mean = total / count
        if count < 2:
            return mean, None
        variance = max(0.0, (square - count * mean * mean) / (count - 1))
        return mean, sqrt(variance / count)


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


def describe_lineup(lineup: str, experiment: Experiment) -> dict[str, Value]:
    """Describe a line-up by fields with the names of table columns.

    For teams, which change seats, they are two players, in the order of the experiment.
    """
    prefixes = {"players": "player_", "options": "option_", "original": "original_"}
    found: dict[str, Value] = {}
    fields = json.loads(lineup)
    if experiment.teams is not None and len(fields.get("players", {})) > 1:
        sat = set(fields.pop("players").values())
        pair = [name for name in experiment.players if name in sat]
        fields["players"] = {"player": pair[0], "opponent": pair[-1]}
    for name, value in fields.items():
        inside = value.items() if name in prefixes else [("", value)]
        for key, one in inside:
            plain = one if isinstance(one, str | int | float | None) else json.dumps(one)
            found[f"{prefixes[name]}{key}" if name in prefixes else name] = plain
    return dict(sorted(found.items(), key=lambda pair: not pair[0].startswith("player_")))


def describe_column(column: str) -> str:
    """Name a column for people: `encoder`, `k`."""
    prefix, _, name = column.partition("_")
    return name if prefix in ("player", "option") else column.replace("_", " ")


def format_value(value: Value) -> str:
    """Format a player or the value of an option in a short line, without markup."""
    return clean(str(value), 40)


def list_measures(experiment: Experiment, kind: str, cells: Sequence[Cell]) -> list[BoardMeasure]:
    """List the measures of these cells, beginning with those of the report."""
    named = experiment.report.measures
    found = {one.name: one for one in _find_measures(experiment, kind, cells)}
    return sorted(
        found.values(),
        key=lambda one: (
            named.index(one.name) if one.name in named else len(named),
            one.name != "right",
        ),
    )


def _find_measures(
    experiment: Experiment, kind: str, cells: Sequence[Cell]
) -> Iterator[BoardMeasure]:
    definition = experiment.definition
    listed, unit = definition.listed, definition.unit
    columns = dict.fromkeys(name for cell in cells for name in cell.sums)
    if "right" in columns and "questions" in columns:
        yield BoardMeasure("right", "Share of answers that are right", "", "right", "questions")
        return
    events = definition.describe_turn_events()
    rates = {f"{event}_{listed}": f"{event}_rate" for event in events}
    reasons = dict.fromkeys(reason for cell in cells for reason in cell.reasons if reason)
    if kind == "match":
        other = {listed, *rates.values()}
        named = (one for one in experiment.report.measures if one not in other)
        reasons |= dict.fromkeys(one for one in named if not one.startswith("score_"))
        columns |= {listed: None}
    for reason in reasons:
        name, title = describe_ending(reason, listed)
        yield BoardMeasure(name, title, reason=reason)
    for name in columns:
        title = clean(name, 60).replace("_", " ")
        if name == listed:
            yield BoardMeasure(name, f"{listed.capitalize()} per game", column=name)
        elif name in rates:
            event = rates[name].removesuffix("_rate").replace("_", " ").capitalize()
            yield BoardMeasure(rates[name], f"{event} per {unit}", "", name, listed)
        elif name.startswith("score_"):
            seat = title.removeprefix("score ")
            if any(cell.sums[name] != cell.squares[name] for cell in cells):  # not only won or lost
                yield BoardMeasure(name, f"Score of {seat}", column=name)
        elif all(cell.sums[name] == cell.squares[name] for cell in cells):
            yield BoardMeasure(name, f"Share: {title}", column=name, is_yes_or_no=True)
        else:
            yield BoardMeasure(name, f"{title.capitalize()}, mean", column=name)
