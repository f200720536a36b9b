"""Who sits at the table, and who is thinking."""

from collections.abc import Callable

from rich.cells import cell_len
from textual.content import Content
from textual.widgets import Static

from engine.game import Seat
from screens.games.ui import SeatNames

SPINNER = "⠋⠙⠹⠸⠼⠴⠦⠧⠇⠏"
OPENED = "◇ open"
OPEN = f"{OPENED} table"
"""The sign of a table at which the operator may look at what machines are asked and answer."""


class SeatLine(Static):
    """One line: the game, its seats, and a sign at each for what it is doing."""

    DEFAULT_CSS = """
    SeatLine { height: 2; margin: 0 1 1 1; border-bottom: solid $faint; }
    """

    def __init__(self, title: str, *, id: str | None = None) -> None:  # noqa: A002
        """Show `title`, the game's."""
        super().__init__(id=id)
        self.heading = title
        self.open = False
        """Whether the operator may look at what machines are asked and answer."""
        self.names: SeatNames | None = None
        self.thinking: frozenset[Seat] = frozenset()
        self.sealed: frozenset[Seat] = frozenset()
        self.beat = 0

    def on_mount(self) -> None:
        """Keep the thinking signs moving."""
        self.set_interval(1 / 8, self.tick)

    def show(self, names: SeatNames, thinking: frozenset[Seat], sealed: frozenset[Seat]) -> None:
        """Show who thinks and whose move lies sealed."""
        self.names, self.thinking, self.sealed = names, thinking, sealed
        self.refresh()

    def tick(self) -> None:
        """Turn the signs on, if anybody thinks and anybody sees it."""
        if self.thinking and self.app.screen is self.screen:
            self.beat += 1
            self.refresh()

    def render(self) -> Content:
        """The line, as literal text: with as many words as there is room for."""
        title = Content.styled(self.heading, "bold $primary")
        sign = Content.styled(OPEN if self.open else "", "$primary")
        head = Content("  ").join([title, sign] if self.open else [title])
        if self.names is None:
            return head
        short = self._seated(self.names.short)
        lines = (
            [head, *self._seated(self.names.name, words=True)],
            [head, *self._seated(self.names.name)],
            [head, *short],
            # The game is told by everything around; that the table is open is told here alone.
            [sign, *short] if self.open else short,
            [sign[: len(OPENED)], *self._seated(self.names.seats.__getitem__)],
        )
        for gap, line in ((gap, line) for line in lines for gap in ("   ", "  ")):
            joined = Content(gap).join(line)
            if cell_len(joined.plain) <= self.size.width:
                break
        return joined

    def _seated(self, name: Callable[[Seat], str], *, words: bool = False) -> list[Content]:
        """The seats, each under the name it is to have."""
        assert self.names is not None
        seats = []
        for place in range(len(self.names.seats)):
            seat = Seat(place)
            sign, word, style = self._state(seat)
            told = f" {word}" if word and words else ""
            seats.append(
                Content.assemble((f"{sign} ", style), Content(name(seat)), (told, "$muted"))
            )
        return seats

    def _state(self, seat: Seat) -> tuple[str, str, str]:
        if seat in self.sealed:
            return "●", "has moved", "$primary"
        if seat in self.thinking:
            return SPINNER[self.beat % len(SPINNER)], "is thinking", "$primary"
        return "·", "", "$muted"
