"""A row of cards as large as the space allows, each with a few lines beneath."""

from collections.abc import Sequence
from itertools import islice
from pathlib import Path
from typing import NamedTuple

from textual import events
from textual.app import ComposeResult
from textual.content import Content
from textual.geometry import NULL_OFFSET, NULL_SPACING, Region, Size
from textual.layout import ArrangeResult, Layout, WidgetPlacement
from textual.message import Message
from textual.widget import Widget

from screens.pictures.card_picture import CardPicture
from screens.widgets.card_page import SHAPE

WIDEST = 52
"""The largest width of a card, in cells: larger ones take longer and show no more."""
LEGIBLE = 26
"""Width reserved for a caption, in cells, if it is more than a number."""
ROOMY = 24
"""From this many cells per card on, two cells are left free between cards, not one."""
MARK = "━"
"""The line under the marked card."""


class CardItem(NamedTuple):
    """What a card of the row shows."""

    picture: Path | None
    """The picture file; `None` if the card is face down."""
    alt_text: str = ""
    """What the picture shows, in words. Outside text: never parsed as markup."""
    caption: tuple[Content, ...] = ()
    """The caption: lines beneath the card, under the line for the mark."""
    dim: bool = False
    """Whether it is faded, as it cannot be chosen."""
    empty: bool = False
    """Whether only the place of a card to come is shown, if it is face down."""


class Grid(NamedTuple):
    """Where the cards of a row go."""

    columns: int
    rows: int
    pitch: int
    """Cells from one card to the next."""
    width: int
    """Width of a card, in cells."""
    height: int
    """Height of a card, in rows."""

    def locate(self, number: int, count: int, size: Size, caption_rows: int) -> Region:
        """Return the region of card `number` of `count`, centred in `size`."""
        row, column = divmod(number, self.columns)
        here = min(count - row * self.columns, self.columns)
        left = (size.width - here * self.pitch) // 2 + (self.pitch - self.width) // 2
        top = max(size.height - self.rows * (self.height + caption_rows), 0) // 2
        y = top + row * (self.height + caption_rows)
        return Region(left + column * self.pitch, y, self.width, self.height)


