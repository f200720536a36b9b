"""The status lines of a table: the players and who is thinking, and what the models have used."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field

from rich.cells import cell_len
from textual.content import Content
from textual.widgets import Static

from engine.seat import Seat
from engine.usage import Usage
from screens.player_names_and_colours import SeatNames
from screens.widgets.line_widgets_and_text_layout import Lines

SPINNER = "⠋⠙⠹⠸⠼⠴⠦⠧⠇⠏"
OPEN_SIGN = "◇ open"
OPEN_TABLE = f"{OPEN_SIGN} table"
"""The sign of an open table, at which the operator may inspect machines."""
CUT_NAME = 5
"""Maximum width of a name if not all names fit, in cells."""


class SeatLine(Static):
    """The game and its seats in one line, each seat with a sign for its activity."""

    DEFAULT_CSS = """
    SeatLine { height: 2; margin: 0 2 1 2; border-bottom: solid $faint; }
    """

    def __init__(self, title: str, *, id: str | None = None) -> None:  # noqa: A002
        """Show the game's `title`."""
        super().__init__(id=id)
        self.title = title
        self.open = False
        """Whether the table is open."""
        self.names: SeatNames | None = None
        self.thinking: frozenset[Seat] = frozenset()
        self.sealed: frozenset[Seat] = frozenset()
        self.frame = 0

    def on_mount(self) -> None:
        """Animate the signs of thinking seats."""
        self.set_interval(1 / 8, self.tick)

    def show(self, names: SeatNames, thinking: frozenset[Seat], sealed: frozenset[Seat]) -> None:
        """Show who is thinking and whose move is sealed."""
        self.names, self.thinking, self.sealed = names, thinking, sealed
        self.refresh()

    def tick(self) -> None:
        """Animate the signs, if anybody thinks and the line is visible."""
        if self.thinking and self.screen.is_current:
            self.frame += 1
            self.refresh()

    def render(self) -> Content:
        """Render the longest form that fits."""
        title = Content.styled(self.title, "bold $primary")
        sign = Content.styled(OPEN_TABLE if self.open else "", "$primary")
        head = Content("  ").join([title, sign] if self.open else [title])
        if self.names is None:
            return head
        short = self._render_seats()
        lines = (
            [head, *self._render_seats(role=True, words=True)],
            [head, *self._render_seats(role=True)],
            [head, *short],
            # Drop the title rather than the sign: nothing else shows that the table is open.
            [sign, *short] if self.open else short,
            [sign[: len(OPEN_SIGN)], *self._render_seats(width=CUT_NAME)],
            [sign[: len(OPEN_SIGN)], *self._render_seats(width=0)],
        )
        for gap, line in ((gap, line) for line in lines for gap in ("   ", "  ")):
            joined = Content(gap).join(line)
            if cell_len(joined.plain) <= self.size.width:
                break
        return joined

    def _render_seats(
        self, *, role: bool = False, words: bool = False, width: int | None = None
    ) -> list[Content]:
        """Render the players, each with a sign for their activity.

        Args:
            role: Whether to add roles.
            words: Whether to describe the activity in words.
            width: The maximum width of a name in cells; 0 for only marks.
        """
        assert self.names is not None
        seats = []
        for place in range(len(self.names.seats)):
            seat = Seat(place)
            sign, word = self._describe_state(seat)
            player = self.names.format_player(seat, role=role)
            if width is not None:
                player = player[: width + 2 if width else 1]
            note = f" {sign} {word}" if word and words else f" {sign}" if sign else ""
            seats.append(Content.assemble(player, (note, "$primary")))
        return seats

    def _describe_state(self, seat: Seat) -> tuple[str, str]:
        if seat in self.sealed:
            return "✓", "has moved"
        if seat in self.thinking:
            return SPINNER[self.frame % len(SPINNER)], "is thinking"
        return "", ""


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
