"""The line of seats at the top of a table: who plays, and who is thinking."""

from collections.abc import Callable

from rich.cells import cell_len
from textual.content import Content
from textual.widgets import Static

from engine.game import Seat
from screens.games.ui import SeatNames

SPINNER = "⠋⠙⠹⠸⠼⠴⠦⠧⠇⠏"
OPEN_SIGN = "◇ open"
OPEN_TABLE = f"{OPEN_SIGN} table"
"""The sign of an open table: the operator may see what machines are asked and answer."""


class SeatLine(Static):
    """The game and its seats in one line, each seat with a sign for what it is doing."""

    DEFAULT_CSS = """
    SeatLine { height: 2; margin: 0 1 1 1; border-bottom: solid $faint; }
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
        """Animate the signs of seats that think."""
        self.set_interval(1 / 8, self.tick)

    def show(self, names: SeatNames, thinking: frozenset[Seat], sealed: frozenset[Seat]) -> None:
        """Show who is thinking and whose move is sealed."""
        self.names, self.thinking, self.sealed = names, thinking, sealed
        self.refresh()

    def tick(self) -> None:
        """Animate the signs, if anybody thinks and the line is visible."""
        if self.thinking and self.app.screen is self.screen:
            self.frame += 1
            self.refresh()

    def render(self) -> Content:
        """Render the longest form that fits."""
        title = Content.styled(self.title, "bold $primary")
        sign = Content.styled(OPEN_TABLE if self.open else "", "$primary")
        head = Content("  ").join([title, sign] if self.open else [title])
        if self.names is None:
            return head
        short = self._render_seats(self.names.short)
        lines = (
            [head, *self._render_seats(self.names.name, words=True)],
            [head, *self._render_seats(self.names.name)],
            [head, *short],
            # Leave out the title rather than the sign: nothing else shows that the table is open.
            [sign, *short] if self.open else short,
            [sign[: len(OPEN_SIGN)], *self._render_seats(self.names.seats.__getitem__)],
        )
        for gap, line in ((gap, line) for line in lines for gap in ("   ", "  ")):
            joined = Content(gap).join(line)
            if cell_len(joined.plain) <= self.size.width:
                break
        return joined

    def _render_seats(self, name: Callable[[Seat], str], *, words: bool = False) -> list[Content]:
        """Render the seats, each under the name that `name` returns."""
        assert self.names is not None
        seats = []
        for place in range(len(self.names.seats)):
            seat = Seat(place)
            sign, word, style = self._describe_state(seat)
            note = f" {word}" if word and words else ""
            seats.append(
                Content.assemble((f"{sign} ", style), Content(name(seat)), (note, "$muted"))
            )
        return seats

    def _describe_state(self, seat: Seat) -> tuple[str, str, str]:
        if seat in self.sealed:
            return "●", "has moved", "$primary"
        if seat in self.thinking:
            return SPINNER[self.frame % len(SPINNER)], "is thinking", "$primary"
        return "·", "", "$muted"
