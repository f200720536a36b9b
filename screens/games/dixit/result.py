"""The result of a game of Dixit."""

from collections.abc import Sequence
from typing import ClassVar

from rich.cells import cell_len
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Vertical, VerticalScroll
from textual.content import Content
from textual.widgets import Static

from engine.games.dixit.highlights import find_highlights
from engine.games.dixit.outcome import find_winners
from engine.games.dixit.view import Outcome, View
from engine.games.highlights import Highlights
from engine.joined_text import join_names
from engine.seat import Seat
from screens.games.dixit.board import Scores
from screens.games.dixit.round_cards import (
    count_caption_rows,
    create_revealed_cards,
    describe_round,
    format_title,
)
from screens.games.result import GameResult
from screens.players.seat_names import SeatNames
from screens.widgets.cards.row import CardRow
from screens.widgets.lines import Lines
from screens.widgets.text_layout import BLANK, centre_text

ROOMY = 30
"""Rows of the screen from which the outcomes of clues are counted."""
AIRY = 17
"""Rows of the cards' page from which there are more blank rows between its parts."""
SIGNS: dict[Outcome, tuple[str, str]] = {
    "partial": ("▄", "some"),
    "all right": ("█", "everybody"),
    "all wrong": ("▁", "nobody"),
}
"""By outcome of a clue: its sign, none of the marks of players, and who found the card."""


class DixitResult(GameResult):
    """The winner, each storyteller's tally, and the rounds, the best of them first."""

    DEFAULT_CSS = "DixitResult Tally { margin-bottom: 1; }"
    FEWEST_ROWS, HEAD_ROWS, GLIMPSE = 16, 2, 9
    """Minimum rows for recognisable cards; rows above them; rows in which their tops are seen."""

    def __init__(self, view: View, names: SeatNames) -> None:
        """Show the result of the game, whose last view is `view`."""
        highlights = find_highlights(view)
        winners = [Seat(view.seats.index(name)) for name in find_winners(view)]
        best = [one.number for one in highlights.best]
        self.clues = ClueList(view, names, best)
        rounds = (self.clues, Gallery(view, names, highlights)) if view.rounds else ()
        super().__init__(names, winners, highlights, Tally(names, view), *rounds)

    def on_mount(self) -> None:
        """Place the cards once the height of everything else is known."""
        self.call_after_refresh(self.place_cards)

    def on_resize(self) -> None:
        """Place the cards again."""
        self.call_after_refresh(self.place_cards)

    def place_cards(self) -> None:
        """Give the cards the rest of the page, or begin them there; else fill it with the clues."""
        page = self.parent
        if not isinstance(page, VerticalScroll) or not page.size.height:
            return
        for gallery in self.query(Gallery):
            end = self.virtual_region.y + self.query_one(Tally).virtual_region.bottom
            rest = page.size.height - end - 1
            fits = rest >= self.FEWEST_ROWS
            begun = rest - self.HEAD_ROWS >= self.GLIMPSE
            free = 0 if begun else max(rest - self.HEAD_ROWS, 0)
            self.clues.styles.height = listed = min(max(free - 1, 0), self.clues.count)
            gallery.styles.height = rest if fits else page.size.height
            # below the clues, as what has the focus is scrolled to with its margin
            self.clues.styles.margin = (0, 0, free - listed, 0)


