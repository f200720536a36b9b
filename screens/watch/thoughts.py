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
from screens.players.seat_names import SeatNames
from screens.watch.thought_source import Thought
from screens.widgets.large_text import build_large_lines
from screens.widgets.lines import Lines
from screens.widgets.text_layout import BLANK, shorten

ROWS = 2
"""The most rows of a thought: one where the screen is wide."""
AROUND = 12
"""Rows of the screen that are not for large thoughts."""
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
        last = {thought.seat: thought for thought in self.thoughts}
        told = {seat: shorten_thought(thought.text) for seat, thought in last.items()}
        each = max((self.app.size.height - AROUND) // max(len(told), 1) - 2, 0)
        colour = Color.parse(self.app.theme_variables["foreground"])
        plain = {seat: self.names.format_plain_sentence(text) for seat, text in told.items()}
        drawn = {
            seat: build_large_lines(self, text, colour, Size(width, each))
            for seat, text in plain.items()
        }
        rows: list[Content] = []
        for seat, text in told.items():
            said = self.names.format_sentence(text).stylize("bold")
            lines = drawn[seat] if all(drawn.values()) else shorten(said, width, ROWS)
            rows += [*([BLANK] if rows else []), self.names.format_player(seat), *lines]
        return rows

    def list_rows(self, width: int) -> list[Content]:
        """Show every thought, and when it was had."""
        rows: list[Content] = []
        when = ""
        for thought in self.thoughts:
            if self.grouped and thought.when != when:
                before, when = when, thought.when
                rows += [*([BLANK] if rows else []), self.render_moment(when, before)]
            who = self.names.format_player(thought.seat)
            said = self.names.format_sentence(thought.text)
            rows += shorten(Content.assemble(who, "   ", said), width, ROWS)
        return rows

    def render_moment(self, when: str, before: str) -> Content:
        """Say when thoughts were had; the round only if it was not said `before`."""
        last_round, move = (part.strip() for part in when.rpartition("   ")[::2])
        said = before.startswith(f"{last_round}   ")
        return Content.styled(move.capitalize() if said else f"{last_round}: {move}", "$muted")


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

    def __init__(self, thoughts: ThoughtList) -> None:
        super().__init__(classes="-large" if thoughts.large else None)
        self.thoughts = thoughts

    def compose(self) -> ComposeResult:
        yield Static("What they thought", classes="title")
        yield self.thoughts
