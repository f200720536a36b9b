"""The panel that asks the audience a question and counts hands, one key for each hand."""

from asyncio import Future, get_running_loop
from typing import ClassVar

from textual import events
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Horizontal, Vertical
from textual.content import Content
from textual.message import Message
from textual.widget import Widget
from textual.widgets import Static

from engine.poll import Answer, Poll
from screens.games.ui import Headline
from screens.watch.audience_score import Tally
from screens.widgets.card_row import CardItem, CardRow
from screens.widgets.large_text import LargeText
from screens.widgets.lines import BLANK, side_by_side

KEY = 4
"""Cells of the column for the key of an answer."""
NOTE = 44
"""Cells of the widest column for what an answer is, its key included."""
BAR = 36
"""Cells of the widest column for a topic."""
FULL, TRACK = "█", "─"
"""A cell of a bar, and one of what is left beside it."""
COUNT = 4
"""Cells for a number of hands."""
MAX_ROWS = 6
"""The most rows for an answer, with what lies between it and the next."""
GAP = 3
"""Cells between two topics; the mark of the one at hand stands there."""


def bar(count: int, most: int, width: int) -> Content:
    """A number of hands, and a bar that is full for the `most` of them."""
    room = max(width - COUNT, 1)
    full = max(round(count / most * room), 1) if count else 0
    return Content.assemble(
        (FULL * full, "$primary"),
        (TRACK * (room - full), "$faint"),
        (f"{count}".rjust(COUNT), "bold" if count else "$muted"),
    )


