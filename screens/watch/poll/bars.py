"""The answers to a poll, with a bar for the hands that were raised for each."""

from textual import events
from textual.color import Color
from textual.content import Content
from textual.geometry import Size
from textual.message import Message
from textual.widget import Widget

from engine.games.audience_poll import Poll, PollAnswer
from engine.seat import Seat
from screens.players.seat_names import SeatNames
from screens.watch.poll.tally import Tally
from screens.widgets.figure import ROWS as FIGURE_ROWS
from screens.widgets.figure import draw_figure
from screens.widgets.large_text import build_large_lines, draw_line
from screens.widgets.letter_size import MIN_ROWS, Fit, fit_alike
from screens.widgets.text_layout import BLANK, lay_out_row, shorten

KEY, LARGE_KEY = 4, 8
"""Width of the column for an answer's key, and for one in large letters, in cells."""


LARGE_FROM = 3
"""From this many rows for an answer on, its key and the number of hands are large."""


NOTE = 44
"""Largest width of the column for an answer and its key, where letters are small."""


BESIDE = 34
"""Least width of a note beside a label in large letters; where there is less, it is below."""


BAR = 48
"""Largest width of the column for a topic."""


LEAST_NOTE = 16
"""Columns from which on a note stands beside a label in a single row: less says nothing."""
FULL, TRACK = "█", "─"
"""The filled and the empty part of a bar."""


UPPER, LOWER, THIN = "▄", "▀", "━"
"""The edges of a high bar, half a row each, so that two bars never touch; a bar in rows without
space between them."""


BAR_STYLE = "$primary on $primary"
"""The style of the filled part: some fonts leave a gap beside a full block."""


UNIT, PARTED = 4, 3
"""The most cells of a hand, and from how many on a blank parts it from the next."""


AIR = 2
"""Cells between a key and what was said in large letters."""
COUNT, LARGE_COUNT = 4, 8
"""Width of a number of hands, and of one in large letters."""


MAX_LABEL = 5
"""The most rows of a label in large letters."""


MAX_ANSWER_ROWS = 9
"""The most rows for an answer, with the space before the next."""


GAP = 3
"""Cells between two topics; the current topic is marked there."""


def render_bar(count: int, most: int, width: int, *, thin: bool = False) -> Content:
    """Render a bar for a number of hands, with the number.

    Args:
        count: The hands.
        most: The most hands for any answer, which set how wide one is.
        width: Cells of the bar and the number.
        thin: Whether a bar may stand in the row below.
    """
    room = max(width - COUNT, 1)
    hands = render_hands(count, most, room, THIN if thin else FULL)
    return Content.assemble(
        hands,
        (TRACK * (room - hands.cell_length), "$outline"),
        (f"{count}".rjust(COUNT), "bold" if count else "$muted"),
    )


