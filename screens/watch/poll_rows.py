"""The answers to a poll with a bar for each, for one topic or several beside each other."""

from textual import events
from textual.content import Content
from textual.message import Message
from textual.widget import Widget

from engine.poll import Answer, Poll
from screens.watch.tally import Tally
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
MOST = 6
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
        return min(max((self.size.height - heads) // len(self.poll.answers), 1), MOST)

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
