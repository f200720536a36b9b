"""Show an audience what machines thought."""

import re
from collections.abc import Sequence
from dataclasses import replace

from textual.app import ComposeResult
from textual.color import Color
from textual.containers import VerticalScroll
from textual.content import Content
from textual.geometry import Size
from textual.widget import Widget
from textual.widgets import Static

from engine.joined_text import join_names
from engine.seat import Seat
from screens.players.seat_names import SeatNames
from screens.watch.thought_source import Thought
from screens.widgets.large_text import build_large_lines, draw_line
from screens.widgets.letter_size import MIN_ROWS, Fit, count_rows, fit_paragraphs
from screens.widgets.lines import Lines
from screens.widgets.text_layout import BLANK, lay_out_row, shorten, split_evenly, wrap_evenly

ROWS = 4
"""The most rows of a thought in ordinary letters; a sentence of more is cut."""
AROUND, TITLE = 8, 2
"""Rows of the screen that are not for thoughts, and those of them for the title, which large
thoughts do without: it stands beside each name."""
MARGIN = 4
"""Columns of the screen that are not for large thoughts."""
WIDEST = 100
"""The widest line of thoughts in ordinary letters."""
HALL = 40
"""From this many rows of the screen on, names are in large letters, too."""
AIR = 1
"""Rows between a name and a large thought."""
LARGEST = 8
"""The most rows of a line of large thoughts."""
SENTENCE_END = re.compile(r"(?<=[.!?])\s|;\s")
"""Matches the end of what is shown of a thought: what follows a semicolon is another sentence."""
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
        rows = self.list_large_rows(width) if self.large else self.list_rows(min(width, WIDEST))
        return rows + self.lay_out_withheld(width)

    def lay_out_withheld(self, width: int) -> list[Content]:
        """Say whose thoughts are not shown before the end, if any are not."""
        if not self.withheld:
            return []
        seats = sorted({thought.seat for thought in self.withheld})
        waiting = join_names(map(self.names.get_label, seats))
        waits = f"{waiting}: shown at the end, as it would give secrets away now."
        return [BLANK, *Content.styled(waits, "$muted").wrap(width)]

    def list_large_rows(self, width: int) -> list[Content]:
        """Show one clause of each machine's last thought, in large letters where all fit."""
        told = group_thoughts(self.thoughts)
        room = self.app.size.height - AROUND + TITLE - len(self.lay_out_withheld(width))
        colour = Color.parse(self.app.theme_variables["foreground"])
        texts = list(map(self.names.format_plain_sentence, told))
        name_rows, fits = 1, list[Fit]()
        for name_rows in (count_name_rows(self.app.size), 1):  # thoughts matter more than names
            others = len(texts) * (name_rows + AIR) + 2 * (len(texts) - 1)
            if fits := fit_paragraphs(texts, width, room - others, LARGEST):
                break
        rows: list[Content] = []
        for place, (text, seats) in enumerate(told.items()):
            heading = self.draw_names(seats, Size(width, name_rows))
            if fits:
                lines = [*[BLANK] * AIR, *draw_paragraph(self, fits[place], colour)]
            else:
                said = self.names.format_sentence(text).stylize("bold")
                lines = shorten(said, width, ROWS)
            rows += [*([BLANK] * (1 + bool(fits)) if rows else []), *heading, *lines]
        return rows

    def draw_names(self, seats: Sequence[Seat], size: Size) -> list[Content]:
        """Draw who thought something, in large letters if there are rows for them."""
        style = self.names.get_style(seats[0]) if len(seats) == 1 else "$muted"
        colour = Color.parse(self.app.theme_variables[style.removeprefix("$")])
        text = f"{join_names(map(self.names.get_label, seats))} thought"
        drawn = build_large_lines(self, text, colour, size, narrow=True) if size.height > 1 else []
        return drawn or [Content.assemble(self.names.format_players(seats), " thought")]

    def list_rows(self, width: int) -> list[Content]:
        """Show a sentence of every thought, a blank row between two, and when it was had."""
        rows: list[Content] = []
        column = self.measure_names(width)
        when = ""
        for thought in self.thoughts:
            if self.grouped and thought.when != when:
                before, when = when, thought.when
                rows += [*([BLANK] if rows else []), self.render_moment(when, before)]
            elif rows:
                rows.append(BLANK)
            rows += self.lay_out_thought(thought, width, column)
        return rows

    def measure_names(self, width: int) -> int:
        """Measure the column for the names."""
        seats = {thought.seat for thought in self.thoughts}
        players = [self.names.format_player(seat).cell_length for seat in seats]
        return min(max(players, default=0) + 3, width // 3)

    def lay_out_thought(self, thought: Thought, width: int, column: int) -> list[Content]:
        """Lay out a name, and beside it a whole sentence in lines of about equal length."""
        said, room = self.names.format_sentence(thought.text), max(width - column, 1)
        lines = wrap_evenly(said, room)
        told = Content("\n").join(lines if len(lines) <= ROWS else shorten(said, room, ROWS))
        who = self.names.format_player(thought.seat)
        return lay_out_row((who, told), (column, width - column + 1))

    def render_moment(self, when: str, before: str) -> Content:
        """Say when thoughts were had; the round only if it was not said `before`."""
        last_round, move = (part.strip() for part in when.rpartition("   ")[::2])
        said = before.startswith(f"{last_round}   ")
        return Content.styled(move.capitalize() if said else f"{last_round}: {move}", "$muted")


def draw_paragraph(widget: Widget, fit: Fit, colour: Color) -> list[Content]:
    """Draw the lines of a text in large letters, a blank row between two."""
    rows: list[Content] = []
    for line in fit.lines:
        drawn = draw_line(widget, line, colour, fit.size, narrow=fit.narrow)
        rows += [*([BLANK] if rows else []), *drawn]
    return rows


def group_thoughts(thoughts: Sequence[Thought]) -> dict[str, list[Seat]]:
    """Group the machines by what is shown of their last thoughts: many vote for one reason."""
    last = {thought.seat: thought for thought in thoughts}
    groups: dict[str, list[Seat]] = {}
    for seat, thought in last.items():
        groups.setdefault(shorten_thought(thought.text, CLAUSE_END), []).append(seat)
    return groups


def split_pages(
    thoughts: Sequence[Thought],
    withheld: Sequence[Thought],
    names: SeatNames,
    size: Size,
    *,
    large: bool,
) -> list[list[Thought]]:
    """Split the thoughts that are shown into pages on which all fit.

    Args:
        thoughts: All that may be shown; of each machine the last is, in ordinary letters the last
            of each round.
        withheld: Those that are not shown yet, which a line says.
        names: The names of the players.
        size: The size of the screen.
        large: Whether letters are large.
    """
    waiting = ThoughtList([], withheld, names).lay_out_withheld(size.width - MARGIN)
    room = size.height - AROUND - len(waiting)
    return (split_large_pages if large else split_small_pages)(thoughts, names, size, room)


def split_large_pages(
    thoughts: Sequence[Thought], names: SeatNames, size: Size, room: int
) -> list[list[Thought]]:
    """Split the last thought of each machine into pages on which all fit in large letters."""
    pages: list[list[Thought]] = []
    free = 0
    for text, seats in group_thoughts(thoughts).items():
        said = names.format_plain_sentence(text)
        fits = fit_paragraphs([said], size.width - MARGIN, size.height, MIN_ROWS)
        rows = (count_rows(fits[0]) + AIR if fits else ROWS) + 2 + count_name_rows(size)
        if not pages or rows > free:
            pages.append([])
            free = room + TITLE
        free -= rows
        pages[-1] += [thought for thought in thoughts if thought.seat in seats]
    return pages


def split_small_pages(
    thoughts: Sequence[Thought], names: SeatNames, size: Size, room: int
) -> list[list[Thought]]:
    """Split the last thought of each machine in each round into pages of about equal length.

    If whole sentences would fill a page, only what stands before a semicolon is shown.
    """
    last = {(name_round(thought), thought.seat): thought for thought in thoughts}
    whole = [thought for thought in thoughts if thought is last[name_round(thought), thought.seat]]
    short = [replace(one, text=shorten_thought(one.text, SENTENCE_END)) for one in whole]
    width = min(size.width - MARGIN, WIDEST)
    shares = [(short, count, room) for count in range(1, len(whole))]
    for kept, count, most in ((whole, 1, room * 3 // 4), *shares):
        pages = list(map(list, split_evenly(kept, count)))
        laid_out = (ThoughtList(page, [], names).list_rows(width) for page in pages)
        if all(len(rows) <= most for rows in laid_out):
            return pages
    return [[thought] for thought in short]


def name_round(thought: Thought) -> str:
    """Name the round in which a thought was had."""
    return thought.when.rpartition("   ")[0]


def count_name_rows(size: Size) -> int:
    """Count the rows for who thought something, on a screen of this size."""
    return MIN_ROWS if size.height >= HALL else 1


def shorten_thought(text: str, end: re.Pattern[str]) -> str:
    """Shorten a thought to what stands before the first `end`."""
    first = end.split(text, maxsplit=1)[0]
    return first if first.endswith(("!", "?")) else f"{first.rstrip('.')}."


class ThoughtsPage(VerticalScroll):
    """A page of thoughts that scrolls if they do not fit."""

    DEFAULT_CSS = """
    ThoughtsPage { height: 1fr; width: 100%; scrollbar-size-vertical: 1; padding: 0 1; }
    ThoughtsPage.-large { align-vertical: middle; }
    ThoughtsPage .title { text-style: bold; margin-bottom: 1; width: 100%; }
    """

    def __init__(self, thoughts: ThoughtList, *, is_part: bool = False) -> None:
        """Show thoughts; `is_part` of several pages, each of which is shown for a shorter time."""
        super().__init__(classes="-large" if thoughts.large else None)
        self.thoughts = thoughts
        self.is_part = is_part

    def compose(self) -> ComposeResult:
        if not self.thoughts.large:
            yield Static("What they thought", classes="title")
        yield self.thoughts

    def count_words(self) -> int:
        """Count the words of the page, which take their time to read."""
        if self.thoughts.large:
            return sum(len(text.split()) + 1 for text in group_thoughts(self.thoughts.thoughts))
        return sum(len(one.text.split()) + 1 for one in self.thoughts.thoughts)
