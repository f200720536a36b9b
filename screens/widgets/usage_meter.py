"""What models have used so far: calls, tokens and money, by seat and in all."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field

from textual.content import Content

from engine.usage import Usage
from screens.widgets.lines import Lines

UNFOLDED_ROWS = 32
"""Rows of a terminal from which on there is a line for each seat."""
REFRESH_SECONDS = 0.5
"""Seconds from one look at what is used to the next."""
GAP = Content("   ")
COLUMNS = ("calls", "tokens in", "tokens out", "cost")


@dataclass(frozen=True, slots=True)
class UsageReading:
    """What a meter shows."""

    seats: Mapping[str, Usage] = field(default_factory=dict)
    """What the models of each seat have used, by the seat's name."""
    budget: str = ""
    """How much of the budget is used; empty where there is none."""

    @property
    def total(self) -> Usage:
        """What all of them have used."""
        return sum(self.seats.values(), Usage())


class UsageMeter(Lines):
    """One line, or a line for each seat with a model; gone where there is none."""

    DEFAULT_CSS = "UsageMeter { width: 100%; height: auto; padding: 0 1; display: none; }"

    def __init__(self, read: Callable[[], UsageReading]) -> None:
        """Show what `read` gives, again and again."""
        super().__init__()
        self.read = read
        self.reading = UsageReading()
        self.wish: bool | None = None
        """Whether a line for each seat is wanted; left to the room there is at first."""

    def on_mount(self) -> None:
        """Look every now and then, as models think as long as they like."""
        self.look()
        self.set_interval(REFRESH_SECONDS, self.look)

    def look(self) -> None:
        """Show what has changed."""
        reading = self.read()
        if reading != self.reading:
            self.reading = reading
            self.display = bool(reading.seats)
            self.refresh(layout=True)

    def turn(self) -> None:
        """Show a line for each seat instead of one, or one instead."""
        self.wish = self.folded
        self.refresh(layout=True)

    @property
    def folded(self) -> bool:
        """Is there but one line?"""
        unfolded = self.app.size.height >= UNFOLDED_ROWS if self.wish is None else self.wish
        return len(self.reading.seats) < 2 or not unfolded

    def layout_lines(self, width: int) -> list[Content]:
        """What each has used, and all together."""
        return [self.line(width)] if self.folded else self.table(width)

    def line(self, width: int) -> Content:
        """All of it in a line: by seat if that fits, else together."""
        seats, budget = self.reading.seats, self.reading.budget
        limit = [_named("budget", budget)] if budget else []
        each = [_named(name, _told(used)) for name, used in seats.items()]
        apart = GAP.join((self.heading, *each, *limit))
        if apart.cell_length <= width:
            return apart
        all_ = Content(_told(self.reading.total))
        return GAP.join((self.heading, all_, *limit)).truncate(width, ellipsis=True)

    def table(self, width: int) -> list[Content]:
        """A line for each seat, one for all, and the budget where there is room."""
        rows = [*self.reading.seats.items(), ("all", self.reading.total)]
        cells = [(self.heading.plain, *COLUMNS), *((name, *_numbers(used)) for name, used in rows)]
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
        budget = _named("budget", self.reading.budget)
        if lines[-1].cell_length + len(GAP) + budget.cell_length > width:
            return [*lines, budget]
        return [*lines[:-1], GAP.join((lines[-1], budget))]

    @property
    def heading(self) -> Content:
        """The name of it, and the key that folds and unfolds it where there is one."""
        if len(self.reading.seats) < 2:
            return Content.styled("Meter", "$muted")
        return Content.assemble(("M", "bold $primary"), (" meter", "$muted"))


def _named(name: str, told: str) -> Content:
    return Content.assemble((f"{name} ", "$muted"), told)


def _told(used: Usage) -> str:
    calls, tokens_in, tokens_out, cost = _numbers(used)
    word = "call" if used.calls == 1 else "calls"
    return f"{calls} {word}, {tokens_in} in, {tokens_out} out" + (f", {cost}" if cost else "")


def _numbers(used: Usage) -> tuple[str, ...]:
    cost = "" if used.cost is None else f"{used.cost:.4f}"
    return f"{used.calls:,}", f"{used.tokens_in:,}", f"{used.tokens_out:,}", cost
