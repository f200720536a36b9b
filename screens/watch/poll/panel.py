"""The panel that asks the audience a question, and counts raised hands by key presses."""

from asyncio import Future, get_running_loop
from typing import ClassVar

from rich.cells import cell_len
from textual import events
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.color import Color
from textual.containers import Vertical
from textual.content import Content
from textual.geometry import Size
from textual.widgets import Static

from engine.games.audience_poll import Poll
from screens.games.ui import Headline
from screens.players.seat_names import SeatNames
from screens.watch.poll.bars import FULL, PollRows, render_bar, render_hands
from screens.watch.poll.tally import Tally
from screens.widgets.cards.card_item import CardItem
from screens.widgets.cards.row import SECONDS_EACH, CardRow
from screens.widgets.large_text import LargeText, build_large_lines
from screens.widgets.letter_size import MIN_ROWS, fit_letters, is_hall

DIGITS = "1234567890"
"""The keys of the answers, in order."""


SHARE = 6
"""Words take at most this fraction of the rows: 1 / SHARE."""


ROOMY = 28
"""The rows from which topics are in large letters."""


SPACIOUS = 36
"""The rows from which a question is in large letters beside cards, too, and quotes have lines."""


LOW = 18
"""On a panel of so many rows, or fewer, what was said is in small letters beside cards."""


FEW = 22
"""On a panel of so many rows, or fewer, the round and the question share a line above cards, if it
fits; the row that this saves is left blank above the controls."""


MARGINS = 4
"""Columns of the screen that are not the panel's."""


LETTERS = 5
"""The most rows of a topic, or of the question, in large letters."""


CARD_BAR = 14
"""Width of the bar beneath a card, in cells."""


LARGE_CAPTION, CAPTION_ROWS, MANY_CARDS = 26, 7, 4
"""Cells of a caption in large letters, the rows below a card with it, as in the reveal, where the
cards stay in their places, and the most cards that have such captions."""