class ClueList(Lines):
    """The clues in words, the best ones if there is no room for all."""

    DEFAULT_CSS = "ClueList { height: 0; }"

    def __init__(self, view: View, names: SeatNames, best: Sequence[int]) -> None:
        """Show the clues of `view`, those of the rounds `best` before all others."""
        super().__init__()
        self.view = view
        self.names = names
        self.order = list(dict.fromkeys((*best, *range(1, len(view.rounds) + 1))))
        """The rounds by number, the most important ones first."""

    @property
    def count(self) -> int:
        """How many clues there are."""
        return len(self.view.rounds)

    def layout_lines(self, width: int) -> list[Content]:
        """A line for each clue that there is room for, in the order of the rounds."""
        lines = [self.build_line(number) for number in sorted(self.order[: self.size.height])]
        widest = max((line.cell_length for line in lines), default=0)
        margin = max((width - widest) // 2, 0)
        return [line.pad_left(margin).truncate(width, ellipsis=True) for line in lines]

    def build_line(self, number: int) -> Content:
        """The round, who gave the clue, the clue, and who found the card."""
        done = self.view.rounds[number - 1]
        return Content.assemble(
            (f"{number:2}  ", "$muted"),
            self.names.format_player(Seat(done.storyteller)),
            (f"  “{done.clue}”", "$primary"),
            ("   found by ", "$muted"),
            self.names.format_players(done.finders) if done.finders else ("nobody", "$muted"),
        )


class Tally(Scores):
    """The points, and the outcomes of each storyteller's clues."""

    @property
    def counts_clues(self) -> bool:
        """Whether the screen has room for the outcomes of the clues."""
        return self.app.size.height >= ROOMY

    def layout_lines(self, width: int) -> list[Content]:
        """Lay out the columns, and a legend of their signs if there is room for the clues."""
        if not self.counts_clues:
            return super().layout_lines(width)
        parts: list[tuple[str, str]] = [("Clues understood by  ", "$muted")]
        for sign, who in SIGNS.values():
            parts += [(sign, "bold $primary"), (f" {who}   ", "$muted")]
        return [
            *super().layout_lines(width),
            BLANK,
            *centre_text(Content.assemble(*parts).rstrip(), width),
        ]

    def build_column(self, view: View, seat: Seat, width: int) -> list[Content]:
        """Points, and how many clues each outcome had, if there is room for them."""
        if not self.counts_clues:
            return super().build_column(view, seat, width)
        outcomes = [done.outcome for done in view.rounds if done.storyteller == seat]
        parts: list[tuple[str, str]] = []
        for outcome, (sign, _) in SIGNS.items():
            parts += [(sign, "bold $primary"), (f" {outcomes.count(outcome)}   ", "")]
        return [*super().build_column(view, seat, width), Content.assemble(*parts).rstrip()]


class Gallery(Vertical, can_focus=True):
    """One round at a time, everything in it revealed."""

    DEFAULT_CSS = """
    Gallery { height: 58vh; min-height: 15; }
    Gallery Static { height: auto; text-align: center; width: 100%; }
    Gallery #line { color: $muted; }
    Gallery #facts { margin-bottom: 1; color: $muted; }
    Gallery.-airy #line { margin-bottom: 1; }
    Gallery:focus #line { background: $panel; }
    """
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("left", "go(-1)", "Round", tooltip="Look at another round", key_display="← →"),
        Binding("right", "go(1)", show=False),
        Binding(
            "b", "best", "Next best round", tooltip="The best rounds one by one", key_display="B"
        ),
    ]

    def __init__(self, view: View, names: SeatNames, highlights: Highlights) -> None:
        """Begin with the best round of `view`."""
        super().__init__()
        self.view = view
        self.names = names
        self.labels = names.labels
        self.best: dict[int, list[str]] = {}
        """By round: which of the best moves of the game it has: `clue`, `decoy`, `catch`."""
        for highlight in highlights.best:
            what = highlight.title.lower().removeprefix("best ")
            self.best.setdefault(highlight.number, []).append(what)
        self.number = next(iter(self.best), 1)
        """The current round, counted from 1."""
        self.line = Static(id="line")
        self.head = Static(id="head")
        self.row = CardRow(caption_rows=count_caption_rows(len(names.seats)), one_if_coarse=True)
        self.facts = Static(id="facts", markup=False)

    def compose(self) -> ComposeResult:
        yield self.line
        yield self.head
        yield self.facts
        yield self.row

    def on_mount(self) -> None:
        """Show the first of the best."""
        self.show_round()

    def show_round(self) -> None:
        """Show the current round."""
        done = self.view.rounds[self.number - 1]
        self.line.update(self.format_numbers())
        why = self.best.get(self.number)
        self.head.update(
            Content.assemble(
                (f"{self.labels[done.storyteller]} said ", "$muted"),
                (f"“{done.clue}”", "bold $primary"),
                (f"   ★ best {join_names(why)}" if why else "", "$primary"),
            )
        )
        self.row.show(
            create_revealed_cards(self.view, done, self.names), done.candidates.index(done.target)
        )
        self.show_facts()

    def show_facts(self) -> None:
        """Show the title of the card and the points, in a line if there is room for both."""
        done = self.view.rounds[self.number - 1]
        parts = (f"Card: {format_title(self.view, done)}", describe_round(done, self.labels))
        joined = "   ".join(parts)
        self.facts.update(joined if cell_len(joined) <= self.size.width else "\n".join(parts))

    def format_numbers(self) -> Content:
        """The rounds by number, the best of them starred."""
        last = len(self.view.rounds)
        first = max(min(self.number - 6, last - 12), 1)
        parts: list[tuple[str, str]] = [("Round  ", "$muted"), ("< " if first > 1 else "", "")]
        for number in range(first, min(first + 13, last + 1)):
            star = "★" if number in self.best else ""
            style = "bold $background on $primary" if number == self.number else "$muted"
            parts += [(f" {number}{star} ", style), (" ", "")]
        parts.append((" >" if first + 12 < last else "", ""))
        if self.screen.focused is not self and self.size.width > 90:
            parts += [("   Shift+Tab", "bold $primary"), (" cards", "$muted")]
        return Content.assemble(*parts)

    def on_resize(self) -> None:
        """Show as much as there is room for."""
        self.set_class(self.size.height >= AIRY, "-airy")
        self.line.update(self.format_numbers())
        self.show_facts()

    def on_focus(self) -> None:
        """Hide how to get here."""
        self.line.update(self.format_numbers())

    def on_blur(self) -> None:
        """Show how to get here."""
        self.line.update(self.format_numbers())

    def action_go(self, by: int) -> None:
        """Show the next round, or the one before."""
        self.number = (self.number - 1 + by) % len(self.view.rounds) + 1
        self.show_round()

    def action_best(self) -> None:
        """Show the next of the best rounds."""
        best = sorted(self.best)
        self.number = next((number for number in best if number > self.number), best[0])
        self.show_round()

    def on_card_row_picked(self, message: CardRow.Picked) -> None:
        """Show the card whose words were clicked, or else the next round."""
        self.focus()
        if self.row.shows_one and message.index != self.row.shown:
            self.row.show_card(message.index)
        else:
            self.action_go(1)
