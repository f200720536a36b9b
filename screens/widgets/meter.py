"""What models have used so far: calls, tokens and money, by seat and in all."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field

from rich.cells import cell_len
from textual.content import Content

from engine.players import Usage
from screens.widgets.lines import Lines

TALL = 32
"""Rows of a terminal from which on there is a line for each seat."""
EVERY = 0.5
"""Seconds from one look at what is used to the next."""
GAP = Content("   ")
COLUMNS = ("calls", "tokens in", "tokens out", "cost")


@dataclass(frozen=True, slots=True)
class Reading:
    """What a meter shows."""

    seats: Mapping[str, Usage] = field(default_factory=dict)
    """What the models of each seat have used, by the seat's name."""
    budget: str = ""
    """How much of the budget is used; empty where there is none."""

    @property
    def total(self) -> Usage:
        """What all of them have used."""
        return sum(self.seats.values(), Usage())


class Meter(Lines):
    """One line, or a line for each seat with a model; gone where there is none."""

    DEFAULT_CSS = "Meter { width: 100%; height: auto; padding: 0 1; display: none; }"

    def __init__(self, read: Callable[[], Reading]) -> None:
        """Show what `read` gives, again and again."""
        super().__init__()
        self.read = read
        self.reading = Reading()
        self.wish: bool | None = None
        """Whether a line for each seat is wanted; left to the room there is at first."""

    def on_mount(self) -> None:
        """Look every now and then, as models think as long as they like."""
        self.look()
        self.set_interval(EVERY, self.look)

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
        unfolded = self.app.size.height >= TALL if self.wish is None else self.wish
        return len(self.reading.seats) < 2 or not unfolded

    def lines(self, width: int) -> list[Content]:
        """What each has used, and all together."""
        return [self.line(width)] if self.folded else self.table()

    def line(self, width: int) -> Content:
        """All of it in a line: by seat if that fits, else together."""
        seats, budget = self.reading.seats, self.reading.budget
        limit = [_named("budget", budget)] if budget else []
        each = [_named(name, _told(used)) for name, used in seats.items()]
        apart = GAP.join((Content.styled("Meter", "$muted"), *each, *limit))
        if apart.cell_length <= width:
            return apart
        together = GAP.join((_named("Meter", _told(self.reading.total)), *limit))
        return together.truncate(width, ellipsis=True)

    def table(self) -> list[Content]:
        """A line for each seat, and one for all."""
        rows = [*self.reading.seats.items(), ("all", self.reading.total)]
        cells = [("Meter", *COLUMNS), *((name, *_numbers(used)) for name, used in rows)]
        if all(used.cost is None for _, used in rows):
            cells = [row[:-1] for row in cells]
        wide = [max(map(cell_len, column)) for column in zip(*cells, strict=True)]
        lines = []
        for place, (name, *numbers) in enumerate(cells):
            told = name.ljust(wide[0]) + "".join(
                "   " + number.rjust(room) for number, room in zip(numbers, wide[1:], strict=True)
            )
            style = "$muted" if place == 0 else "bold" if place == len(cells) - 1 else ""
            lines.append(Content.styled(told, style))
        if self.reading.budget:
            lines[-1] = GAP.join((lines[-1], _named("budget", self.reading.budget)))
        return lines


def _named(name: str, told: str) -> Content:
    return Content.assemble((f"{name} ", "$muted"), told)


def _told(used: Usage) -> str:
    calls, tokens_in, tokens_out, cost = _numbers(used)
    word = "call" if used.calls == 1 else "calls"
    return f"{calls} {word}, {tokens_in} in, {tokens_out} out" + (f", {cost}" if cost else "")


def _numbers(used: Usage) -> tuple[str, ...]:
    cost = "" if used.cost is None else f"{used.cost:.4f}"
    return f"{used.calls:,}", f"{used.tokens_in:,}", f"{used.tokens_out:,}", cost
