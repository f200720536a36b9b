"""A figure of ours, under the name that a paper gives it."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Self

import pandas as pd

from lab.papers.exhibit import ENOUGH
from lab.statistics.estimate import Estimate


@dataclass(frozen=True, slots=True)
class Finding:
    """A figure of ours for a cell of a paper's table, or a point of its figure."""

    labels: tuple[str, ...]
    """What names its row, in the order of the exhibit's heads."""
    quantity: str
    """What names its column: one of the exhibit's heads, or a further figure in `units`."""
    value: float | None
    low: float | None = None
    high: float | None = None
    error: float | None = None
    """The standard error: over model seeds if there are several, else over deals."""
    count: int = 0
    """The denominator."""
    deals: int = 0
    seeds: int = 1
    where: str = ""
    """What else tells its line-up apart, and over what it is pooled by name."""
    unit: str = ""
    """What is counted in `count`, such as `games`."""
    differences: tuple[str, ...] = field(default=())
    """What of the protocol differs for this figure alone."""
    over: str = "deals"
    """Over what its interval is: what was drawn independently."""
    players: tuple[str, ...] = ()
    """The players that it is about, if its labels name methods or models."""
    missing: str = ""
    """If there is no value: the command that would give it, or why there is none."""
    bare: str = ""
    """If there is a value without an interval: why."""

    @classmethod
    def of_row(
        cls,
        row: Mapping[str, Any] | pd.Series,
        name: str,
        labels: Sequence[object],
        quantity: str,
        *,
        where: str = "",
        unit: str = "",
        over: str = "deals",
    ) -> Self:
        """Find the figure in a row of a table of scores.

        Args:
            row: A row with the columns NAME, `NAME_low`, `NAME_high`, `NAME_error`, `NAME_count`,
                `NAME_undefined` (why there is no interval, or `reason`), `deals` and `seeds`, of
                which some may be missing.
            name: The name of the score; `value` for rows of an analysis, whose columns have no
                prefix.
            labels: What names the row.
            quantity: What names the column.
            where: What else tells the line-up apart.
            unit: What is counted.
            over: Over what its interval is.
        """
        prefix = "" if name == "value" else f"{name}_"
        value, low, high, error = (
            _know(row.get(one)) for one in (name, *(f"{prefix}{end}" for end in ENDS))
        )
        count = _know(row.get(f"{prefix}count"))
        known = (int(row.get("deals") or 0), int(row.get("seeds") or 1))
        spread = (value, low, high, error, int(count or 0), *known)
        names = tuple(map(str, labels))
        why = str(row.get(f"{prefix}undefined") or row.get("reason") or "")
        bare = why if value is not None and low is None else ""
        return cls(names, quantity, *spread, where=where, unit=unit, over=over, bare=bare)

    @classmethod
    def of_estimate(
        cls,
        found: Estimate,
        labels: Sequence[object],
        quantity: str,
        *,
        factor: float = 1.0,
        deals: int = 0,
        seeds: int = 1,
        where: str = "",
        unit: str = "",
        over: str = "deals",
    ) -> Self:
        """Make a figure of an estimate; `factor` changes its unit."""
        value, low, high, error = (
            None if one is None else factor * one
            for one in (found.value, found.low, found.high, found.error)
        )
        names = tuple(map(str, labels))
        spread = (value, low, high, error, found.count, deals, seeds)
        bare = found.reason if value is not None and low is None else ""
        return cls(names, quantity, *spread, where=where, unit=unit, over=over, bare=bare)

    @classmethod
    def of_difference(
        cls,
        row: Mapping[str, Any] | pd.Series,
        labels: Sequence[object],
        quantity: str,
        *,
        factor: float = 1.0,
        where: str = "",
        unit: str = "deals",
        over: str = "deals",
    ) -> Iterator[Self]:
        """Yield what every comparison says: difference, p-values, effect of one unit, and power.

        Args:
            row: A row with the fields of `Difference`, and `p_holm`.
            labels: What names the row.
            quantity: What names the difference.
            factor: What changes its unit.
            where: What else tells the compared apart.
            unit: What is counted: what both have played.
            over: Over what its interval is.
        """
        known = {name: _know(row[name]) for name in (*ENDS, "value", "p", "p_holm", "needed")}
        value, low, high, error = (
            None if one is None else factor * one
            for one in (known[name] for name in ("value", *ENDS))
        )
        count = int(row["count"])
        names = tuple(map(str, labels))
        about: dict[str, Any] = {"deals": count, "where": where, "unit": unit, "over": over}
        why = str(row.get("reason") or "")
        bare = why if value is not None and low is None else ""
        ends = (value, low, high, error, count)
        yield cls(names, quantity, *ends, missing=why, bare=bare, **about)
        drawn = name_drawn(over)
        for end in ("least", "most"):
            found = _know(row[end])
            left = None if found is None else factor * found
            told = f"{quantity}, {end} without a {drawn.removesuffix('s')}"
            yield cls(names, told, left, count=count, **about)
        for name, told in (("p", "p"), ("p_holm", "p (Holm)"), ("needed", f"{drawn}{ENOUGH}")):
            yield cls(names, told, known[name], count=count, missing=why, **about)


ENDS = ("low", "high", "error")


def name_drawn(over: str) -> str:
    """Name in one word over what an interval is: `targets, the cards ...` are targets."""
    return over.partition(",")[0]


def _know(value: Any) -> float | None:  # noqa: ANN401
    return None if value is None or pd.isna(value) else float(value)
