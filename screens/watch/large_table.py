"""The table for the last row: what matters most in large letters, the rest in a line or two."""

from collections.abc import Callable
from typing import Any

from textual.app import ComposeResult
from textual.containers import Vertical
from textual.content import Content
from textual.widgets import Static

from screens.games.ui import Headline
from screens.widgets.cards import CardRow
from screens.widgets.large import Large
from screens.widgets.letters import MOST

WORDS = 3
"""The most words or lines that are shown large at once: the hints of Decrypto."""
AROUND = 5
"""Rows for what is not large, with the air around it."""


class LargeTable(Vertical):
    """The headline of one view, and then of another."""

    DEFAULT_CSS = """
    LargeTable { height: 1fr; padding: 0 1; align-vertical: middle; }
    LargeTable Static { text-align: center; width: 100%; height: auto; }
    LargeTable Large { text-align: center; margin: 0; }
    LargeTable #now { color: $muted; margin-bottom: 1; }
    LargeTable #score { margin-top: 1; text-style: bold; }
    """

    def __init__(self, headline: Callable[[Any], Headline]) -> None:
        """Show what `headline` makes of onlookers' views."""
        super().__init__()
        self.headline = headline
        self.words = [Large() for _ in range(WORDS)]
        self.cards = CardRow(beneath=3)
        self.shown: Headline | None = None

    def compose(self) -> ComposeResult:
        """What happens, the words, the cards, how it stands."""
        yield Static(id="now", markup=False)
        yield from self.words
        yield self.cards
        yield Static(id="score", markup=False)

    def show(self, view: Any) -> None:  # noqa: ANN401
        """Show the headline of `view` instead of what was there."""
        self.shown = shown = self.headline(view)
        now = Content.assemble((shown.when, "bold"), "   ", shown.now)
        self.query_one("#now", Static).update(now)
        self.query_one("#score", Static).update(Content(shown.score))
        self.cards.display = bool(shown.cards)
        if shown.cards:
            self.cards.show(shown.cards, shown.marked)
        self.make_room()

    def on_resize(self) -> None:
        """Make the letters as large as there is room."""
        self.make_room()

    def make_room(self) -> None:
        """Share the rows among the words; cards take most of them."""
        if self.shown is None:
            return
        said = self.shown.large
        height = (self.size.height - AROUND) // (3 if self.shown.cards else 1)
        for number, large in enumerate(self.words):
            large.display = number < len(said)
            if large.display:
                each = height // len(said)
                large.rows = min(each, MOST) if len(said) > 1 or self.shown.cards else each
                large.text = said[number]
                large.refresh(layout=True)
