"""Show an audience what machines thought."""

import re
from collections.abc import Sequence

from textual.app import ComposeResult
from textual.color import Color
from textual.containers import VerticalScroll
from textual.content import Content
from textual.geometry import Size
from textual.widgets import Static

from engine.joined_text import join_names
from engine.seat import Seat
from screens.players.seat_names import SeatNames
from screens.watch.thought_source import Thought
from screens.widgets.large_text import build_large_lines
from screens.widgets.letter_size import MIN_ROWS, fit_letters
from screens.widgets.lines import Lines
from screens.widgets.text_layout import BLANK, lay_out_row, shorten

ROWS = 2
"""The most rows of a thought: one where the screen is wide."""
AROUND, MARGIN = 7, 4
"""Rows and columns of the screen that are not for large thoughts."""
HALL = 40
"""From this many rows of the screen on, names are in large letters, too."""
AIR = 1
"""Rows between a name and a large thought."""
LARGEST = 6
"""The most rows of a line of large thoughts."""
CLAUSE_END = re.compile(r"(?<=[.!?])\s|[;:]\s")
"""Matches the end of what is shown of a thought in large type."""


class ThoughtList(Lines):
    """A line for each thought, and whose thoughts are not shown before the end."""

    DEFAULT_CSS = "ThoughtList { width: 100%; }"

    def __init__(
        self,
        thoughts: Sequence[Thought],
        withheld: Sequence[Thought],
        names: SeatNames,
        *,
        large: bool = False,
    ) -> None:
        super().__init__()
        self.large = large
        self.thoughts = thoughts
        self.withheld = withheld
        self.names = names
        moments = {thought.when for thought in thoughts}
        self.grouped = 1 < len(moments) < len(thoughts)
        """Whether a line before the thoughts of each moment says when they were had."""

    def layout_lines(self, width: int) -> list[Content]:
        rows = self.list_large_rows(width) if self.large else self.list_rows(width)
        if self.withheld:
            seats = sorted({thought.seat for thought in self.withheld})
            waiting = join_names(map(self.names.get_label, seats))
            waits = f"{waiting}: shown at the end, as it would give secrets away now."
            rows += [BLANK, *Content.styled(waits, "$muted").wrap(width)]
        return rows

    def list_large_rows(self, width: int) -> list[Content]:
        """Show one clause of each machine's last thought, in large letters where all fit."""
        told = group_thoughts(self.thoughts)
        room = self.app.size.height - AROUND - 2 * bool(self.withheld)
        colour = Color.parse(self.app.theme_variables["foreground"])
        drawn: list[list[Content]] = []
        for name_rows in (count_name_rows(self.app.size), 1):  # thoughts matter more than names
            each = max(room // max(len(told), 1) - 1 - name_rows - AIR, 0)
            size = Size(width, each)
            texts = map(self.names.format_plain_sentence, told)
            drawn = [
                build_large_lines(self, text, colour, size, LARGEST, narrow=True) for text in texts
            ]
            if all(drawn):
                break
        else:
            name_rows = count_name_rows(self.app.size)
        rows: list[Content] = []
        for (text, seats), letters in zip(told.items(), drawn, strict=True):
            said = self.names.format_sentence(text).stylize("bold")
            lines = letters if all(drawn) else shorten(said, width, ROWS)
            heading = self.draw_names(seats, Size(width, name_rows))
            air = [BLANK] * AIR if all(drawn) else []
            rows += [*([BLANK] if rows else []), *heading, *air, *lines]
        return rows

    def draw_names(self, seats: Sequence[Seat], size: Size) -> list[Content]:
        """Draw who thought something, in large letters if there are rows for them."""
        style = self.names.get_style(seats[0]) if len(seats) == 1 else "$muted"
        colour = Color.parse(self.app.theme_variables[style.removeprefix("$")])
        text = ", ".join(map(self.names.get_label, seats))
        drawn = build_large_lines(self, text, colour, size, narrow=True) if size.height > 1 else []
        return drawn or [self.names.format_players(seats)]

    def list_rows(self, width: int) -> list[Content]:
        """Show every thought, and when it was had."""
        rows: list[Content] = []
        seats = {thought.seat for thought in self.thoughts}
        players = [self.names.format_player(seat).cell_length for seat in seats]
        column = min(max(players, default=0) + 2, width // 3)
        when = ""
        for thought in self.thoughts:
            if self.grouped and thought.when != when:
                before, when = when, thought.when
                rows += [*([BLANK] if rows else []), self.render_moment(when, before)]
            said = self.names.format_sentence(thought.text)
            told = Content("\n").join(shorten(said, max(width - column - 1, 1), ROWS))
            who = self.names.format_player(thought.seat)
            rows += lay_out_row((who, told), (column, width - column))
        return rows

    def render_moment(self, when: str, before: str) -> Content:
        """Say when thoughts were had; the round only if it was not said `before`."""
        last_round, move = (part.strip() for part in when.rpartition("   ")[::2])
        said = before.startswith(f"{last_round}   ")
        return Content.styled(move.capitalize() if said else f"{last_round}: {move}", "$muted")


def group_thoughts(thoughts: Sequence[Thought]) -> dict[str, list[Seat]]:
    """Group the machines by what is shown of their last thoughts: many vote for one reason."""
    last = {thought.seat: thought for thought in thoughts}
    groups: dict[str, list[Seat]] = {}
    for seat, thought in last.items():
        groups.setdefault(shorten_thought(thought.text), []).append(seat)
    return groups


def split_pages(
    thoughts: Sequence[Thought], names: SeatNames, size: Size, *, large: bool
) -> list[list[Thought]]:
    """Split thoughts into pages on which all of them fit in large letters; else one page."""
    if not large:
        return [list(thoughts)]
    pages: list[list[Thought]] = []
    room = 0
    for text, seats in group_thoughts(thoughts).items():
        said = names.format_plain_sentence(text)
        fits = fit_letters(said, size.width - MARGIN, size.height, MIN_ROWS, narrow=True)
        rows = (fits.size * len(fits.lines) + AIR if fits else ROWS) + 1 + count_name_rows(size)
        if not pages or rows > room:
            pages.append([])
            room = size.height - AROUND
        room -= rows
        pages[-1] += [thought for thought in thoughts if thought.seat in seats]
    return pages


def count_name_rows(size: Size) -> int:
    """Count the rows for who thought something, on a screen of this size."""
    return MIN_ROWS if size.height >= HALL else 1


def shorten_thought(text: str) -> str:
    """Shorten a thought to its first clause."""
    return f"{CLAUSE_END.split(text, maxsplit=1)[0].rstrip('.')}."


class ThoughtsPage(VerticalScroll):
    """A page of thoughts that scrolls if they do not fit."""

    DEFAULT_CSS = """
    ThoughtsPage { height: 1fr; width: 100%; scrollbar-size-vertical: 1; padding: 0 2 0 1; }
    ThoughtsPage { align: center middle; }
    ThoughtsPage .title, ThoughtsPage ThoughtList { width: 100%; max-width: 100; }
    ThoughtsPage.-large .title, ThoughtsPage.-large ThoughtList { max-width: 100%; }
    ThoughtsPage .title { text-style: bold; margin-bottom: 1; }
    """

    def __init__(self, thoughts: ThoughtList, *, is_part: bool = False) -> None:
        """Show thoughts; `is_part` of several pages, each of which is shown for a shorter time."""
        super().__init__(classes="-large" if thoughts.large else None)
        self.thoughts = thoughts
        self.is_part = is_part

    def compose(self) -> ComposeResult:
        yield Static("What they thought", classes="title")
        yield self.thoughts
