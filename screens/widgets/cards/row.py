"""Cards side by side, as large as the space allows."""

from collections.abc import Sequence
from itertools import islice

from textual import events
from textual.app import ComposeResult
from textual.geometry import NULL_OFFSET, NULL_SPACING, Region, Size
from textual.layout import ArrangeResult, Layout, WidgetPlacement
from textual.message import Message
from textual.widget import Widget

from screens.pictures.card_picture import SHAPE
from screens.widgets.cards.card_item import CardItem
from screens.widgets.cards.card_words import INDENT, CardWords
from screens.widgets.cards.grid import LEGIBLE, WIDEST, Grid, arrange
from screens.widgets.cards.row_heading import RowHeading
from screens.widgets.cards.slot import CardSlot, create_slot
from screens.widgets.letter_size import MIN_ROWS

COARSE = 28
"""Width of a card below which block characters are too coarse, in cells."""


FEWEST_WORDS, MOST_WORDS, WORDS_GAP = 28, 64, 3
"""Minimum and maximum width of the words beside a single card, and the gap, in cells."""


AIRY = 14
"""From this many rows on, there is a blank row below a single card."""


HALL_COARSE, HALL_LEGIBLE = 20, 31
"""The same in a hall, where cards beside each other are larger than a list of them; and the width
for a caption in large letters."""


SECONDS_EACH = 4.0
"""Seconds for which a card is shown to onlookers, where one is shown at a time."""


SPACIOUS = 15
"""From this many rows on, a row is left blank below what stands above the cards."""


AMPLE = 18
"""Below this many rows, one is left blank above a single card with a heading; higher rows have
space above them."""


MOST_LETTERS, AIR = 7, 2
"""The most rows of large letters above the cards, and rows left blank around the cards then."""


HIGH, FEWER_LETTERS = 28, 5
"""From this many rows on, cards are smaller for the sake of large letters, of so many rows."""


