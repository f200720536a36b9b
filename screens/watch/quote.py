"""Words in large letters between smaller lines, which appear one after another."""

from collections.abc import Sequence

from textual.app import ComposeResult
from textual.containers import Vertical
from textual.content import Content
from textual.widgets import Static

from screens.widgets.gradual_reveal import StagedReveal
from screens.widgets.large_text import LargeText
from screens.widgets.letter_size import MIN_ROWS, is_hall

ROWS, LOW_ROWS, LOW = 12, 9, 34
"""The most rows for a quote, and on screens of fewer rows than the third."""
ALONE_ROWS = 18
"""The most rows in a hall for a quote with nothing below it."""


TURN_SECONDS = 0.9
"""Seconds before each step in which covered words turn over."""


LINE_SECONDS = 1.5
"""Seconds before each line below a quote."""


class Quote(Vertical, StagedReveal):
    """Words in large letters between smaller lines, which appear one after another.

    Words may begin covered, and turn over step by step.
    """

    DEFAULT_CSS = """
    Quote { width: 100%; height: auto; }
    Quote Static, Quote LargeText { text-align: center; width: 100%; height: auto; }
    Quote .above { color: $muted; margin-bottom: 1; }
    Quote .below { margin-top: 1; color: $foreground; text-style: none; }
    """

    def __init__(
        self,
        above: str,
        words: str,
        *below: str | Content,
        covered: Sequence[str] = (),
        style: str = "",
    ) -> None:
        """Show `words` between the lines above and below them. All of it is literal text.

        Args:
            above: The line above.
            words: The words in large letters.
            below: The lines below.
            covered: Placeholders of the words, step by step.
            style: The colour of the words, where it is a player's.
        """
        super().__init__([TURN_SECONDS] * len(covered) + [LINE_SECONDS] * len(below))
        self.above = above
        self.words = words
        self.below = below
        self.covered = tuple(covered)
        self.style = style

    def compose(self) -> ComposeResult:
        rows = ROWS if self.app.size.height >= LOW else LOW_ROWS
        small = 2 * MIN_ROWS + 1 if is_hall(self.app.size) else 0  # two lines, and a row between
        if small and not self.below:
            rows = ALONE_ROWS
        if self.above:
            yield LargeText(self.above, small // 2, narrow=True, classes="above")
        words = (*self.covered, self.words)[0]
        large = LargeText(words, rows, narrow=True, apart=True, classes="words")
        if self.style:
            large.set_ink(self.style)
        yield large
        for line in self.below:
            if isinstance(line, str):
                yield LargeText(line, small, narrow=True, apart=True, classes="below")
            else:
                yield Static(line, classes="below", markup=False)

    def show_stage(self) -> None:
        """Turn over the words, then show the lines below, up to the current stage."""
        steps = (*self.covered, self.words)
        self.query_one(".words", LargeText).text = steps[min(self.stage, len(self.covered))]
        for number, line in enumerate(self.query(".below")):
            line.visible = number < self.stage - len(self.covered)
