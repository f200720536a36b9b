"""The tables and figures of a paper, as its package declares them in `paper.toml`.

An exhibit says what the paper publishes, in which unit, which experiment gives our figures, what of
the protocol differs, or why there is no figure of ours.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Literal

from pydantic import Field

from engine.frozen_model import FrozenModel

NUMBER = re.compile(r"(?P<value>[-+]?\d+(?:\.\d+)?)\s*%?(?:\s*±\s*(?P<error>\d+(?:\.\d+)?))?")
"""Matches a published value: `7.00 ± 0.00`, `11.29 % ± 0.00`."""
DIFFERENCE_UNITS = {
    "p": "probability",
    "p (Holm)": "probability",
}
"""The units of what every difference of two line-ups has, see `Finding.of_difference`."""
ENOUGH = " for 5 points"
"""After what was drawn, such as `deals`: how many of them find a difference of 5 points."""


@dataclass(frozen=True, slots=True)
class Published:
    """A value that a paper publishes."""

    labels: tuple[str, ...]
    """What names its row."""
    quantity: str
    """What names its column."""
    text: str
    value: float
    error: float | None
    """Its standard error or deviation, as `Exhibit.spread` says."""


class Exhibit(FrozenModel):
    """A table, a figure or a paragraph with figures of a paper."""

    title: str
    kind: Literal["result", "illustration", "prompt", "material"] = "result"
    """`result` has figures of an experiment; the other kinds have nothing to compute."""
    says: tuple[str, ...] = ()
    """What the paper says of it, in sentences of our own."""
    heads: tuple[str, ...] = ()
    """The columns: first those that name a row, then those with numbers."""
    units: dict[str, str] = Field(default_factory=dict)
    """By column, or by name of a figure of ours: the unit. Shares in `%` are shown times 100."""
    rows: tuple[tuple[str, ...], ...] = ()
    spread: Literal["error", "deviation"] = "error"
    """What stands after ± in the paper: the standard error over seeds, or the deviation."""
    games: tuple[str, ...] = ()
    """The games that it is about; by default all of the paper."""
    run: str = ""
    """The experiment that gives our figures."""
    beside: str = ""
    """A second experiment that gives columns of it, or that it sets beside the first."""
    command: str = ""
    """The command that gives them, if it is no run."""
    commands: dict[str, str] = Field(default_factory=dict)
    """By label of a published row: the command that its figures need before any run."""
    setting: str = ""
    """The setting of a player that a label of a row says, such as `temperature` for `t=0.3`."""
    deals: int | None = None
    """The number of deals in the paper."""
    seeds: int | None = None
    """The number of model seeds in the paper."""
    differences: tuple[str, ...] = ()
    """What differs between our protocol and the paper's, and bears on its figures."""
    missing: str = ""
    """Why there is no figure of ours, if nothing computes it."""

    @property
    def labels(self) -> int:
        """The number of columns that name a row."""
        return sum(head not in self.units for head in self.heads)

    def list_published(self) -> Iterator[Published]:
        """Yield the published values, row by row; cells without a number have none."""
        for row in self.rows:
            names = row[: self.labels]
            for head, cell in zip(self.heads[self.labels :], row[self.labels :], strict=True):
                if (found := NUMBER.match(cell)) is not None:
                    error = found["error"]
                    known = None if error is None else float(error)
                    yield Published(names, head, cell, float(found["value"]), known)

    def get_unit(self, quantity: str) -> str:
        """Get the unit of a quantity; `gain, least without a deal` has that of `gain`."""
        if quantity.endswith(ENOUGH):
            return quantity.removesuffix(ENOUGH)
        known = {**DIFFERENCE_UNITS, **self.units}
        return known.get(quantity) or known.get(quantity.partition(", ")[0], "")

    def get_command(self) -> str:
        """Get the command that gives figures of ours; empty if there is none."""
        return self.command or (f"parlour lab run {self.run}" if self.run else "")


class Paper(FrozenModel):
    """A paper: its tables and figures in order."""

    title: str
    games: tuple[str, ...]
    """The games that it is about."""
    experiment: str
    """The collection of experiments that gives all figures that can be had without people."""
    players: dict[str, str] = Field(default_factory=dict)
    """By name in the paper's tables: a SPEC of the same player."""
    exhibits: dict[str, Exhibit]
    """By name, such as `table-1`."""


def format_exhibit(name: str) -> str:
    """Name an exhibit for people: `Table 1`, `Figure 4 (a)`, `Appendix K`, `Section 3.4 (swap)`."""
    kind, *parts = name.split("-")
    told = [PART.sub(r"\1 (\2)", one) if one[0].isdigit() else one for one in parts]
    told = [one.upper() if len(one) == 1 else one for one in told]
    if kind == "section":
        return " ".join((f"Section {told[0]}", *(f"({one})" for one in told[1:])))
    return " ".join((kind.capitalize(), *told))


PART = re.compile(r"(\d+)([a-z])")
"""Matches the part of a figure: `4a`."""
