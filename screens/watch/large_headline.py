"""The headline of a view in large type."""

from collections.abc import Callable
from typing import Any

from textual.app import ComposeResult
from textual.containers import Vertical
from textual.widgets import Static

from screens.games.ui import Headline
from screens.players.seat_names import SeatNames
from screens.watch.player_row import PlayerRow
from screens.widgets.cards.row import COARSE, HALL_COARSE, SECONDS_EACH, CardRow
from screens.widgets.large_text import LargeText
from screens.widgets.letter_size import MAX_ROWS, MIN_ROWS, fit_letters

WORDS = 3
"""The most words or lines in large type: Decrypto has three hints."""


PARTS = 2
"""The most parts of a score in words."""


CLUE_SHARE = 5
"""Beside cards, a clue takes one row in so many."""


HALL = 40
"""From this many rows of the screen on, what happens now is in large letters, too."""


GAP = 1
"""Rows between two words."""


class LargeTable(Vertical):
    """The headline of a view in large type; `show` replaces the view."""

    DEFAULT_CSS = """
    LargeTable { height: 1fr; padding: 0 1; }
    LargeTable #middle { height: 1fr; align-vertical: middle; }
    LargeTable Static { text-align: center; width: 100%; height: auto; }
    LargeTable LargeText { text-align: center; margin: 0; }
    LargeTable #now { color: $muted; margin-bottom: 1; text-style: none; }
    LargeTable #who { margin-bottom: 1; }
    LargeTable #score { margin-top: 1; text-style: bold; }
    LargeTable .number { color: $foreground; }
    LargeTable PlayerRow { margin-top: 1; }
    """

    def __init__(self, build_headline: Callable[[Any], Headline], names: SeatNames) -> None:
        """Show the headlines that `build_headline` builds from onlookers' views of `names`."""
        super().__init__()
        self.standing = PlayerRow(names, large=True)
        self.build_headline = build_headline
        self.now = LargeText("", 0, narrow=True, id="now")
        self.numbers = [LargeText("", 0, narrow=True, classes="number") for _ in range(PARTS)]
        """The parts of a score in words, which may be in large letters; others have marks."""
        self.who = LargeText("", 0, narrow=True, id="who")
        self.words = [LargeText(narrow=True) for _ in range(WORDS)]
        self.cards = CardRow(caption_rows=3, one_if_coarse=True)
        self.headline: Headline | None = None

    def compose(self) -> ComposeResult:
        yield self.now
        yield self.who
        with Vertical(id="middle"):
            yield from self.words
            yield self.cards
        yield Static(id="score", markup=False)
        yield self.standing
        yield from self.numbers

    def show(self, view: Any) -> None:  # noqa: ANN401
        """Show the headline of `view`."""
        self.headline = headline = self.build_headline(view)
        score = self.query_one("#score", Static)
        score.update(headline.score)
        score.display = bool(headline.score) and not isinstance(headline.score, str)
        self.standing.points = headline.points
        told = headline.score if isinstance(headline.score, str) else ""
        parts = [*told.split("   ", PARTS - 1), *[""] * PARTS]
        for part, number in zip(parts, self.numbers, strict=False):
            number.text, number.display = part, bool(part)
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
        self.cards.coarse = HALL_COARSE if small else COARSE
        self.standing.display = bool(small and self.headline.points)
        self.standing.refresh(layout=True)
        if self.headline.points:
            self.query_one("#score").display = not self.standing.display
        self.now.rows = self.who.rows = small
        self.now.text = self.write_now()
        for place, part in enumerate(self.numbers):  # hints matter more than a score
            part.rows = small if len(said) == 1 and not self.headline.cards else 0
            part.styles.margin = (int(not place or part.rows > 0), 0, 0, 0)
            part.refresh(layout=True)
        self.who.set_ink(self.headline.style)
        self.now.styles.margin = (0, 0, 2 if small else 1, 0)
        height = self.size.height - self.count_smaller_rows(small)
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
                large.set_ink(self.headline.style)
                large.refresh(layout=True)

    def write_now(self) -> str:
        """Write the round and what happens; only the round where there is no room for both."""
        assert self.headline is not None
        when, now = self.headline.when, self.headline.now
        told = f"{when}: {now}" if now else when
        rows, width = self.now.rows, max(self.size.width - 2, 1)
        return when if rows and not fit_letters(told, width, rows, narrow=True) else told

    def count_smaller_rows(self, small: int) -> int:
        """Count the rows above and below the words, with `small` rows for large letters."""
        rows = max(small, 1) + self.now.styles.margin.height
        if self.who.display:
            rows += max(small, 1) + self.who.styles.margin.height
        for number in self.numbers:
            rows += number.display * (max(number.rows, 1) + number.styles.margin.height)
        if self.standing.display:
            width = max(self.size.width - 2, 1)
            rows += len(self.standing.layout_lines(width)) + self.standing.styles.margin.height
        return rows + 2 * self.query_one("#score").display