def render_hands(count: int, most: int, room: int, block: str) -> Content:
    """Render each hand as one unit of `block`; as a share of the `room` if there are too many."""
    style = BAR_STYLE if block == FULL else "$primary"
    unit = min(room // max(most, 1), UNIT)
    if unit < PARTED:
        cells = count * unit or -(-count * room // max(most, 1))
        return Content.styled(block * cells, style)
    one = Content.assemble((block * (unit - 1), style), " ")
    return Content("").join([one] * count)


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
        self.topic_rows = 0
        """The most rows for the topics in large letters; 0 for small ones."""
        self.large_labels: list[list[Content]] = []
        """The labels of the answers in large letters, if all fit."""

    def show(self, tally: Tally, topic: int) -> None:
        """Show another tally, and mark the topic that hands are counted for."""
        self.tally, self.topic = tally, topic
        self.refresh()

    def measure_columns(self, width: int) -> tuple[int, int, int]:
        """Return the widths of the margin, the answer column and each topic column."""
        topics = len(self.poll.topics)
        if topics == 1:
            each, most = min(width // 3, BAR), width if self.has_large_labels else 2 * NOTE
        elif self.topic_rows:  # where topics are large, so are answers
            each, most = min(width // (topics + 2), BAR), width
        else:
            each, most = min(width * 2 // (3 * topics), BAR), NOTE
        left = min(width - each * topics, most)
        return (width - left - each * topics) // 2, left, each

    def render_topics(self, left: int, each: int) -> list[Content]:
        """Render the topics, the current one marked; nothing if there is only one."""
        topics = self.poll.topics
        if len(topics) == 1:
            return []
        if fit := fit_alike(topics, each - GAP - 1, self.topic_rows):
            widths = [left, *[each] * len(topics)]
            drawn = [
                self.draw_topic(topic, fit, is_current=number == self.topic)
                for number, topic in enumerate(topics)
            ]
            return [*lay_out_row([BLANK, *drawn], widths), BLANK]
        cells = [
            Content.styled(f" ▸ {topic}", "bold $primary")
            if number == self.topic
            else Content.styled(f"   {topic}", "bold")
            for number, topic in enumerate(topics)
        ]
        return [*lay_out_row([BLANK, *cells], [left, *[each] * len(cells)]), BLANK]

    def draw_topic(self, topic: str, fit: Fit, *, is_current: bool) -> Content:
        """Draw a topic in large letters; a rule marks the current one."""
        colour = Color.parse(self.app.theme_variables["primary" if is_current else "foreground"])
        lines = draw_line(self, topic, colour, fit.size, narrow=fit.narrow)
        rule = Content.styled("━" * (lines[0].cell_length if is_current else 0), "$primary")
        return Content("\n").join([Content(" " * GAP) + line for line in [*lines, rule]])

    def measure_answer_rows(self, heads: int) -> int:
        """Return the rows for each answer, with the space before the next."""
        return min(max((self.size.height - heads) // len(self.poll.answers), 1), MAX_ANSWER_ROWS)

    def render_answer(
        self, number: int, answer: PollAnswer, left: int, each: int, height: int
    ) -> list[Content]:
        """Render an answer and its hands in `height` rows."""
        key = self.draw_key(f"{(number + 1) % 10}", height)
        key_width = LARGE_KEY if height >= LARGE_FROM else KEY
        room = left - key_width - 2
        label = self.render_label(number)
        thick, most = max(height // 2, 1), max(height - 1, 1)
        if self.large_labels:
            lines = self.large_labels[number]
            if self.asks_for_players:
                lines = self.set_note(lines, answer.note, room)
        elif label.cell_length and answer.note:
            labels = max(self.render_label(place).cell_length for place in self.answers) + 2
            style = "bold" if thick > 1 else ""  # where there is room the audience sits far away
            note, beside = Content.styled(answer.note, style), max(room - labels, 1)
            fits = len(note.wrap(beside)) <= most  # else without a blank row below
            notes = shorten(note, beside, most if fits else height)
            lines = [
                (BLANK if row else label).pad_right(labels - (0 if row else label.cell_length))
                + line
                for row, line in enumerate(notes)
            ]
            if most == 1 and room - labels < LEAST_NOTE:
                lines = [label]
        elif fit := self.fit_notes(room, most):
            colour = Color.parse(self.app.theme_variables["foreground"])
            lines = draw_line(self, fit.lines[number], colour, fit.size, narrow=fit.narrow)
        else:
            style = "bold" if thick > 1 else ""
            lines = shorten(Content.assemble(label, (answer.note, style)), room, most)
        tall = max(thick, len(key))
        above = [BLANK] * max((tall - len(lines)) // 2, 0)
        bars = [self.render_answer_bar(number, topic, each, tall, height) for topic in self.topics]
        if self.large_labels and answer.note and not self.asks_for_players:
            # In the last row of the bar: beside a label of several words is no room.
            bar = bars[0].split(allow_blank=True)
            place, until = min(tall, height - 1) - 1, each - 1 - LARGE_COUNT
            below = shorten(Content.styled(answer.note, "bold"), max(until - 1, 1), 1)[0]
            bar[place] = below.pad_right(until - below.cell_length) + bar[place][until:]
            bars[0] = Content("\n").join(bar)
        columns = [
            Content("\n").join([*[BLANK] * ((tall - len(key)) // 2), *key]),
            Content("\n").join([*above, *lines]),
            *bars,
        ]
        rows = lay_out_row(columns, [key_width, left - key_width, *[each] * len(bars)])
        return [*rows, *[BLANK] * (height - len(rows))]

    def fit_statements(self, height: int) -> Fit | None:
        """Find the letters for what the players have said, if that is what the poll is about.

        Each stands below its player's name, in `height` rows with it.
        """
        if len(self.poll.topics) > 1 or not self.asks_for_players:
            return None
        room = self.size.width - LARGE_KEY - AIR - LARGE_COUNT - GAP
        notes = [answer.note for answer in self.poll.answers]
        return fit_alike(notes, room, min(height - 1, MAX_LABEL))

    def render_statement(self, number: int, fit: Fit, height: int) -> list[Content]:
        """Render a player with the hands, over what they have said in large letters."""
        counts = self.tally.count_hands(0)
        count = counts[number]
        seat = Seat(self.names.seats.index(self.poll.answers[number].label))
        players = [self.names.format_player(one) for one in map(Seat, range(len(self.names.seats)))]
        widest = max(player.cell_length for player in players) + GAP
        room = self.size.width - LARGE_KEY - AIR - LARGE_COUNT
        player = players[seat].pad_right(widest - players[seat].cell_length)
        hands = render_hands(count, max(counts), room - widest - 1, FULL)
        colours = self.app.theme_variables
        colour = Color.parse(colours[self.names.get_style(seat).removeprefix("$")])
        said = draw_line(self, fit.lines[number], colour, fit.size, narrow=fit.narrow)
        counted = self.draw_count(count, Size(LARGE_COUNT - 2, fit.size))
        cells = (
            Content("\n").join([BLANK, *self.draw_key(f"{(number + 1) % 10}", fit.size + 1)]),
            Content("\n").join([player + hands, *said]),
            Content("\n").join([BLANK, *(counted or [Content(str(count))])]),
        )
        rows = lay_out_row(cells, (LARGE_KEY + AIR, room, LARGE_COUNT))
        return [*rows, *[BLANK] * (height - len(rows))]

    def draw_count(self, count: int, size: Size) -> list[Content]:
        """Draw how many hands there are, pale if there are none; nothing if there is no room."""
        colour = self.app.theme_variables["foreground" if count else "muted"]
        return build_large_lines(self, str(count), Color.parse(colour), size, narrow=True)

    @property
    def asks_for_players(self) -> bool:
        """Whether the answers are players."""
        return all(answer.label in self.names.seats for answer in self.poll.answers)

    @property
    def has_large_labels(self) -> bool:
        """Whether there are rows enough for labels in large letters."""
        return self.measure_answer_rows(0) > MIN_ROWS

    def draw_large_labels(self, width: int, height: int) -> list[list[Content]]:
        """Draw the labels of all answers in large letters of one form; nothing if not all fit."""
        below = self.asks_for_players and any(answer.note for answer in self.poll.answers)
        labels = [self.read_label(place) for place in self.answers]
        if labels == [f"{(place + 1) % 10}" for place in self.answers]:
            return []
        fit = fit_alike(labels, width, min(height - 1 - below, MAX_LABEL))
        if fit is None:
            return []
        return [self.draw_large_label(place, label, fit) for place, label in enumerate(labels)]

    def read_label(self, number: int) -> str:
        """Read the label of an answer: the name of a player, or what it says."""
        label = self.poll.answers[number].label
        return self.names.get_label(label) if label in self.names.seats else label

    def draw_large_label(self, number: int, label: str, fit: Fit) -> list[Content]:
        """Draw a label in large letters, a player's in their colour."""
        style, seat = "foreground", self.poll.answers[number].label
        if seat in self.names.seats:
            style = self.names.get_style(Seat(self.names.seats.index(seat))).removeprefix("$")
        colour = Color.parse(self.app.theme_variables[style])
        return draw_line(self, label, colour, fit.size, narrow=fit.narrow)

    def set_note(self, large: list[Content], note: str, width: int) -> list[Content]:
        """Set a note beside a label in large letters, or below it where there is no room."""
        if not note:
            return large
        drawn = (line for lines in self.large_labels for line in lines)
        column = max(line.cell_length for line in drawn) + GAP
        text = Content.styled(note, "bold")
        if width - column < BESIDE:
            return [*large, *shorten(text, width, 1)]
        notes = shorten(text, width - column, len(large))
        above = (len(large) - len(notes)) // 2
        notes = [*[BLANK] * above, *notes, *[BLANK] * (len(large) - above - len(notes))]
        rows = zip(large, notes, strict=True)
        return [line.pad_right(column - line.cell_length) + beside for line, beside in rows]

    def fit_notes(self, width: int, rows: int) -> Fit | None:
        """Find the letters for the notes of answers that have no labels."""
        if any(self.render_label(number).cell_length for number in self.answers):
            return None
        notes = [answer.note for answer in self.poll.answers]
        return fit_alike(notes, width, min(rows, MAX_LABEL))

    def draw_key(self, key: str, height: int) -> list[Content]:
        """Draw the key of an answer, as large as `height` rows allow."""
        if height < LARGE_FROM:
            return [Content.styled(key, "bold $primary")]
        colour = Color.parse(self.app.theme_variables["primary"])
        size = Size(LARGE_KEY - 1, min(height - 1, MAX_LABEL))
        return build_large_lines(self, key, colour, size) or draw_figure(int(key), "bold $primary")

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

    def render_answer_bar(
        self, answer: int, topic: int, each: int, thick: int, height: int
    ) -> Content:
        """Render the bar of an answer, `thick` of `height` rows, with its number in the middle."""
        counts = self.tally.count_hands(topic)
        count, most = counts[answer], max(counts)
        gap = GAP if len(self.poll.topics) > 1 else 0
        style = "bold" if count else "$muted"
        drawn = self.draw_count(count, Size(LARGE_COUNT - 2, thick)) if thick >= MIN_ROWS else []
        drawn = drawn or (draw_figure(count, style) if thick >= FIGURE_ROWS else [])
        widest = LARGE_COUNT - 2 if thick >= MIN_ROWS else draw_figure(most, "")[0].cell_length
        large = widest if drawn else 0
        width = each - gap - 1 - max(large + 1 - COUNT, 0)
        middle = (thick - 1) // 2
        rows = []
        for row in range(thick):
            if row == middle:
                rows.append(render_bar(count, most, width, thin=height == 1))
            else:
                edge = UPPER if not row else LOWER if row == thick - 1 else FULL
                rows.append(render_hands(count, most, max(width - COUNT, 1), edge))
        if drawn:  # in place of the count in small type
            for row, part in enumerate(drawn, (thick - len(drawn)) // 2):
                bar = rows[row][: width - COUNT]
                rows[row] = bar.pad_right(each - gap - 1 - part.cell_length - bar.cell_length)
                rows[row] += part
        return Content("\n").join(Content(" " * gap) + row for row in rows)

    def render(self) -> Content:
        margin, left, each = self.measure_columns(self.size.width)
        heads = self.render_topics(left, each)
        height = self.measure_answer_rows(len(heads))
        if fit := self.fit_statements(height):
            shown = (self.render_statement(number, fit, height) for number in self.answers)
            return Content("\n").join(line for lines in shown for line in lines)
        key_width = LARGE_KEY if height >= LARGE_FROM else KEY
        self.large_labels = self.draw_large_labels(left - key_width - 2, height)
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
