"""The panel that asks the audience a question, and counts raised hands by key presses."""

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

from engine.games.poll import Poll, PollAnswer
from screens.games.ui import Headline
from screens.player_names_and_colours import SeatNames
from screens.watch.audience_score import Tally
from screens.widgets.card_descriptions import CardItem
from screens.widgets.card_row import SECONDS_EACH, CardRow
from screens.widgets.large_text import LargeText
from screens.widgets.line_widgets_and_text_layout import BLANK, lay_out_row

KEY = 4
"""Width of the column for an answer's key, in cells."""
NOTE = 44
"""Largest width of the column for an answer and its key."""
BAR = 36
"""Largest width of the column for a topic."""
FULL, TRACK = "█", "─"
"""The filled and the empty part of a bar."""
COUNT = 4
"""Width of a number of hands."""
MAX_ANSWER_ROWS = 6
"""The most rows for an answer, with the space before the next."""
GAP = 3
"""Cells between two topics; the current topic is marked there."""


def render_bar(count: int, most: int, width: int) -> Content:
    """Render a bar for a number of hands, full if it equals `most`."""
    room = max(width - COUNT, 1)
    full = max(round(count / most * room), 1) if count else 0
    return Content.assemble(
        (FULL * full, "$primary"),
        (TRACK * (room - full), "$outline"),
        (f"{count}".rjust(COUNT), "bold" if count else "$muted"),
    )


