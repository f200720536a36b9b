"""Who sits at the table, and who is thinking."""

from rich.cells import cell_len
from textual.content import Content
from textual.widgets import Static

from engine.game import Seat
from screens.front import Cast

SPIN = "⠋⠙⠹⠸⠼⠴⠦⠧⠇⠏"
OPEN = "◇ open table"
"""The sign of a table at which the operator may look at what machines are asked and answer."""


class Seats(Static):
    """One line: the game, its seats, and a sign at each for what it is doing."""

    DEFAULT_CSS = """
    Seats { height: 2; margin: 0 1 1 1; border-bottom: solid $faint; }
    """

    def __init__(self, title: str, *, id: str | None = None) -> None:  # noqa: A002
        """Show `title`, the game's."""
        super().__init__(id=id)
        self.heading = title
        self.open = False
        """Whether the operator may look at what machines are asked and answer."""
        self.cast: Cast | None = None
        self.thinking: frozenset[Seat] = frozenset()
        self.sealed: frozenset[Seat] = frozenset()
        self.beat = 0

    def on_mount(self) -> None:
        """Keep the thinking signs moving."""
        self.set_interval(1 / 8, self.tick)

    def show(self, cast: Cast, thinking: frozenset[Seat], sealed: frozenset[Seat]) -> None:
        """Show who thinks and whose move lies sealed."""
        self.cast, self.thinking, self.sealed = cast, thinking, sealed
        self.refresh()

    def tick(self) -> None:
        """Turn the signs on, if anybody thinks and anybody sees it."""
        if self.thinking and self.app.screen is self.screen:
            self.beat += 1
            self.refresh()

    def render(self) -> Content:
        """The line, as literal text."""
        parts: list[Content | tuple[str, str]] = [(self.heading, "bold $primary")]
        if self.open:
            parts.append((f"  {OPEN}", "$primary"))
        if self.cast is not None:
            for place in range(len(self.cast.seats)):
                seat = Seat(place)
                sign, word, style = self._state(seat)
                parts += [("   ", ""), (f"{sign} ", style), Content(self.cast.name(seat))]
                parts += [(f" {word}", "$muted")] if word else []
        line = Content.assemble(*parts)
        if cell_len(line.plain) > self.size.width:
            parts = [p for p in parts if not (isinstance(p, tuple) and p[1] == "$muted")]
            line = Content.assemble(*parts)
        if cell_len(line.plain) > self.size.width and self.open:
            line = Content.assemble((OPEN, "$primary"), *parts[2:])  # rather than the title
        return line

    def _state(self, seat: Seat) -> tuple[str, str, str]:
        if seat in self.sealed:
            return "●", "has moved", "$primary"
        if seat in self.thinking:
            return SPIN[self.beat % len(SPIN)], "is thinking", "$primary"
        return "·", "", "$muted"
