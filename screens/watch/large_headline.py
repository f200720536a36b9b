"""The headline of a view in large type."""

from collections.abc import Callable
from typing import Any

from textual.app import ComposeResult
from textual.color import Color
from textual.containers import Vertical
from textual.widgets import Static

from screens.games.ui import Headline
from screens.widgets.cards.row import SECONDS_EACH, CardRow
from screens.widgets.large_text import LargeText
from screens.widgets.letter_size import MAX_ROWS, MIN_ROWS

WORDS = 3
"""The most words or lines in large type: Decrypto has three hints."""


CLUE_SHARE = 5
"""Beside cards, a clue takes one row in so many."""


HALL = 40
"""From this many rows of the screen on, what happens now is in large letters, too."""


AROUND, GAP = 5, 1
"""Rows of the smaller lines and the space around them, and between two words."""


class LargeTable(Vertical):
    """The headline of a view in large type; `show` replaces the view."""

    DEFAULT_CSS = """
    LargeTable { height: 1fr; padding: 0 1; align-vertical: middle; }
    LargeTable Static { text-align: center; width: 100%; height: auto; }
    LargeTable LargeText { text-align: center; margin: 0; }
    LargeTable #now { color: $muted; margin-bottom: 1; text-style: none; }
    LargeTable #who { margin-bottom: 1; }
    LargeTable #score { margin-top: 1; text-style: bold; }
    LargeTable #number { margin-top: 1; color: $foreground; }
    """

    def __init__(self, build_headline: Callable[[Any], Headline]) -> None:
        """Show the headlines that `build_headline` builds from onlookers' views."""
        super().__init__()
        self.build_headline = build_headline
        self.now = LargeText("", 0, narrow=True, id="now")
        self.number = LargeText("", 0, narrow=True, id="number")
        """A score in words, which may be in large letters; others have marks and colours."""
        self.who = LargeText("", 0, narrow=True, id="who")
        self.words = [LargeText(narrow=True) for _ in range(WORDS)]
        self.cards = CardRow(caption_rows=3, one_if_coarse=True)
        self.headline: Headline | None = None

    def compose(self) -> ComposeResult:
        yield self.now
        yield self.who
        yield from self.words
        yield self.cards
        yield Static(id="score", markup=False)
        yield self.number

    def show(self, view: Any) -> None:  # noqa: ANN401
        """Show the headline of `view`."""
        self.headline = headline = self.build_headline(view)
        self.now.text = f"{headline.when}: {headline.now}" if headline.now else headline.when
        score = self.query_one("#score", Static)
        score.update(headline.score)
        score.display = bool(headline.score) and not isinstance(headline.score, str)
        self.number.display = bool(headline.score) and not score.display
        self.number.text = str(headline.score)
        self.who.text, self.who.display = headline.who, bool(headline.who)
        self.cards.display = bool(headline.cards)
        if headline.cards:
            self.cards.show(headline.cards, headline.marked)
        self.resize_parts()

    def on_mount(self) -> None:
        """Where one card is shown at a time, show the next every few seconds."""
        if self.app.animation_level != "none":
            self.set_interval(SECONDS_EACH, self.cards.show_next_card)

    def on_resize(self) -> None:
        self.resize_parts()

    def resize_parts(self) -> None:
        """Share the rows among the words; cards, if any, take most of them."""
        if self.headline is None:
            return
        said = self.headline.large
        small = MIN_ROWS if self.app.size.height >= HALL else 0
        self.now.rows = self.number.rows = self.who.rows = small
        style = Color.parse(self.app.theme_variables[self.headline.style[1:]])
        self.who.styles.color = style
        self.now.styles.margin = (0, 0, 2 if small else 1, 0)
        high = 1 + self.number.display + self.who.display
        height = self.size.height - AROUND - bool(small) - high * max(small - 1, 0)
        height -= 2 * self.who.display
        if self.headline.cards:  # which take most of the rows
            height = max(height // CLUE_SHARE, MIN_ROWS)
            self.cards.styles.margin = (int(bool(small)), 0, 0, 0)
        for number, large in enumerate(self.words):
            large.display = number < len(said)
            if large.display:
                each = height // len(said)
                if len(said) > 1 and each > MIN_ROWS:
                    each -= GAP
                large.rows = min(each, MAX_ROWS) if len(said) > 1 or self.headline.cards else each
                large.styles.margin = (GAP if number and each > MIN_ROWS else 0, 0, 0, 0)
                large.text = said[number]
                large.styles.color = style
                large.refresh(layout=True)
