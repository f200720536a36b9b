"""Sum up the trials of a line-up, and estimate a measure with its standard error."""

from collections import Counter, defaultdict
from collections.abc import Sequence
from dataclasses import dataclass, field
from math import sqrt


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
    """The keys of the line-ups in it."""
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