class CardRowLayout(Layout):
    """Lays out the cards of a `CardRow` without remounting widgets."""

    name = "card-row"

    def arrange(
        self,
        parent: Widget,
        children: list[Widget],
        size: Size,
        greedy: bool = True,  # noqa: ARG002
    ) -> ArrangeResult:
        """Place each card and its caption."""
        assert isinstance(parent, CardRow)
        parent.pre_layout(self)
        count, caption_rows = len(parent.cards), parent.caption_rows
        heading = parent.heading
        high = parent.measure_heading(size, size.width)
        below = Size(size.width, max(size.height - high, 1))
        grid = arrange(count, below, caption_rows, parent.widest, parent.legible)
        parent.show_one(parent.is_too_coarse(grid))
        if parent.shows_one:
            parent.columns = 1
            return self.place_one(parent, children, size)
        spare = below.height - grid.rows * (grid.height + caption_rows)
        for room in (FEWER_LETTERS if size.height >= HIGH else 1, 1 + spare - AIR):
            most = max(room, 1 + spare - AIR)
            high = parent.measure_heading(size, size.width, min(most, MOST_LETTERS))
            above = int(high > MIN_ROWS)  # a blank row above large letters
            high += above
            below = Size(size.width, max(size.height - high, 1))
            grid = arrange(count, below, caption_rows, parent.widest, parent.legible)
            if not parent.is_too_coarse(grid):
                break
        if any(slot.picture.has_class("-words") for slot in parent.slots[:count]):
            grid = grid.widen(size.width)
        parent.columns = grid.columns
        placements = []
        if heading in children:
            region = Region(0, above, size.width, high - above)
            placements.append(WidgetPlacement(region, NULL_OFFSET, NULL_SPACING, heading))
        for number, slot in enumerate(islice(parent.slots, count)):
            card = grid.locate(number, count, below, caption_rows).translate((0, high))
            slot.caption.card_width = card.width
            spare = max(grid.pitch - 1 - card.width, 0)
            rest = size.height - card.bottom if grid.rows == 1 else caption_rows
            rows = max(rest, caption_rows)
            caption = Region(card.x - spare // 2, card.bottom, card.width + spare, rows)
            for widget, region in zip(slot, (card, card, caption), strict=True):
                if widget in children:
                    placements.append(WidgetPlacement(region, NULL_OFFSET, NULL_SPACING, widget))
        return placements

    def place_one(self, row: "CardRow", children: list[Widget], size: Size) -> ArrangeResult:
        """Place the card that is shown, as large as it can be, and all cards in words."""
        words = min(max(size.width // 3, FEWEST_WORDS), size.width // 2)
        below = 1 if size.height >= AIRY else 0
        above = 1 if row.heading is not None and AIRY <= size.height < AMPLE else 0
        room = size.height - below - above
        wide = min(round(room * SHAPE), size.width - words - WORDS_GAP)
        high = min(room, round(wide / SHAPE))
        words = min(size.width - wide - WORDS_GAP, MOST_WORDS)
        left = (size.width - wide - WORDS_GAP - words) // 2
        top = above + (room - high) // 2
        card = Region(left, top, wide, high)
        beside = Region(card.right + WORDS_GAP, top, words, size.height - top - below)
        slot = row.slots[row.shown]
        placed: list[tuple[Widget, Region]] = [(slot.picture, card), (slot.back, card)]
        if row.heading is not None:
            most = beside.height - row.words.count_rows(words) - len(row.cards)
            rows = row.measure_heading(size, words, min(most, MOST_LETTERS), is_spacious=True)
            placed.append((row.heading, beside.shrink((0, 0, beside.height - rows, len(INDENT)))))
            beside = beside.shrink((rows, 0, 0, 0))
        placed.append((row.words, beside))
        row.call_later(row.prepare_cards, card.size)
        return [
            WidgetPlacement(region, NULL_OFFSET, NULL_SPACING, widget)
            for widget, region in placed
            if widget in children
        ]


class CardRow(Widget):
    """Cards side by side, in the number of rows that makes them largest; one may be marked.

    With `one_if_coarse`, if blocks are too coarse for cards side by side, one card is shown at a
    time, as large as possible, with all cards in words beside it.
    """

    DEFAULT_CSS = "CardRow { width: 1fr; height: 1fr; }"

    class Picked(Message):
        """A card was clicked."""

        def __init__(self, index: int) -> None:
            super().__init__()
            self.index = index

    def __init__(
        self,
        cards: Sequence[CardItem] = (),
        marked: int | None = None,
        *,
        caption_rows: int = 2,
        widest: int = WIDEST,
        one_if_coarse: bool = False,
        heading: RowHeading | None = None,
    ) -> None:
        """Show `cards`, and mark one of them.

        Args:
            cards: Those to show.
            marked: The index of the marked card.
            caption_rows: Rows beneath each card; the first is the mark's.
            widest: The largest width of a card, in cells.
            one_if_coarse: Whether to show one at a time where blocks are too coarse for all.
            heading: Lines above the cards, or above their words.
        """
        super().__init__()
        self.heading = heading
        self.one_if_coarse = one_if_coarse
        self.shows_one = False
        """Whether one card is shown at a time."""
        self.latest: int | None = None
        """The card to show if only one is; by default the marked one."""
        self.words = CardWords()
        self.card_layout = CardRowLayout()
        self.cards = tuple(cards)
        self.marked = marked
        self.caption_rows = caption_rows
        self.widest = widest
        self.coarse = COARSE
        """Width of a card below which blocks are too coarse, in cells."""
        self.legible = LEGIBLE
        """Width for the caption of a card, in cells."""
        self.slots: list[CardSlot] = []
        self.columns = 1
        """Cards in each row of the layout."""

    def fit_hall(self, caption_rows: int) -> None:
        """Show cards beside each other with so many rows for captions in large letters."""
        self.coarse, self.legible, self.caption_rows = HALL_COARSE, HALL_LEGIBLE, caption_rows

    def compose(self) -> ComposeResult:
        self.slots = [create_slot() for _ in self.cards]
        self.update_slots()
        for slot in self.slots:
            yield from slot
        yield self.words
        if self.heading is not None:
            yield self.heading

    @property
    def layout(self) -> Layout:
        return self.card_layout

    @property
    def shown(self) -> int:
        """The card that is shown if only one is."""
        at = self.marked if self.latest is None else self.latest
        return min(at or 0, max(len(self.cards) - 1, 0))

    def is_too_coarse(self, grid: Grid) -> bool:
        """Whether blocks show too little of cards that are laid out like that."""
        pictures = getattr(self.app, "pictures", None)
        blocks = pictures is not None and pictures.protocol.blocks
        open_cards = sum(card.picture is not None for card in self.cards)
        return self.one_if_coarse and open_cards > 1 and blocks and grid.width < self.coarse

    @property
    def card_size(self) -> Size:
        """The size of a card; empty before the first layout."""
        return self.slots[self.shown].picture.content_size if self.slots else Size()

    @property
    def is_painted(self) -> bool:
        """Whether every picture that has a place has been encoded, or cannot be."""
        pictures = [slot.picture for slot in self.slots if slot.picture.display]
        placed = [picture for picture in pictures if picture.content_size]
        return bool(placed or not pictures) and all(picture.is_ready for picture in placed)

    def measure_heading(
        self, size: Size, width: int, room: int = 1, *, is_spacious: bool = False
    ) -> int:
        """Measure the rows of the heading, in that room, and of the blank row below it."""
        if self.heading is None:
            return 0
        self.heading.give_room(room)
        high = self.heading.get_content_height(size, size, width)
        return high + (is_spacious or size.height >= SPACIOUS)

    def show_one(self, one: bool) -> None:
        """Note whether one card is shown at a time."""
        if one != self.shows_one:
            self.shows_one = one
            if self.heading is not None:
                self.heading.beside = one
                self.heading.refresh()
            self.call_later(self.screen.refresh_bindings)

    def prepare_cards(self, size: Size) -> None:
        """Encode the cards of this size, so that they are shown at once."""
        for dim in (False, True):
            paths = [c.picture for c in self.cards if c.picture is not None and c.dim == dim]
            self.app.pictures.prepare(paths, size.width, size.height, dim=dim)  # type: ignore[attr-defined]

    def show(
        self, cards: Sequence[CardItem], marked: int | None = None, latest: int | None = None
    ) -> None:
        """Show other cards, mark one of them, and show the `latest` if only one is shown."""
        self.cards, self.marked, self.latest = tuple(cards), marked, latest
        missing = len(self.cards) - len(self.slots)
        if missing > 0 and self.is_mounted:
            added = [create_slot() for _ in range(missing)]
            self.slots += added
            self.mount(*(widget for slot in added for widget in slot))
        self.update_slots()
        self.arrange_again()

    def mark_card(self, index: int | None) -> None:
        """Mark another card; only the marks are redrawn, unless one card is shown at a time."""
        before, self.marked = self.shown, index
        self._show_other(before)

    def show_card(self, index: int) -> None:
        """Show another card, if only one is shown; the mark does not change."""
        before, self.latest = self.shown, index
        self._show_other(before)

    def show_next_card(self) -> None:
        """Show the card after the one that is shown, and the first after the last."""
        if self.shows_one and self.display:
            self.show_card((self.shown + 1) % len(self.cards))

    def _show_other(self, before: int) -> None:
        self.update_slots()
        if self.shows_one and self.shown != before:
            self.arrange_again()

    def arrange_again(self) -> None:
        """Lay out the cards again; a child asks for it, as a widget keeps its own arrangement."""
        self.words.refresh(layout=True)

    def update_slots(self) -> None:
        """Show each card in its slot."""
        for number, slot in enumerate(self.slots):
            card = self.cards[number] if number < len(self.cards) else None
            slot.show(card, marked=number == self.marked)
        self.words.show(self.cards, self.shown, self.marked)

    def on_click(self, event: events.Click) -> None:
        """Post which card was clicked, by its picture, its caption or its words."""
        if self.shows_one:
            event.stop()
            row = event.screen_offset.y - self.words.region.y
            in_words = self.words.region.contains_point(event.screen_offset)
            if not in_words:
                self.post_message(self.Picked(self.shown))
            elif row < len(self.words.places):
                self.post_message(self.Picked(self.words.places[row]))
            return
        for number, slot in enumerate(islice(self.slots, len(self.cards))):
            if any(w.display and w.region.contains_point(event.screen_offset) for w in slot):
                event.stop()
                self.post_message(self.Picked(number))