class PollRows(Widget):
    """A table with a row for each answer and a column for each topic; bars grow with the space."""

    DEFAULT_CSS = "PollRows { width: 100%; height: 1fr; }"

    class Picked(Message):
        """An answer or a topic was clicked."""

        def __init__(self, topic: int | None, answer: int | None) -> None:
            """Name the topic and the answer; `None` for one that was not clicked."""
            super().__init__()
            self.topic = topic
            self.answer = answer

    def __init__(self, poll: Poll, tally: Tally, names: SeatNames) -> None:
        super().__init__()
        self.names = names
        self.poll = poll
        self.tally = tally
        self.topic = 0
        self.shows_topics = True
        """Whether topics are named above their columns; if not, the panel names them."""

    def show(self, tally: Tally, topic: int) -> None:
        """Show another tally, and mark the topic that hands are counted for."""
        self.tally, self.topic = tally, topic
        self.refresh()

    def measure_columns(self, width: int) -> tuple[int, int, int]:
        """Return the widths of the margin, the answer column and each topic column."""
        topics = len(self.poll.topics)
        each = min(width * 2 // (3 * topics) if topics > 1 else width // 3, BAR)
        left = min(width - each * topics, NOTE if topics > 1 else 2 * NOTE)
        return (width - left - each * topics) // 2, left, each

    def render_topics(self, left: int, each: int) -> list[Content]:
        """Render the topics, the current one marked; nothing if there is only one."""
        topics = self.poll.topics
        if len(topics) == 1:
            return []
        if not self.shows_topics:
            rules = [
                Content.styled("   " + "━" * (each - GAP - COUNT), "$primary")
                if number == self.topic
                else BLANK
                for number in range(len(topics))
            ]
            return [*lay_out_row([BLANK, *rules], [left, *[each] * len(rules)]), BLANK]
        cells = [
            Content.styled(f" ▸ {topic}", "bold $primary")
            if number == self.topic
            else Content.styled(f"   {topic}", "bold")
            for number, topic in enumerate(topics)
        ]
        return [*lay_out_row([BLANK, *cells], [left, *[each] * len(cells)]), BLANK]

    def measure_answer_rows(self, heads: int) -> int:
        """Return the rows for each answer, with the space before the next."""
        return min(max((self.size.height - heads) // len(self.poll.answers), 1), MAX_ANSWER_ROWS)

    def render_answer(
        self, number: int, answer: PollAnswer, left: int, each: int, height: int
    ) -> list[Content]:
        """Render an answer and its hands in `height` rows."""
        key, room = f"{(number + 1) % 10}", left - KEY - 2
        label = (
            BLANK if answer.label == key else self.names.format_sentence(answer.label).append("  ")
        )
        name = Content.assemble(label.stylize_before("bold"), answer.note)
        thick, most = max(height // 2, 1), max(height - 1, 1)
        lines = name.wrap(room)
        if len(lines) > most:
            rest = Content(" ").join(lines[most - 1 :])
            lines = [*lines[: most - 1], rest.truncate(room, ellipsis=True)]
        above = [BLANK] * max((thick - len(lines)) // 2, 0)
        bars = [self.render_answer_bar(number, topic, each, thick) for topic in self.topics]
        columns = [
            Content("\n").join([*above, Content.styled(key, "bold $primary")]),
            Content("\n").join([*above, *lines]),
            *bars,
        ]
        rows = lay_out_row(columns, [KEY, left - KEY, *[each] * len(bars)])
        return [*rows, *[BLANK] * (height - len(rows))]

    @property
    def topics(self) -> range:
        return range(len(self.poll.topics))

    def render_answer_bar(self, answer: int, topic: int, each: int, thick: int) -> Content:
        """Render the bar of an answer, `thick` rows high, with its number in the middle."""
        counts = self.tally.count_hands(topic)
        gap = GAP if len(self.poll.topics) > 1 else 0
        line = render_bar(counts[answer], max(counts), each - gap - 1)
        full = line.plain.count(FULL)  # the empty part is a line, however high the bar is
        plain = Content.styled(FULL * full, "$primary")
        rows = [line if row == (thick - 1) // 2 else plain for row in range(thick)]
        return Content("\n").join(Content(" " * gap) + row for row in rows)

    def render(self) -> Content:
        margin, left, each = self.measure_columns(self.size.width)
        heads = self.render_topics(left, each)
        height = self.measure_answer_rows(len(heads))
        rows = [
            row
            for number, answer in enumerate(self.poll.answers)
            for row in self.render_answer(number, answer, left, each, height)
        ]
        return Content("\n").join(line.pad_left(margin) for line in [*heads, *rows])

    def on_click(self, event: events.Click) -> None:
        """Post which topic and answer were clicked."""
        margin, left, each = self.measure_columns(self.size.width)
        heads = len(self.render_topics(left, each))
        topic = (event.x - margin - left) // each
        topic = topic if topic in self.topics else -1
        number = (event.y - heads) // self.measure_answer_rows(heads)
        answer = number if 0 <= number < len(self.poll.answers) else None
        if topic >= 0 or answer is not None:
            self.post_message(self.Picked(topic if topic >= 0 else None, answer))


DIGITS = "1234567890"
"""The keys of the answers, in order."""
SHARE = 6
"""Words take at most this fraction of the rows: 1 / SHARE."""
ROOMY = 28
"""The rows from which topics are in large letters."""
LETTERS = 5
"""Rows of a topic in large letters."""
CARD_BAR = 14
"""Width of the bar beneath a card, in cells."""


class PollPanel(Vertical, can_focus=True):
    """A question, and its answers with the hands for each, until the presenter reveals."""

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
            Binding(digit, f"add_hand({place})", "Raise a hand", key_display="1-9", show=not place)
            for place, digit in enumerate(DIGITS)
        ),
        Binding("backspace", "remove_hand", "Take back", key_display="⌫"),
        Binding("tab,right,down", "topic(1)", "Next", key_display="Tab"),
        Binding("shift+tab,left,up", "topic(-1)", show=False),
        Binding("enter", "reveal", "Reveal", key_display="Enter"),
    ]

    def __init__(self, poll: Poll, headline: Headline, names: SeatNames) -> None:
        """Ask `poll`; in a game of cards its answers are the cards of `headline`."""
        super().__init__()
        self.names = names
        self.poll = poll
        self.when = headline.when
        self.cards = headline.cards
        self.tally = Tally.start(poll)
        self.topic = 0
        """The topic that hands are counted for."""
        self.answered: Future[Tally | None] = get_running_loop().create_future()
        """The tally when the presenter reveals, or `None` if the poll was cancelled."""

    def compose(self) -> ComposeResult:
        yield Static(self.when, id="when", markup=False)
        yield LargeText(self.poll.question, 0, classes="question")
        if self.poll.quote:
            yield LargeText(f"“{self.poll.quote}”", 0, classes="said")
        if self.cards:
            yield CardRow(self.build_cards(), caption_rows=3, one_if_coarse=True)
            return
        if len(self.poll.topics) > 1:
            with Horizontal(id="topics"):
                yield Static(id="left")
                for topic in self.poll.topics:
                    yield LargeText(topic, 0, classes="topic")
        yield PollRows(self.poll, self.tally, self.names)

    def on_mount(self) -> None:
        """Where one card is shown at a time, show the next every few seconds."""
        if self.cards and self.app.animation_level != "none":
            self.set_interval(SECONDS_EACH, self.query_one(CardRow).show_next_card)

    def on_resize(self) -> None:
        """Choose the size of letters that leaves enough rows for the answers."""
        height = self.size.height
        plain = self.cards or self.poll.quote or len(self.poll.topics) > 1
        question_rows = 0 if plain else height // SHARE
        for large in self.query("LargeText.question").results(LargeText):
            self.set_max_rows(large, question_rows)
        for large in self.query("LargeText.said").results(LargeText):
            self.set_max_rows(large, height // SHARE if self.cards else height // 4)
        for rows in self.query(PollRows):
            rows.shows_topics = height < ROOMY
            rows.refresh()  # its own size may be what it was
            margin, left, each = rows.measure_columns(self.size.width)
            for row in self.query("#topics"):
                row.display = not rows.shows_topics
                row.query_one("#left").styles.width = margin + left + GAP
            for large in self.query("LargeText.topic").results(LargeText):
                large.styles.width = each
                self.set_max_rows(large, LETTERS)

    def set_max_rows(self, large: LargeText, rows: int) -> None:
        """Give a text at most so many rows."""
        large.rows = rows
        large.refresh(layout=True)

    def build_cards(self) -> list[CardItem]:
        """Build the cards, each with its number and the hands for it."""
        counts = self.tally.count_hands(0)
        return [
            card._replace(
                caption=(
                    Content.styled(f"{answer.label}", "bold $primary"),
                    render_bar(count, max(counts), CARD_BAR),
                )
            )
            for card, answer, count in zip(self.cards, self.poll.answers, counts, strict=True)
        ]

    def show_tally(self, tally: Tally) -> None:
        """Show another tally."""
        self.tally = tally
        for row in self.query(CardRow):
            row.show(self.build_cards(), latest=row.shown)
        for rows in self.query(PollRows):
            rows.show(tally, self.topic)

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """Enable the keys of answers and topics that exist."""
        match action, parameters:
            case "add_hand", (int(answer),):
                return answer < len(self.poll.answers)
            case "topic", _:
                return len(self.poll.topics) > 1
        return True

    def action_add_hand(self, answer: int) -> None:
        if not self.answered.done():
            for row in self.query(CardRow):
                row.show_card(answer)
            self.show_tally(self.tally.add_hand(self.topic, answer))

    def action_remove_hand(self) -> None:
        if not self.answered.done():
            self.show_tally(self.tally.remove_last_hand(self.topic))

    def action_topic(self, by: int) -> None:
        """Count hands for the next topic, or the previous one."""
        self.topic = (self.topic + by) % len(self.poll.topics)
        self.show_tally(self.tally)

    def action_reveal(self) -> None:
        """Finish the poll and reveal."""
        self.finish(self.tally)

    def finish(self, tally: Tally | None) -> None:
        """Finish the poll with this tally; `None` cancels it."""
        if not self.answered.done():
            self.answered.set_result(tally)

    def on_card_row_picked(self, message: CardRow.Picked) -> None:
        """Count a hand for the card that was clicked."""
        self.action_add_hand(message.index)

    def on_poll_rows_picked(self, message: PollRows.Picked) -> None:
        """Count a hand for the answer that was clicked, or switch to the topic."""
        if message.topic is not None:
            self.topic = message.topic
        if message.answer is None:
            self.show_tally(self.tally)
        else:
            self.action_add_hand(message.answer)

    def on_click(self, event: events.Click) -> None:
        """Keep the focus."""
        event.stop()
        self.focus()
