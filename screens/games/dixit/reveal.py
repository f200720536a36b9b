"""What a round of Dixit reveals to everybody, card by card."""

from dataclasses import replace

from textual.app import ComposeResult
from textual.containers import Vertical
from textual.content import Content
from textual.timer import Timer
from textual.widgets import Static

from engine.games.dixit.view import View
from screens.games.dixit.board import Scores, format_progress
from screens.games.dixit.cards import (
    Clue,
    count_caption_rows,
    create_revealed_cards,
    describe_round,
    format_title,
)
from screens.players import SeatNames
from screens.widgets.card_row import CardRow

PACE = 1.1
"""Seconds from one card to the next."""
ROOMY = 28
"""From this many rows on there is air between the parts."""


class DixitReveal(Vertical):
    """The cards on the table; then whose each was and who voted for it; then the points.

    A key shows the rest at once.
    """

    DEFAULT_CSS = """
    DixitReveal { width: 100%; max-width: 190; height: 1fr; min-height: 16; }
    DixitReveal #head, DixitReveal #verdict { height: auto; text-align: center; width: 100%; }
    DixitReveal #verdict { height: 2; }
    DixitReveal.-roomy Clue { margin: 1 0; }
    DixitReveal.-roomy #verdict { margin: 1 0; }
    DixitReveal #head { color: $muted; }
    """

    def __init__(self, after: View, names: SeatNames) -> None:
        """Show the last round of `after`, an onlooker's view."""
        super().__init__()
        self.view = after
        self.done = after.rounds[-1]
        self.number = len(after.rounds)
        self.then = replace(after, number=self.number, over=False)
        """The view as if its last round were not over yet."""
        self.labels = names.labels
        decoys = [card for card in self.done.candidates if card != self.done.target]
        self.order = (*decoys, self.done.target)
        """The cards in the order in which they are revealed: the storyteller's is the last."""
        self.step = 0
        """How many of them are revealed; one more than there are once the points are shown."""
        self.row = CardRow(
            create_revealed_cards(after, self.done, self.labels, ()),
            caption_rows=count_caption_rows(len(names.seats)),
        )
        self.verdict = Static(id="verdict", markup=False)
        self.scores = Scores(names, replace(self.then, rounds=after.rounds[:-1]))
        self.clock: Timer | None = None

    def compose(self) -> ComposeResult:
        storyteller = self.labels[self.done.storyteller]
        head = Content.assemble(
            (f"Round {self.number}", "bold"),
            (format_progress(self.then.options, self.then.phase), "$muted"),
            ("   ", ""),
            (storyteller, "bold"),
            " said",
        )
        yield Static(head, id="head")
        yield Clue(self.done.clue)
        yield self.row
        yield self.verdict
        yield self.scores

    def on_mount(self) -> None:
        """Begin with the cards alone."""
        self.show_step()
        self.clock = self.set_interval(PACE, self.turn)

    def on_resize(self) -> None:
        """Put blank lines between the parts on a high screen."""
        self.set_class(self.screen.size.height >= ROOMY, "-roomy")

    def turn(self) -> None:
        """Reveal the next card, or the points."""
        self.step += 1
        self.show_step()

    def reveal_rest(self) -> bool:
        """Reveal the rest at once.

        Returns:
            Whether there was any.
        """
        if self.is_complete:
            return False
        self.step = len(self.order) + 1
        self.show_step()
        return True

    @property
    def is_complete(self) -> bool:
        """Whether everything is revealed."""
        return self.step > len(self.order)

    def show_step(self) -> None:
        """Show what has been revealed so far."""
        known, done = self.order[: self.step], self.done
        marked = done.candidates.index(done.target) if done.target in known else None
        self.row.show(create_revealed_cards(self.view, done, self.labels, known), marked)
        if self.is_complete:
            if self.clock:
                self.clock.stop()
            account = describe_round(done, self.labels)
            self.verdict.update(f"{format_title(self.view, done)}\n{account}")
            self.scores.show(self.then, gains=True)
