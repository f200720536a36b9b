"""What the models of a table have used."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field

from textual.content import Content

from engine.usage import Usage
from screens.widgets.lines import Lines

UNFOLDED_ROWS = 32
"""From this many rows of the terminal on, each seat has a line by default."""


REFRESH_SECONDS = 0.5
"""Seconds between two readings."""


ESTIMATED = "~"
"""The prefix of numbers that are partly estimated, because a server did not report them."""


GAP = Content("   ")


COLUMNS = ("calls", "tokens in", "tokens out", "cost")


@dataclass(frozen=True, slots=True)
class UsageReading:
    """A reading of the meter."""

    seats: Mapping[str, Usage] = field(default_factory=dict)
    """Usage of each seat's models, by the seat's name."""
    budget: str = ""
    """The used part of the budget; empty without a budget."""

    @property
    def total(self) -> Usage:
        return sum(self.seats.values(), Usage())


class UsageMeter(Lines):
    """One line, or a line for each seat with a model; hidden if there is none."""

    DEFAULT_CSS = "UsageMeter { width: 100%; height: auto; padding: 0 1; display: none; }"

    def __init__(self, read: Callable[[], UsageReading]) -> None:
        """Show what `read` returns, and read again at intervals."""
        super().__init__()
        self.read = read
        self.reading = UsageReading()
        self.unfolded: bool | None = None
        """Whether to show a line for each seat; `None` decides by the terminal's height."""

    def on_mount(self) -> None:
        """Read at intervals, as models take long."""
        self.update_reading()
        self.set_interval(REFRESH_SECONDS, self.update_reading)

    def update_reading(self) -> None:
        """Read the usage, and redraw if it has changed."""
        reading = self.read()
        if reading != self.reading:
            self.reading = reading
            self.display = bool(reading.seats)
            self.refresh(layout=True)

    def toggle_folded(self) -> None:
        """Switch between one line and a line for each seat."""
        self.unfolded = self.is_folded
        self.refresh(layout=True)

    @property
    def is_folded(self) -> bool:
        """Whether there is only one line."""
        wants_rows = (
            self.app.size.height >= UNFOLDED_ROWS if self.unfolded is None else self.unfolded
        )
        return len(self.reading.seats) < 2 or not wants_rows

    def layout_lines(self, width: int) -> list[Content]:
        """One line, or a table."""
        return [self.build_line(width)] if self.is_folded else self.build_table(width)

    def build_line(self, width: int) -> Content:
        """Build one line: by seat if that fits, else the sum."""
        seats, budget = self.reading.seats, self.reading.budget
        limit = [_format_labelled("budget", budget)] if budget else []
        each = [_format_labelled(name, _format_usage(used)) for name, used in seats.items()]
        apart = GAP.join((self.heading, *each, *limit))
        if apart.cell_length <= width:
            return apart
        all_ = Content(_format_usage(self.reading.total))
        return GAP.join((self.heading, all_, *limit)).truncate(width, ellipsis=True)

    def build_table(self, width: int) -> list[Content]:
        """Build a line for each seat, one for the sum, and the budget."""
        rows = [*self.reading.seats.items(), ("all", self.reading.total)]
        cells = [
            (self.heading.plain, *COLUMNS),
            *((name, *_format_numbers(used)) for name, used in rows),
        ]
        if self.reading.total.cost is None:
            cells = [row[:-1] for row in cells]
        wide = [max(map(len, column)) for column in zip(*cells, strict=True)]
        lines = []
        for row in cells:
            name, *numbers = (cell.rjust(room) for cell, room in zip(row, wide, strict=True))
            lines.append(
                Content(name.strip().ljust(wide[0]) + "".join(GAP.plain + n for n in numbers))
            )
        head, *rest = lines
        lines = [self.heading + head[len(self.heading) :].stylize("$muted"), *rest]
        lines[-1] = lines[-1].stylize("bold")
        if not self.reading.budget:
            return lines
        budget = _format_labelled("budget", self.reading.budget)
        if lines[-1].cell_length + len(GAP) + budget.cell_length > width:
            return [*lines, budget]
        return [*lines[:-1], GAP.join((lines[-1], budget))]

    @property
    def heading(self) -> Content:
        """The name of the meter, and the key that folds it if there are several seats."""
        if len(self.reading.seats) < 2:
            return Content.styled("Meter", "$muted")
        return Content.assemble(("M", "bold $primary"), (" meter", "$muted"))


def _format_labelled(name: str, text: str) -> Content:
    return Content.assemble((f"{name} ", "$muted"), text)


def _format_usage(used: Usage) -> str:
    calls, tokens_in, tokens_out, cost = _format_numbers(used)
    word = "call" if used.calls == 1 else "calls"
    return f"{calls} {word}, {tokens_in} in, {tokens_out} out" + (f", {cost}" if cost else "")


def _format_numbers(used: Usage) -> tuple[str, ...]:
    about = ESTIMATED if used.estimated else ""
    cost = "" if used.cost is None else f"{about}{used.cost:.4f}"
    return f"{used.calls:,}", f"{about}{used.tokens_in:,}", f"{about}{used.tokens_out:,}", cost
