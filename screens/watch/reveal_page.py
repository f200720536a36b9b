"""The page that shows what a move revealed, and whether the audience was right."""

from textual.app import ComposeResult
from textual.containers import Vertical, VerticalScroll
from textual.widget import Widget
from textual.widgets import Static

from screens.games.ui import Headline
from screens.round_summary import GradualReveal
from screens.watch.audience_score import PollVerdict
from screens.widgets.large_text import LargeText
from screens.widgets.staged_reveal import StagedReveal

ROWS, LOW_ROWS, LOW = 12, 8, 34
"""The most rows for a quote, and on screens of fewer rows than the third."""
LINE_SECONDS = 1.5
"""Seconds before each line below a quote."""
POLL_SECONDS = 0.2
"""Seconds between two checks whether a reveal that unfolds step by step is complete."""


class Reveal(Vertical):
    """The game's own reveal, and beneath it the verdict on the audience."""

    DEFAULT_CSS = """
    Reveal { height: 1fr; width: 100%; align: center middle; }
    Reveal #news { height: auto; align: center middle; }
    Reveal #news { scrollbar-size-vertical: 1; }
    Reveal.-unfolding #news { height: 1fr; }
    Reveal PollVerdict { margin-top: 1; }
    """

    def __init__(self, content: Widget, verdict: PollVerdict | None) -> None:
        """Show `content`, built from onlookers' views, and the `verdict` if there is one."""
        super().__init__(classes="-unfolding" if isinstance(content, GradualReveal) else None)
        self.content = content
        self.verdict = verdict

    def compose(self) -> ComposeResult:
        with VerticalScroll(id="news", can_focus=False):
            yield self.content
        if self.verdict is not None:
            yield self.verdict

    def on_mount(self) -> None:
        """Hide the verdict until the reveal is complete: it would give it away."""
        if self.verdict is not None and isinstance(self.content, GradualReveal):
            self.verdict.visible = self.content.is_complete
            self.set_interval(POLL_SECONDS, self.update_verdict)

    def on_resize(self) -> None:
        """Give the verdict the rows it needs; the reveal scrolls if it is taller than the rest."""
        width, height = self.size
        rows = len(self.verdict.layout_lines(width)) + 1 if self.verdict else 0
        self.query_one("#news").styles.max_height = max(height - rows, 1)

    def update_verdict(self) -> None:
        """Show the verdict once the reveal is complete."""
        if self.verdict is not None and isinstance(self.content, GradualReveal):
            self.verdict.visible = self.content.is_complete

    def reveal_rest(self) -> bool:
        """Show the rest at once.

        Returns:
            Whether there was any.
        """
        rest = isinstance(self.content, GradualReveal) and self.content.reveal_rest()
        self.update_verdict()
        return rest


class Quote(Vertical, StagedReveal):
    """Words in large letters between smaller lines; those below come one after another."""

    DEFAULT_CSS = """
    Quote { width: 100%; height: auto; }
    Quote Static, Quote LargeText { text-align: center; width: 100%; height: auto; }
    Quote .above { color: $muted; margin-bottom: 1; }
    Quote .below { margin-top: 1; }
    """

    def __init__(self, above: str, words: str, *below: str) -> None:
        """Show `words` between the lines above and below them. All of it is literal text."""
        super().__init__([LINE_SECONDS] * len(below))
        self.above = above
        self.words = words
        self.below = below

    def compose(self) -> ComposeResult:
        yield Static(self.above, classes="above", markup=False)
        yield LargeText(self.words, ROWS if self.app.size.height >= LOW else LOW_ROWS)
        for line in self.below:
            yield Static(line, classes="below", markup=False)

    def show_stage(self) -> None:
        """Show as many lines below as the stage says."""
        for number, line in enumerate(self.query(".below")):
            line.visible = number < self.stage


def create_reveal_content(reveal: Widget | None, headline: Headline, *, large: bool) -> Widget:
    """Create what a reveal shows: the game's own widget, or the headline.

    Args:
        reveal: The game's own reveal; `None` if something was said and nothing revealed.
        headline: The headline after the move.
        large: Use large letters, unless the game's own reveal is made of pictures.
    """
    if large and reveal is not None and headline.revealed is not None:
        words, sentence = headline.revealed
        return Quote("", words, sentence, headline.score)
    said = f"{headline.when}   {headline.now}"
    return reveal or Quote(said, f"“{headline.large[0]}”")
