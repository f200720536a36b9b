"""The answers to a poll, with a bar for the hands that were raised for each."""

from textual import events
from textual.content import Content
from textual.message import Message
from textual.widget import Widget

from engine.games.poll import Poll, PollAnswer
from screens.players.seat_names import SeatNames
from screens.watch.poll.tally import Tally
from screens.widgets.text_layout import BLANK, lay_out_row, shorten

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
        label = self.render_label(number)
        thick, most = max(height // 2, 1), max(height - 1, 1)
        if label.cell_length and answer.note:
            labels = max(self.render_label(place).cell_length for place in self.answers) + 2
            style = "bold" if thick > 1 else ""  # where there is room the audience sits far away
            notes = shorten(Content.styled(answer.note, style), max(room - labels, 1), most)
            lines = [
                (BLANK if row else label).pad_right(labels - (0 if row else label.cell_length))
                + note
                for row, note in enumerate(notes)
            ]
        else:
            lines = shorten(Content.assemble(label, answer.note), room, most)
        above = [BLANK] * max((thick - len(lines)) // 2, 0)
        bars = [self.render_answer_bar(number, topic, each, thick) for topic in self.topics]
        columns = [
            Content("\n").join([*above, Content.styled(key, "bold $primary")]),
            Content("\n").join([*above, *lines]),
            *bars,
        ]
        rows = lay_out_row(columns, [KEY, left - KEY, *[each] * len(bars)])
        return [*rows, *[BLANK] * (height - len(rows))]

    def render_label(self, number: int) -> Content:
        """Render the label of an answer; nothing if it is only its key."""
        label = self.poll.answers[number].label
        if label == f"{(number + 1) % 10}":
            return BLANK
        return self.names.format_sentence(label).stylize_before("bold")

    @property
    def answers(self) -> range:
        return range(len(self.poll.answers))

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
