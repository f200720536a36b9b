"""The audience is asked: hands are counted, one key a hand."""

from asyncio import Future, get_running_loop
from typing import ClassVar

from textual import events
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Horizontal, Vertical
from textual.content import Content
from textual.widgets import Static

from engine.poll import Poll
from screens.games.ui import Headline
from screens.watch.poll_rows import GAP, PollRows, bar
from screens.watch.tally import Tally
from screens.widgets.cards import CardRow, Face
from screens.widgets.large import Large

DIGITS = "1234567890"
"""The keys of the answers, in order."""
SHARE = 6
"""Words take at most the so manieth part of the rows."""
ROOMY = 28
"""From this many rows on the topics are large."""
LETTERS = 5
"""Rows for a topic in large letters."""
BAR = 14
"""Cells of the bar beneath a card."""


class PollPanel(Vertical, can_focus=True):
    """A question and its answers with the hands for each, until somebody reveals the truth."""

    DEFAULT_CSS = """
    PollPanel { height: 1fr; width: 100%; padding: 0 1; }
    PollPanel Large { margin-bottom: 1; text-align: center; }
    PollPanel .question { color: $foreground; }
    PollPanel #when { text-align: center; color: $muted; }
    PollPanel #topics { height: auto; }
    PollPanel #left { height: 1; }
    PollPanel #topics Large { text-align: left; color: $foreground; margin: 0; }
    """
    BINDINGS: ClassVar[list[BindingType]] = [
        *(
            Binding(digit, f"hand({place})", "A hand", key_display="1-9", show=place == 0)
            for place, digit in enumerate(DIGITS)
        ),
        Binding("backspace", "take_back", "Take back", key_display="Backspace"),
        Binding("tab,right,down", "topic(1)", "Next", key_display="Tab"),
        Binding("shift+tab,left,up", "topic(-1)", show=False),
        Binding("enter", "reveal", "Reveal", key_display="Enter"),
    ]

    def __init__(self, poll: Poll, headline: Headline) -> None:
        """Ask `poll`; its answers are the cards of `headline`, in a game of cards."""
        super().__init__()
        self.poll = poll
        self.when = headline.when
        self.cards = headline.cards
        self.tally = Tally.of(poll)
        self.topic = 0
        """The topic that hands are counted for."""
        self.answered: Future[Tally | None] = get_running_loop().create_future()
        """All hands, once the truth is to be revealed; `None` where nobody is asked any more."""

    def compose(self) -> ComposeResult:
        """The question, what it is about, and the answers."""
        yield Static(self.when, id="when", markup=False)
        yield Large(self.poll.question, 0, classes="question")
        if self.poll.said:
            yield Large(f"“{self.poll.said}”", 0, classes="said")
        if self.cards:
            yield CardRow(self.faces(), beneath=3)
            return
        if len(self.poll.topics) > 1:
            with Horizontal(id="topics"):
                yield Static(id="left")
                for topic in self.poll.topics:
                    yield Large(topic, 0, classes="topic")
        yield PollRows(self.poll, self.tally)

    def on_resize(self) -> None:
        """Make the words large where the answers have room beneath them."""
        height = self.size.height
        plain = self.cards or self.poll.said or len(self.poll.topics) > 1
        asked = 0 if plain else height // SHARE
        for large in self.query("Large.question").results(Large):
            self.enlarge(large, asked)
        for large in self.query("Large.said").results(Large):
            self.enlarge(large, height // SHARE if self.cards else height // 4)
        for rows in self.query(PollRows):
            rows.headed = height < ROOMY
            rows.refresh()  # its own size may be what it was
            margin, left, each = rows.widths(self.size.width)
            for row in self.query("#topics"):
                row.display = not rows.headed
                row.query_one("#left").styles.width = margin + left + GAP
            for large in self.query("Large.topic").results(Large):
                large.styles.width = each
                self.enlarge(large, LETTERS)

    def enlarge(self, large: Large, rows: int) -> None:
        """Let a text take so many rows."""
        large.rows = rows
        large.refresh(layout=True)

    def faces(self) -> list[Face]:
        """The cards, each with its number and the hands for it."""
        counts = self.tally.counts(0)
        return [
            card._replace(
                beneath=(
                    Content.styled(f"{answer.label}", "bold $primary"),
                    bar(count, max(counts), BAR),
                )
            )
            for card, answer, count in zip(self.cards, self.poll.answers, counts, strict=True)
        ]

    def count(self, tally: Tally) -> None:
        """Show other hands."""
        self.tally = tally
        for row in self.query(CardRow):
            row.show(self.faces())
        for rows in self.query(PollRows):
            rows.show(tally, self.topic)

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """Only as many answers and topics as there are."""
        match action, parameters:
            case "hand", (int(answer),):
                return answer < len(self.poll.answers)
            case "topic", _:
                return len(self.poll.topics) > 1
        return True

    def action_hand(self, answer: int) -> None:
        """One hand more."""
        if not self.answered.done():
            self.count(self.tally.raised(self.topic, answer))

    def action_take_back(self) -> None:
        """One hand less: the last."""
        if not self.answered.done():
            self.count(self.tally.taken_back(self.topic))

    def action_topic(self, by: int) -> None:
        """Count for the next topic, or the one before."""
        self.topic = (self.topic + by) % len(self.poll.topics)
        self.count(self.tally)

    def action_reveal(self) -> None:
        """All hands are counted."""
        self.close(self.tally)

    def close(self, tally: Tally | None) -> None:
        """Ask no more."""
        if not self.answered.done():
            self.answered.set_result(tally)

    def on_card_row_picked(self, message: CardRow.Picked) -> None:
        """A click on a card is a hand for it."""
        self.action_hand(message.number)

    def on_poll_rows_picked(self, message: PollRows.Picked) -> None:
        """A click on an answer is a hand for it, and a click on a topic turns to it."""
        if message.topic is not None:
            self.topic = message.topic
        if message.answer is None:
            self.count(self.tally)
        else:
            self.action_hand(message.answer)

    def on_click(self, event: events.Click) -> None:
        """Keep the keys."""
        event.stop()
        self.focus()