def arrange(count: int, size: Size, caption_rows: int, widest: int = WIDEST) -> Grid:
    """Lay out cards as large as possible.

    Args:
        count: How many cards.
        size: The space, in cells.
        caption_rows: Rows beneath each card; the first is the mark's.
        widest: The largest width of a card.
    """
    best = Grid(max(count, 1), 1, 1, 1, 1)
    for rows in range(1, count + 1):
        columns = -(-count // rows)
        pitch = size.width // columns
        high = max(size.height // rows - caption_rows, 1)
        wide = min(pitch - (2 if pitch >= ROOMY else 1), round(high * SHAPE), widest)
        if wide > best.width:
            spaced = min(pitch, max(wide + max(wide // 4, 4), LEGIBLE if caption_rows > 2 else 0))
            best = Grid(columns, rows, spaced, wide, min(high, round(wide / SHAPE)))
    return best


class CardBack(Widget):
    """The back of a card that is face down, or the place of one to come."""

    DEFAULT_CSS = """
    CardBack { border: round $primary; hatch: cross $faint; }
    CardBack { content-align: center middle; color: $primary; }
    CardBack.-empty { border: dashed $outline; hatch: none; }
    """

    def render(self) -> Content:
        return Content("" if self.has_class("-empty") else " ◇ ")


class CardCaption(Widget):
    """The mark under a card, and its caption."""

    def __init__(self) -> None:
        super().__init__()
        self.lines: tuple[Content, ...] = ()
        self.marked = False
        self.card_width = 0

    def show(self, lines: tuple[Content, ...], *, marked: bool) -> None:
        """Show a caption, and the mark if the card is marked."""
        if (lines, marked) != (self.lines, self.marked):
            self.lines, self.marked = lines, marked
            self.refresh()

    def render(self) -> Content:
        """Render the lines, wrapped and centred; what does not fit is left out."""
        width, height = self.size
        lines = [
            Content.styled(MARK * min(self.card_width, width) if self.marked else "", "$primary")
        ]
        for line in self.lines:
            lines += line.wrap(width)
        if len(lines) > height:
            rest = Content(" ").join(lines[height - 1 :])
            lines = [*lines[: height - 1], rest.truncate(width, ellipsis=True)]
        return Content("\n").join(line.pad_left((width - line.cell_length) // 2) for line in lines)


class CardSlot(NamedTuple):
    """The widgets of one card: its picture or its back, and its caption."""

    picture: CardPicture
    back: CardBack
    caption: CardCaption

    def show(self, card: CardItem | None, *, marked: bool) -> None:
        """Show a card, or nothing for `None`."""
        self.picture.display = card is not None and card.picture is not None
        self.back.display = card is not None and card.picture is None
        self.back.set_class(card is not None and card.empty, "-empty")
        self.caption.display = card is not None
        if card is None:
            return
        if card.picture is not None:
            self.picture.dim = card.dim
            self.picture.alt_text = card.alt_text
            self.picture.picture = card.picture
        self.caption.show(card.caption, marked=marked)


class CardRowLayout(Layout):
    """Lays out the cards of a `CardRow` without mounting widgets anew."""

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
        grid = arrange(count, size, caption_rows, parent.widest)
        parent.columns = grid.columns
        placements = []
        for number, slot in enumerate(islice(parent.slots, count)):
            card = grid.locate(number, count, size, caption_rows)
            slot.caption.card_width = card.width
            spare = max(grid.pitch - 1 - card.width, 0)
            caption = Region(card.x - spare // 2, card.bottom, card.width + spare, caption_rows)
            for widget, region in zip(slot, (card, card, caption), strict=True):
                if widget in children:
                    placements.append(WidgetPlacement(region, NULL_OFFSET, NULL_SPACING, widget))
        return placements


class CardRow(Widget):
    """Cards side by side, in as many rows as makes them largest; one may be marked."""

    DEFAULT_CSS = "CardRow { width: 1fr; height: 1fr; }"

    class Picked(Message):
        """A card was clicked."""

        def __init__(self, index: int) -> None:
            """Name its index in the row."""
            super().__init__()
            self.index = index

    def __init__(
        self,
        cards: Sequence[CardItem] = (),
        marked: int | None = None,
        *,
        caption_rows: int = 2,
        widest: int = WIDEST,
    ) -> None:
        """Show `cards`, and mark one of them.

        Args:
            cards: The cards.
            marked: The index of the marked card.
            caption_rows: Rows beneath each card; the first is the mark's.
            widest: The largest width of a card, in cells.
        """
        super().__init__()
        self._default_layout = CardRowLayout()  # type: ignore[assignment]
        self.cards = tuple(cards)
        self.marked = marked
        self.caption_rows = caption_rows
        self.widest = widest
        self.slots: list[CardSlot] = []
        self.columns = 1
        """Cards in each row of the layout."""

    def compose(self) -> ComposeResult:
        self.slots = [_create_slot() for _ in self.cards]
        self.update_slots()
        for slot in self.slots:
            yield from slot

    def show(self, cards: Sequence[CardItem], marked: int | None = None) -> None:
        """Show other cards, and mark one of them."""
        self.cards, self.marked = tuple(cards), marked
        missing = len(self.cards) - len(self.slots)
        if missing > 0 and self.is_mounted:
            added = [_create_slot() for _ in range(missing)]
            self.slots += added
            self.mount(*(widget for slot in added for widget in slot))
        self.update_slots()
        self.refresh(layout=True)

    def mark_card(self, index: int | None) -> None:
        """Mark another card; only the marks are redrawn."""
        self.marked = index
        self.update_slots()

    def update_slots(self) -> None:
        """Show each card in its slot."""
        for number, slot in enumerate(self.slots):
            card = self.cards[number] if number < len(self.cards) else None
            slot.show(card, marked=number == self.marked)

    def on_click(self, event: events.Click) -> None:
        """Post which card was clicked, by its picture or caption."""
        for number, slot in enumerate(islice(self.slots, len(self.cards))):
            if any(w.display and w.region.contains_point(event.screen_offset) for w in slot):
                event.stop()
                self.post_message(self.Picked(number))


def _create_slot() -> CardSlot:
    return CardSlot(CardPicture(Path()), CardBack(), CardCaption())
