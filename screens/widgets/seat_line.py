"""The game and its seats in one line, each seat with a sign for its activity."""

from collections.abc import Sequence

from rich.cells import cell_len
from textual.content import Content
from textual.widgets import Static

from engine.seat import Seat
from screens.players.seat_names import SeatNames

SPINNER = "⠋⠙⠹⠸⠼⠴⠦⠧⠇⠏"


OPEN_SIGN = "◇ open"


OPEN_TABLE = f"{OPEN_SIGN} table"
"""The sign of an open table, at which the operator may inspect machines."""


CUT_NAME = 5
"""Maximum width of a name if not all names fit, in cells."""


MANY = 3
"""If the moves of so many are sealed, only signs say so: the same words again are noise."""


PROGRESS_GAP = "   "
CORNERS = 6
"""Cells at the ends of a rule in which no text stands."""


class SeatLine(Static):
    """The game and its seats in one line, each seat with a sign for its activity."""

    DEFAULT_CSS = """
    SeatLine {
        height: 2; margin: 0 2 1 2; border-bottom: solid $faint;
        border-subtitle-align: left;
    }
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
        self.out: frozenset[Seat] = frozenset()
        """Who is out of the game."""
        self.progress = ""
        """How far models are."""
        self.frame = 0

    def on_mount(self) -> None:
        """Animate the signs of thinking seats."""
        self.set_interval(1 / 8, self.tick)

    def show(self, names: SeatNames, thinking: frozenset[Seat], sealed: frozenset[Seat]) -> None:
        """Show who is thinking and whose move is sealed."""
        self.names, self.thinking, self.sealed = names, thinking, sealed
        self.refresh()

    def show_out(self, out: frozenset[Seat]) -> None:
        """Show who is out of the game."""
        self.out = out
        self.refresh()

    def show_progress(self, lines: Sequence[str]) -> None:
        """Show in the rule below the line how far models are."""
        width = max(0, self.size.width - CORNERS)
        text = join_fitting(lines, width)
        if text != self.progress:
            self.progress = text
            padded = Content.styled(f" {text} " if text else "", "$muted")
            self.border_subtitle = padded.truncate(width, ellipsis=True)

    def tick(self) -> None:
        """Animate the signs, if anybody thinks and no other screen covers the line.

        What changes below a screen makes Textual paint all of that screen again.
        """
        if self.thinking and self.screen.is_current and self.app.screen is self.screen:
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
            [head, *self._render_seats(role=True, words=len(self.sealed) < MANY)],
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
            style = "dim strike" if seat in self.out else "bold"
            player = self.names.format_player(seat, role=role, style=style)
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


def join_fitting(lines: Sequence[str], width: int) -> str:
    """Join as many lines as fit, and count the others; the first is there in any case."""
    text = ""
    for count in range(len(lines), 0, -1):
        rest = len(lines) - count
        text = PROGRESS_GAP.join((*lines[:count], *([f"and {rest} more"] if rest else ())))
        if cell_len(text) <= width:
            break
    return text
