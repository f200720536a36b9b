"""What machines thought, on a page."""

from collections.abc import Sequence

from textual.app import ComposeResult
from textual.containers import VerticalScroll
from textual.content import Content
from textual.widgets import Static

from engine.transcript import join_names
from screens.games.ui import SeatNames
from screens.watch.thinking import Thought
from screens.widgets.lines import BLANK, Lines


class Thoughts(Lines):
    """A paragraph for each thought, and who has to wait for the end."""

    DEFAULT_CSS = "Thoughts { width: 100%; }"

    def __init__(
        self, told: Sequence[Thought], waiting: Sequence[Thought], names: SeatNames
    ) -> None:
        """Tell the thoughts `told`, and whose are `waiting`."""
        super().__init__()
        self.told = told
        self.waiting = waiting
        self.names = names

    def lines(self, width: int) -> list[Content]:
        """Who thought when, over what."""
        rows: list[Content] = []
        for thought in self.told:
            who = Content.assemble(
                (self.names.name(thought.seat), "bold $primary"), (f"   {thought.when}", "$muted")
            )
            rows += [*who.wrap(width), *Content(thought.text).wrap(width), BLANK]
        if self.waiting:
            seats = sorted({thought.seat for thought in self.waiting})
            who_waits = join_names(self.names.seats[seat] for seat in seats)
            waits = f"Told at the end, as it is about what is still secret: {who_waits}."
            rows += Content.styled(waits, "$muted").wrap(width)
        return rows


class ThoughtsPage(VerticalScroll):
    """Thoughts to read, and to scroll where they are many."""

    DEFAULT_CSS = """
    ThoughtsPage { height: 1fr; width: 100%; scrollbar-size-vertical: 1; padding: 0 1; }
    ThoughtsPage { align-horizontal: center; }
    ThoughtsPage .title, ThoughtsPage Thoughts { width: 100%; max-width: 100; }
    ThoughtsPage .title { text-style: bold; margin-bottom: 1; }
    """

    def __init__(self, thoughts: Thoughts) -> None:
        """Show `thoughts`."""
        super().__init__()
        self.thoughts = thoughts

    def compose(self) -> ComposeResult:
        """What they are, and they themselves."""
        yield Static("What they thought", classes="title")
        yield self.thoughts
