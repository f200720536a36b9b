"""What a round of Dixit has revealed, card by card; safe for everybody."""

from textual.app import ComposeResult
from textual.containers import Vertical
from textual.content import Content
from textual.timer import Timer
from textual.widgets import Static

from engine.dixit.view import View
from screens.dixit.clue import Clue
from screens.dixit.faces import short_names
from screens.dixit.reveal import BENEATH, named, revealed, verdict
from screens.dixit.standing import Scores, rest_of
from screens.front import Cast
from screens.widgets.cards import CardRow

PACE = 1.1
"""Seconds from one card to the next."""


class News(Vertical):
    """The cards on the table; then whose each was and who voted for it; then the points.

    Nobody has to wait: a key shows the rest at once.
    """

    DEFAULT_CSS = """
    News { width: 100%; max-width: 190; height: 1fr; min-height: 16; }
    News #head, News #verdict { height: auto; text-align: center; width: 100%; }
    News #verdict { min-height: 1; margin-bottom: 1; }
    """

    def __init__(self, after: View, cast: Cast) -> None:
        """Tell the last round of `after`, an onlooker's view, with the names of `cast`."""
        super().__init__()
        self.view = after
        self.done = after.rounds[-1]
        self.number = len(after.rounds)
        self.names = short_names(cast)
        decoys = [card for card in self.done.candidates if card != self.done.target]
        self.order = (*decoys, self.done.target)
        """The cards in the order in which they are revealed: the storyteller's is the last."""
        self.step = 0
        """How many of them are revealed; one more than there are once the points are told."""
        self.row = CardRow(revealed(after, self.done, self.names, ()), beneath=BENEATH)
        self.verdict = Static(id="verdict", markup=False)
        self.scores = Scores(cast)
        self.clock: Timer | None = None

    def compose(self) -> ComposeResult:
        """The clue, the cards, what they led to, and how it stands."""
        teller = self.names[self.done.storyteller]
        head = Content.assemble(
            (f"Round {self.number}", "bold"),
            (rest_of(self.view.options, self.phase), "$muted"),
            f"   {teller} said",
        )
        yield Static(head, id="head")
        yield Clue(self.done.clue, teller)
        yield self.row
        yield self.verdict
        yield self.scores

    @property
    def phase(self) -> int:
        """The phase of the round."""
        length = self.view.options.phase_length
        return 1 if length is None else (self.number - 1) // length + 1

    def on_mount(self) -> None:
        """Begin with the cards alone."""
        self.show_step()
        self.clock = self.set_interval(PACE, self.turn)

    def turn(self) -> None:
        """Reveal the next card, or tell the points."""
        self.step += 1
        self.show_step()

    def unfold(self) -> bool:
        """Tell the rest at once; whether there was any."""
        if self.told:
            return False
        self.step = len(self.order) + 1
        self.show_step()
        return True

    @property
    def told(self) -> bool:
        """Whether all is told."""
        return self.step > len(self.order)

    def show_step(self) -> None:
        """Show what is revealed by now."""
        known, done = self.order[: self.step], self.done
        marked = done.candidates.index(done.target) if done.target in known else None
        self.row.show(revealed(self.view, done, self.names, known), marked)
        if self.told:
            if self.clock:
                self.clock.stop()
            self.verdict.update(f"{named(self.view, done)}   {verdict(done, self.names)}")
            self.scores.show(self.view, gains=True)
