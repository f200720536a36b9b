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
MOST = 3
"""The most lines of what is known of an answer."""
COUNT = 4
"""Cells for a number of hands."""


def bar(count: int, most: int, width: int) -> Content:
    """A number of hands, and a bar that is full for the `most` of them."""
    room = max(width - COUNT, 1)
    filled = round(count / most * room) if most else 0
    filled = max(filled, 1) if count else 0
    return Content.assemble(
        ("█" * filled, "$primary"),
        ("─" * (room - filled), "$faint"),
        (f"{count}".rjust(COUNT), "bold" if count else "$muted"),
    )


class PollRows(Widget):
    """A table: an answer a row, a topic a column."""

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

    def show(self, tally: Tally, topic: int) -> None:
        """Show other hands; those of `topic` are counted now."""
        self.tally, self.topic = tally, topic
        self.refresh()

    @property
    def widths(self) -> tuple[int, int]:
        """Cells for what an answer is, its key included, and for each topic."""
        width, topics = self.size.width, len(self.poll.topics)
        each = min(width * 2 // (3 * topics), 40) if topics > 1 else min(width // 3, 40)
        return width - each * topics, each

    def heads(self) -> list[Content]:
        """The topics, the one at hand marked; nothing if there is but one."""
        if len(self.poll.topics) == 1:
            return []
        left, each = self.widths
        cells = [
            Content.styled(f"▸ {topic}", "bold $primary")
            if number == self.topic
            else Content.styled(f"  {topic}", "bold")
            for number, topic in enumerate(self.poll.topics)
        ]
        return [*side_by_side([BLANK, *cells], [left, *[each] * len(cells)]), BLANK]

    def height_each(self, heads: int) -> int:
        """Lines for each answer, with what lies between it and the next."""
        return max((self.size.height - heads) // len(self.poll.answers), 1)

    def row(self, number: int, answer: Answer, height: int) -> list[Content]:
        """An answer in so many lines, and its hands."""
        left, each = self.widths
        key = f"{(number + 1) % 10}"
        label = "" if answer.label == key else f"{answer.label}  "
        name = Content.assemble((label, "bold"), (answer.note, "$muted"))
        room = min(max(height - 1, 1), MOST)
        lines = name.wrap(left - KEY - 2)
        if len(lines) > room:
            rest = Content(" ").join(lines[room - 1 :])
            lines = [*lines[: room - 1], rest.truncate(left - KEY - 2, ellipsis=True)]
        bars = []
        for topic in range(len(self.poll.topics)):
            counts = self.tally.counts(topic)
            bars.append(
                Content("  " if len(self.poll.topics) > 1 else "")
                + bar(counts[number], max(counts), each - (3 if len(self.poll.topics) > 1 else 1))
            )
        rows = side_by_side(
            [Content.styled(key, "bold $primary"), Content("\n").join(lines), *bars],
            [KEY, left - KEY, *[each] * len(bars)],
        )
        return [*rows, *[BLANK] * (height - len(rows))][: max(height, len(rows))]

    def render(self) -> Content:
        """The topics, then the answers, as high as there is room."""
        heads = self.heads()
        height = min(self.height_each(len(heads)), MOST + 1)
        rows = [row for n, a in enumerate(self.poll.answers) for row in self.row(n, a, height)]
        return Content("\n").join([*heads, *rows])

    def on_click(self, event: events.Click) -> None:
        """Tell what was clicked."""
        left, each = self.widths
        heads = len(self.heads())
        topic = (event.x - left) // each if event.x >= left else None
        number = (event.y - heads) // min(self.height_each(heads), MOST + 1)
        answer = number if 0 <= number < len(self.poll.answers) and event.y >= heads else None
        if topic is not None or answer is not None:
            self.post_message(self.Picked(topic if len(self.poll.topics) > 1 else None, answer))
