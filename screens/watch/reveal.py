"""What was revealed, beside what the audience had said."""

from textual.app import ComposeResult
from textual.containers import Vertical, VerticalScroll
from textual.widget import Widget
from textual.widgets import Static

from screens.games.ui import Headline
from screens.round_summary import GradualReveal
from screens.watch.audience_score import Verdict
from screens.widgets.large_text import LargeText

ROWS = 12
"""The most rows for what was said."""
BEAT = 0.2
"""Seconds between two looks at whether news that unfold are told."""


class Reveal(Vertical):
    """The game's own news, and beneath it the verdict on the audience once all is told."""

    DEFAULT_CSS = """
    Reveal { height: 1fr; width: 100%; align: center middle; }
    Reveal #news { height: auto; align: center middle; }
    Reveal #news { scrollbar-size-vertical: 1; }
    Reveal.-unfolding #news { height: 1fr; }
    Reveal Verdict { margin-top: 1; }
    """

    def __init__(self, news: Widget, verdict: Verdict | None) -> None:
        """Show `news`, made from what onlookers may see, and the `verdict` if there is one."""
        super().__init__(classes="-unfolding" if isinstance(news, GradualReveal) else None)
        self.news = news
        self.verdict = verdict

    def compose(self) -> ComposeResult:
        """The news, then the verdict."""
        with VerticalScroll(id="news", can_focus=False):
            yield self.news
        if self.verdict is not None:
            yield self.verdict

    def on_mount(self) -> None:
        """Keep the verdict back until the news are told: it would give them away."""
        if self.verdict is not None and isinstance(self.news, GradualReveal):
            self.verdict.visible = self.news.is_complete
            self.set_interval(BEAT, self.look)

    def on_resize(self) -> None:
        """Leave the verdict the rows that it takes; news scroll that are too high for the rest."""
        width, height = self.size
        rows = len(self.verdict.layout_lines(width)) + 1 if self.verdict else 0
        self.query_one("#news").styles.max_height = max(height - rows, 1)

    def look(self) -> None:
        """Show the verdict once all is told."""
        if self.verdict is not None and isinstance(self.news, GradualReveal):
            self.verdict.visible = self.news.is_complete

    def unfold(self) -> bool:
        """Tell the rest at once; whether there was any."""
        rest = isinstance(self.news, GradualReveal) and self.news.reveal_rest()
        self.look()
        return rest


class Said(Vertical):
    """What was said or revealed, in large letters between two lines."""

    DEFAULT_CSS = """
    Said { width: 100%; height: auto; }
    Said Static, Said LargeText { text-align: center; width: 100%; height: auto; }
    Said .above { color: $muted; margin-bottom: 1; }
    Said .below { margin-top: 1; }
    """

    def __init__(self, above: str, words: str, *below: str) -> None:
        """Show `words` between what stands above and below them; all of it is literal text."""
        super().__init__()
        self.above = above
        self.words = words
        self.below = below

    def compose(self) -> ComposeResult:
        """From the lines above to those below."""
        yield Static(self.above, classes="above", markup=False)
        yield LargeText(self.words, ROWS)
        for line in self.below:
            yield Static(line, classes="below", markup=False)


def news_of(news: Widget | None, headline: Headline, *, large: bool) -> Widget:
    """What a reveal shows: the game's own news, or the little that matters most.

    Args:
        news: The game's own; `None` where something was said and no more.
        headline: The headline after it.
        large: In large letters, where the game's own news are not pictures.
    """
    if large and news is not None and headline.revealed is not None:
        words, sentence = headline.revealed
        return Said("", words, sentence, headline.score)
    said = f"{headline.when}   {headline.now}"
    return news or Said(said, f"“{headline.large[0]}”")