class PollRows(Widget):
    """A table: an answer a row, a topic a column; the more room, the higher the bars."""

    DEFAULT_CSS = "PollRows { width: 100%; height: 1fr; }"

    class Picked(Message):
        """An answer or a topic was clicked."""

        def __init__(self, topic: int | None, answer: int | None) -> None:
            """Tell which; `None` for what was not."""
            super().__init__()
            self.topic = topic
            self.answer = answer

    def __init__(self, poll: Poll, tally: Tally) -> None:
        """Show the answers of `poll` with the hands of `tally`."""
        super().__init__()
        self.poll = poll
        self.tally = tally
        self.topic = 0
        self.headed = True
        """Do the topics stand above their columns, or somewhere else?"""

    def show(self, tally: Tally, topic: int) -> None:
        """Show other hands; those of `topic` are counted now."""
        self.tally, self.topic = tally, topic
        self.refresh()

    def widths(self, width: int) -> tuple[int, int, int]:
        """Cells for the margin, for what an answer is, and for each topic."""
        topics = len(self.poll.topics)
        each = min(width * 2 // (3 * topics) if topics > 1 else width // 3, BAR)
        left = min(width - each * topics, NOTE if topics > 1 else 2 * NOTE)
        return (width - left - each * topics) // 2, left, each

    def heads(self, left: int, each: int) -> list[Content]:
        """The topics, the one at hand marked; nothing if there is but one."""
        topics = self.poll.topics
        if len(topics) == 1:
            return []
        if not self.headed:
            rules = [
                Content.styled("   " + "━" * (each - GAP - COUNT), "$primary")
                if number == self.topic
                else BLANK
                for number in range(len(topics))
            ]
            return [*side_by_side([BLANK, *rules], [left, *[each] * len(rules)]), BLANK]
        cells = [
            Content.styled(f" ▸ {topic}", "bold $primary")
            if number == self.topic
            else Content.styled(f"   {topic}", "bold")
            for number, topic in enumerate(topics)
        ]
        return [*side_by_side([BLANK, *cells], [left, *[each] * len(cells)]), BLANK]

    def height_each(self, heads: int) -> int:
        """Rows for each answer, with what lies between it and the next."""
        return min(max((self.size.height - heads) // len(self.poll.answers), 1), MAX_ROWS)

    def row(self, number: int, answer: Answer, left: int, each: int, height: int) -> list[Content]:
        """An answer in so many rows, and its hands."""
        key, room = f"{(number + 1) % 10}", left - KEY - 2
        label = "" if answer.label == key else f"{answer.label}  "
        name = Content.assemble((label, "bold"), answer.note)
        thick, most = max(height // 2, 1), max(height - 1, 1)
        lines = name.wrap(room)
        if len(lines) > most:
            rest = Content(" ").join(lines[most - 1 :])
            lines = [*lines[: most - 1], rest.truncate(room, ellipsis=True)]
        above = [BLANK] * max((thick - len(lines)) // 2, 0)
        bars = [self.bar(number, topic, each, thick) for topic in self.topics]
        columns = [
            Content("\n").join([*above, Content.styled(key, "bold $primary")]),
            Content("\n").join([*above, *lines]),
            *bars,
        ]
        rows = side_by_side(columns, [KEY, left - KEY, *[each] * len(bars)])
        return [*rows, *[BLANK] * (height - len(rows))]

    @property
    def topics(self) -> range:
        """The topics by number."""
        return range(len(self.poll.topics))

    def bar(self, answer: int, topic: int, each: int, thick: int) -> Content:
        """The bar of one answer, `thick` rows high, its number in the middle of them."""
        counts = self.tally.counts(topic)
        gap = GAP if len(self.poll.topics) > 1 else 0
        told = bar(counts[answer], max(counts), each - gap - 1)
        full = told.plain.count(FULL)  # a track is a line, however high bars are
        plain = Content.styled(FULL * full, "$primary")
        rows = [told if row == (thick - 1) // 2 else plain for row in range(thick)]
        return Content("\n").join(Content(" " * gap) + row for row in rows)

    def render(self) -> Content:
        """The topics, then the answers, as high as there is room."""
        margin, left, each = self.widths(self.size.width)
        heads = self.heads(left, each)
        height = self.height_each(len(heads))
        rows = [
            row
            for number, answer in enumerate(self.poll.answers)
            for row in self.row(number, answer, left, each, height)
        ]
        return Content("\n").join(line.pad_left(margin) for line in [*heads, *rows])

    def on_click(self, event: events.Click) -> None:
        """Tell what was clicked."""
        margin, left, each = self.widths(self.size.width)
        heads = len(self.heads(left, each))
        topic = (event.x - margin - left) // each
        topic = topic if topic in self.topics else -1
        number = (event.y - heads) // self.height_each(heads)
        answer = number if 0 <= number < len(self.poll.answers) else None
        if topic >= 0 or answer is not None:
            self.post_message(self.Picked(topic if topic >= 0 else None, answer))


DIGITS = "1234567890"
"""The keys of the answers, in order."""
SHARE = 6
"""Words take at most the so manieth part of the rows."""
ROOMY = 28
"""From this many rows on the topics are large."""
LETTERS = 5
"""Rows for a topic in large letters."""
CARD_BAR = 14
"""Cells of the bar beneath a card."""


class PollPanel(Vertical, can_focus=True):
    """A question and its answers with the hands for each, until somebody reveals the truth."""

    DEFAULT_CSS = """
    PollPanel { height: 1fr; width: 100%; padding: 0 1; }
    PollPanel LargeText { margin-bottom: 1; text-align: center; }
    PollPanel .question { color: $foreground; }
    PollPanel #when { text-align: center; color: $muted; }
    PollPanel #topics { height: auto; }
    PollPanel #left { height: 1; }
    PollPanel #topics LargeText { text-align: left; color: $foreground; margin: 0; }
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
        yield LargeText(self.poll.question, 0, classes="question")
        if self.poll.said:
            yield LargeText(f"“{self.poll.said}”", 0, classes="said")
        if self.cards:
            yield CardRow(self.faces(), beneath=3)
            return
        if len(self.poll.topics) > 1:
            with Horizontal(id="topics"):
                yield Static(id="left")
                for topic in self.poll.topics:
                    yield LargeText(topic, 0, classes="topic")
        yield PollRows(self.poll, self.tally)

    def on_resize(self) -> None:
        """Make the words large where the answers have room beneath them."""
        height = self.size.height
        plain = self.cards or self.poll.said or len(self.poll.topics) > 1
        asked = 0 if plain else height // SHARE
        for large in self.query("LargeText.question").results(LargeText):
            self.enlarge(large, asked)
        for large in self.query("LargeText.said").results(LargeText):
            self.enlarge(large, height // SHARE if self.cards else height // 4)
        for rows in self.query(PollRows):
            rows.headed = height < ROOMY
            rows.refresh()  # its own size may be what it was
            margin, left, each = rows.widths(self.size.width)
            for row in self.query("#topics"):
                row.display = not rows.headed
                row.query_one("#left").styles.width = margin + left + GAP
            for large in self.query("LargeText.topic").results(LargeText):
                large.styles.width = each
                self.enlarge(large, LETTERS)

    def enlarge(self, large: LargeText, rows: int) -> None:
        """Let a text take so many rows."""
        large.rows = rows
        large.refresh(layout=True)

    def faces(self) -> list[CardItem]:
        """The cards, each with its number and the hands for it."""
        counts = self.tally.counts(0)
        return [
            card._replace(
                beneath=(
                    Content.styled(f"{answer.label}", "bold $primary"),
                    bar(count, max(counts), CARD_BAR),
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