class PollPanel(Vertical, can_focus=True):
    """A question, and its answers with the hands for each, until the presenter reveals."""

    DEFAULT_CSS = """
    PollPanel { height: 1fr; width: 100%; padding: 0 1; }
    PollPanel LargeText { margin-bottom: 1; text-align: center; }
    PollPanel .question { color: $foreground; }
    PollPanel #when { text-align: center; color: $muted; }
    """
    BINDINGS: ClassVar[list[BindingType]] = [
        *(
            Binding(
                digit, f"add_hand({place})", "Raise a hand", key_display="Digit", show=not place
            )
            for place, digit in enumerate(DIGITS)
        ),
        Binding("backspace", "remove_hand", "Take back", key_display="⌫"),
        Binding("tab,right,down", "topic(1)", "Next", key_display="Tab"),
        Binding("shift+tab,left,up", "topic(-1)", show=False),
        Binding("enter", "reveal", "Reveal", key_display="Enter"),
    ]

    def __init__(self, poll: Poll, headline: Headline, names: SeatNames, height: int = 0) -> None:
        """Ask `poll`; in a game of cards its answers are the cards of `headline`.

        Args:
            poll: The question and its answers.
            headline: The headline of the table.
            names: The names of the players.
            height: The rows that there will be: so it is painted once.
        """
        super().__init__()
        self.height = height
        self.names = names
        self.poll = poll
        self.when = headline.when
        self.cards = headline.cards
        self.style = headline.style
        self.tally = Tally.start(poll)
        self.topic = 0
        """The topic that hands are counted for."""
        self.answered: Future[Tally | None] = get_running_loop().create_future()
        """The tally when the presenter reveals, or `None` if the poll was cancelled."""

    def compose(self) -> ComposeResult:
        question, said, topics = self.share_rows(self.height)
        when = Static(self.when, id="when", markup=False)
        when.styles.margin = (0, 0, self.height >= SPACIOUS, 0)
        when.display = self.has_room_for_round(self.height)
        yield when
        yield LargeText(self.poll.question, question, narrow=True, classes="question")
        if self.poll.quote:
            # Where cards are named by a clue, it stands alone, as it does in the reveal.
            quote = self.poll.quote if self.cards else f"“{self.poll.quote}”"
            large = LargeText(quote, said, narrow=True, apart=not self.cards, classes="said")
            large.set_ink(self.style)
            yield large
        if self.cards:
            row = CardRow(self.build_cards(), caption_rows=3, one_if_coarse=True)
            if self.has_large_captions:
                row.fit_hall(CAPTION_ROWS)
            yield row
            return
        rows = PollRows(self.poll, self.tally, self.names)
        rows.topic_rows = topics
        yield rows

    def on_mount(self) -> None:
        """Where one card is shown at a time, show the next every few seconds."""
        if self.cards and self.app.animation_level != "none":
            self.set_interval(SECONDS_EACH, self.query_one(CardRow).show_next_card)

    def share_rows(self, height: int) -> tuple[int, int, int]:
        """Share the rows of the panel so that enough are left for the answers.

        Returns:
            The most rows of the question, of what was said, and of the topics.
        """
        question = 0 if self.cards and height < SPACIOUS else min(height // SHARE, LETTERS)
        said = height // 4 if height >= SPACIOUS else MIN_ROWS
        if self.cards:
            said = max(height // SHARE, MIN_ROWS if height > LOW else 0)
        return question, said, LETTERS if height >= ROOMY else 0

    def has_room_for_round(self, height: int) -> bool:
        """Whether the round stands above the question, and does not touch large letters."""
        question, *_ = self.share_rows(height)
        width = self.app.size.width - MARGINS
        is_large = fit_letters(self.poll.question, width, question, narrow=True) is not None
        return height >= SPACIOUS or not is_large

    def on_resize(self) -> None:
        """Choose the size of letters again if the screen has another size."""
        height = self.outer_size.height  # the content's is another as soon as padding is
        self.join_lines(height)
        question, said, topics = self.share_rows(height)
        self.query_one("#when").styles.margin = (0, 0, height >= SPACIOUS, 0)
        for large in self.query("LargeText.question").results(LargeText):
            self.set_max_rows(large, question)
        for large in self.query("LargeText.said").results(LargeText):
            self.set_max_rows(large, said)
        for rows in self.query(PollRows):
            rows.topic_rows = topics
            rows.refresh()  # its own size may be what it was

    def join_lines(self, height: int) -> None:
        """On a low panel with cards, put round and question in one line; end with a blank row."""
        line = f"{self.when}   {self.poll.question}"
        joined = bool(self.cards) and height <= FEW and cell_len(line) <= self.content_size.width
        self.query_one("#when").display = not joined and self.has_room_for_round(height)
        self.query_one("LargeText.question", LargeText).text = (
            line if joined else self.poll.question
        )
        self.styles.padding = (0, 1, int(joined), 1)

    def set_max_rows(self, large: LargeText, rows: int) -> None:
        """Give a text at most so many rows."""
        if large.rows != rows:
            large.rows = rows
            large.refresh(layout=True)

    def build_cards(self) -> list[CardItem]:
        """Build the cards, each with its number and the hands for it."""
        counts = self.tally.count_hands(0)
        most = max(counts)
        return [
            card._replace(
                caption=self.draw_caption(answer.label, count, most)
                if self.has_large_captions
                else (
                    Content.styled(f"{answer.label}", "bold $primary"),
                    render_bar(count, most, CARD_BAR),
                )
            )
            for card, answer, count in zip(self.cards, self.poll.answers, counts, strict=True)
        ]

    @property
    def has_large_captions(self) -> bool:
        """Whether the numbers of cards, and of hands, are in large letters."""
        return is_hall(self.app.size) and len(self.cards) <= MANY_CARDS

    def draw_caption(self, label: str, count: int, most: int) -> tuple[Content, ...]:
        """Draw the number of a card, the hands, and how many they are, in large letters."""
        size = Size(LARGE_CAPTION, MIN_ROWS)
        style = "foreground" if count else "muted"
        key, number = (
            build_large_lines(self, text, Color.parse(self.app.theme_variables[colour]), size)
            for text, colour in ((label, "primary"), (str(count), style))
        )
        if not (key and number):
            return Content.styled(label, "bold $primary"), render_bar(count, most, CARD_BAR)
        ends = max(line.cell_length for line in key), max(line.cell_length for line in number)
        room = LARGE_CAPTION - sum(ends) - 4
        rows = []
        for row, (left, right) in enumerate(zip(key, number, strict=True)):
            is_bar = 0 < row < MIN_ROWS - 1
            bar = render_hands(count, most, room, FULL) if is_bar else Content("")
            rows.append(
                Content.assemble(
                    left.pad_right(ends[0] + 2 - left.cell_length),
                    bar.pad_right(room + 2 - bar.cell_length),
                    right.pad_right(ends[1] - right.cell_length),
                )
            )
        return tuple(rows)

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
