"""How a game of Dixit ended, and its rounds to look through."""

from collections.abc import Sequence
from typing import ClassVar

from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Vertical
from textual.content import Content
from textual.widgets import Static

from engine.game import Seat
from engine.games.dixit.view import Outcome, Round, View
from screens.games.dixit.board import Scores
from screens.games.dixit.cards import (
    count_caption_rows,
    create_revealed_cards,
    describe_round,
    describe_winners,
    format_title,
)
from screens.players import SeatNames
from screens.widgets.card_row import CardRow
from screens.widgets.lines import Lines, centred

SIGNS: dict[Outcome, tuple[str, str]] = {
    "partial": ("◐", "some"),
    "all right": ("●", "everybody"),
    "all wrong": ("○", "nobody"),
}
"""What a clue led to: a sign for it, and who found the card."""


class DixitResult(Vertical):
    """Winner and points, each storyteller's tally, and the rounds, the best of them first."""

    DEFAULT_CSS = """
    DixitResult { height: auto; padding: 0 1; }
    DixitResult Tally { margin: 1 0; }
    """

    def __init__(self, view: View, names: SeatNames) -> None:
        """Show the end of the game that `view` is the last of."""
        super().__init__()
        self.view = view
        self.names = names

    def compose(self) -> ComposeResult:
        yield Winners(self.view, self.names)
        yield Tally(self.names, self.view)
        if self.view.rounds:
            yield Gallery(self.view, self.names)


class Winners(Lines):
    """Who won."""

    def __init__(self, view: View, names: SeatNames) -> None:
        """Name the winners as `names` does."""
        super().__init__()
        self.view = view
        self.labels = names.labels

    def layout_lines(self, width: int) -> list[Content]:
        """The winners, and their points."""
        winners = describe_winners(self.view, self.labels)
        return centred(Content.styled(winners, "bold $primary"), width)


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

    def __init__(self, view: View, names: SeatNames) -> None:
        """Begin with the best round of `view`."""
        super().__init__()
        self.view = view
        self.names = names
        self.labels = names.labels
        self.best = find_best_rounds(view, self.labels)
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
                (f"\n★ {why[0].upper()}{why[1:]}." if why else "\n", ""),
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


def find_best_rounds(view: View, names: Sequence[str]) -> dict[int, str]:
    """Find the best rounds by their number, counted from 1, and what each is the best by.

    The first of them is the finest clue, if there is one.

    The finest clue led the listeners to as many different cards as possible, so that some found
    it; the best decoy drew the most votes, more than one; and the best catch is the
    most points that one seat made in a round.

    Args:
        view: The view of a finished game.
        names: What the seats are called.
    """
    numbered = list(enumerate(view.rounds, 1))
    best: dict[int, str] = {}

    def keep(number: int, reason: str) -> None:
        best[number] = f"{best[number]}; {reason}" if number in best else reason

    fine = [(number, done) for number, done in numbered if done.outcome == "partial"]
    if fine:
        number, done = max(fine, key=lambda item: (count_split(item[1]), -len(item[1].finders)))
        keep(
            number,
            f"the finest clue: {len(done.finders)} of {len(done.cards) - 1} found the card of "
            f"{names[done.storyteller]}, and the votes lay on {count_split(done)} cards",
        )
    if numbered:
        number, done = max(numbered, key=lambda item: find_best_decoy(item[1])[0])
        votes, owner = find_best_decoy(done)
        if votes > 1:
            keep(number, f"the best decoy: {votes} votes for the card of {names[owner]}")
        number, done = max(numbered, key=lambda item: max(item[1].points))
        most = max(done.points)
        keep(number, f"the best catch: {names[done.points.index(most)]} made {most} points")
    return best


def count_split(done: Round) -> int:
    """Count the different cards that were voted for."""
    return len(set(filter(None, done.votes)))


def find_best_decoy(done: Round) -> tuple[int, int]:
    """Find the most votes for a decoy, and its owner: the first in table order that drew them."""
    owners = [seat for seat in range(len(done.cards)) if seat != done.storyteller]
    owner = max(owners, key=lambda seat: len(done.list_voters(done.cards[seat])))
    return len(done.list_voters(done.cards[owner])), owner
