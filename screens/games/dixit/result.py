"""How a game of Dixit ended, and its rounds to look through."""

from typing import ClassVar

from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Vertical
from textual.content import Content
from textual.widgets import Static

from engine.game import Seat
from engine.games.dixit.match_report import find_highlights, find_winners
from engine.games.dixit.view import Outcome, View
from engine.games.part_protocols import Highlights
from screens.games.dixit.board import Scores
from screens.games.dixit.cards import (
    count_caption_rows,
    create_revealed_cards,
    describe_round,
    format_title,
)
from screens.games.result import GameResult
from screens.players import SeatNames
from screens.widgets.card_row import CardRow
from screens.widgets.lines import centred

SIGNS: dict[Outcome, tuple[str, str]] = {
    "partial": ("◐", "some"),
    "all right": ("●", "everybody"),
    "all wrong": ("○", "nobody"),
}
"""What a clue led to: a sign for it, and who found the card."""


class DixitResult(GameResult):
    """The winner, each storyteller's tally, and the rounds, the best of them first."""

    DEFAULT_CSS = "DixitResult Tally { margin-bottom: 1; }"

    def __init__(self, view: View, names: SeatNames) -> None:
        """Show the end of the game that `view` is the last of."""
        highlights = find_highlights(view)
        winners = [Seat(view.seats.index(name)) for name in find_winners(view)]
        rounds = (Gallery(view, names, highlights),) if view.rounds else ()
        super().__init__(names, winners, highlights, Tally(names, view), *rounds)


class Tally(Scores):
    """The points, and what became of each storyteller's clues."""

    def layout_lines(self, width: int) -> list[Content]:
        """The columns, and what their signs mean."""
        parts: list[tuple[str, str]] = [("Clues understood by  ", "$muted")]
        for sign, who in SIGNS.values():
            parts += [(sign, "$primary"), (f" {who}   ", "$muted")]
        return [*super().layout_lines(width), *centred(Content.assemble(*parts).rstrip(), width)]

    def build_column(self, view: View, seat: Seat, width: int) -> list[Content]:
        """Points, and how many clues each outcome had."""
        outcomes = [done.outcome for done in view.rounds if done.storyteller == seat]
        parts: list[tuple[str, str]] = []
        for outcome, (sign, _) in SIGNS.items():
            parts += [(sign, "$primary"), (f" {outcomes.count(outcome)}   ", "")]
        return [*super().build_column(view, seat, width), Content.assemble(*parts).rstrip()]


class Gallery(Vertical, can_focus=True):
    """One round at a time, everything in it revealed."""

    DEFAULT_CSS = """
    Gallery { height: 58vh; min-height: 15; }
    Gallery Static { height: auto; text-align: center; width: 100%; }
    Gallery #line { color: $muted; }
    Gallery:focus #line { background: $panel; }
    """
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("left", "go(-1)", "Round", key_display="← →"),
        Binding("right", "go(1)", show=False),
        Binding("b", "best", "Next best round", key_display="B"),
    ]

    def __init__(self, view: View, names: SeatNames, highlights: Highlights) -> None:
        """Begin with the best round of `view`."""
        super().__init__()
        self.view = view
        self.names = names
        self.labels = names.labels
        self.best: dict[int, list[str]] = {}
        """By number: what rounds were the best by."""
        for highlight in highlights.best:
            self.best.setdefault(highlight.number, []).append(highlight.title.lower())
        self.number = next(iter(self.best), 1)
        """The round in sight, counted from 1."""
        self.line = Static(id="line")
        self.head = Static(id="head")
        self.row = CardRow(caption_rows=count_caption_rows(len(names.seats)))
        self.foot = Static(id="foot", markup=False)

    def compose(self) -> ComposeResult:
        yield self.line
        yield self.head
        yield self.row
        yield self.foot

    def on_mount(self) -> None:
        """Show the first of the best."""
        self.show_round()

    def show_round(self) -> None:
        """Show the round at hand."""
        done = self.view.rounds[self.number - 1]
        self.line.update(self.numbers())
        why = self.best.get(self.number)
        self.head.update(
            Content.assemble(
                (f"{self.labels[done.storyteller]} said ", "$muted"),
                (f"“{done.clue}”", "bold $primary"),
                (f"   ★ {' and '.join(why)}" if why else "", "$primary"),
            )
        )
        self.row.show(
            create_revealed_cards(self.view, done, self.names), done.candidates.index(done.target)
        )
        self.foot.update(f"{format_title(self.view, done)}   {describe_round(done, self.labels)}")

    def numbers(self) -> Content:
        """The rounds by number, the best of them starred."""
        last = len(self.view.rounds)
        first = max(min(self.number - 6, last - 12), 1)
        parts: list[tuple[str, str]] = [("Round  ", "$muted"), ("< " if first > 1 else "", "")]
        for number in range(first, min(first + 13, last + 1)):
            star = "★" if number in self.best else ""
            style = "bold $background on $primary" if number == self.number else "$muted"
            parts += [(f" {number}{star} ", style), (" ", "")]
        parts.append((" >" if first + 12 < last else "", ""))
        parts.append(
            ("  Shift+Tab" if not self.has_focus and self.size.width > 90 else "", "$muted")
        )
        return Content.assemble(*parts)

    def on_resize(self) -> None:
        """Show as much as there is room for."""
        self.line.update(self.numbers())

    def on_focus(self) -> None:
        """Hide how to get here."""
        self.line.update(self.numbers())

    def on_blur(self) -> None:
        """Show how to get here."""
        self.line.update(self.numbers())

    def action_go(self, by: int) -> None:
        """Show the next round, or the one before."""
        self.number = (self.number - 1 + by) % len(self.view.rounds) + 1
        self.show_round()

    def action_best(self) -> None:
        """Show the next of the best rounds."""
        best = sorted(self.best)
        self.number = next((number for number in best if number > self.number), best[0])
        self.show_round()

    def on_card_row_picked(self) -> None:
        """Show the next round, as a click asks for."""
        self.focus()
        self.action_go(1)
