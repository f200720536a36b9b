"""Cards that lie side by side, as large as there is room, each with a few lines beneath."""

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
"""Cells of the widest card: a larger one takes longer and shows no more."""
LEGIBLE = 26
"""Cells that are kept for what stands beneath a card, where it is more than a number."""
ROOMY = 24
"""From this many cells on for each card, two are left free between them, not one."""
MARK = "━"
"""What the card that is pointed at is underlined with."""


class CardItem(NamedTuple):
    """A card as it lies there."""

    picture: Path | None
    """The file of its picture; `None` where it lies face down."""
    alt_text: str = ""
    """What is to be seen, for those who see no pictures. Outside text: shown as it stands."""
    beneath: tuple[Content, ...] = ()
    """What stands beneath it, a line each, under the line for the mark."""
    dim: bool = False
    """Sunk into the ground, as what cannot be chosen."""
    empty: bool = False
    """Not there yet: where it lies face down, only its place is shown."""


class Grid(NamedTuple):
    """How cards lie in their place."""

    columns: int
    rows: int
    pitch: int
    """Cells from one card to the next."""
    width: int
    """Cells that a card is wide."""
    height: int
    """Rows that a card is high."""

    def place(self, number: int, count: int, size: Size, beneath: int) -> Region:
        """Where card `number` of `count` lies, in the middle of what is there."""
        row, column = divmod(number, self.columns)
        here = min(count - row * self.columns, self.columns)
        left = (size.width - here * self.pitch) // 2 + (self.pitch - self.width) // 2
        top = max(size.height - self.rows * (self.height + beneath), 0) // 2
        y = top + row * (self.height + beneath)
        return Region(left + column * self.pitch, y, self.width, self.height)


def arrange(count: int, size: Size, beneath: int, widest: int = WIDEST) -> Grid:
    """Lay out `count` cards so that they are as large as can be.

    Args:
        count: How many there are.
        size: The cells that there are.
        beneath: Rows that are kept free beneath each card.
        widest: The most cells that one may be wide.
    """
    best = Grid(max(count, 1), 1, 1, 1, 1)
    for rows in range(1, count + 1):
        columns = -(-count // rows)
        pitch = size.width // columns
        high = max(size.height // rows - beneath, 1)
        wide = min(pitch - (2 if pitch >= ROOMY else 1), round(high * SHAPE), widest)
        if wide > best.width:
            spaced = min(pitch, max(wide + max(wide // 4, 4), LEGIBLE if beneath > 2 else 0))
            best = Grid(columns, rows, spaced, wide, min(high, round(wide / SHAPE)))
    return best


class CardBack(Widget):
    """A card that lies face down, or the place of one to come."""

    DEFAULT_CSS = """
    CardBack { border: round $primary; hatch: cross $faint; }
    CardBack { content-align: center middle; color: $primary; }
    CardBack.-empty { border: dashed $faint; hatch: none; }
    """

    def render(self) -> Content:
        """What all backs have in the middle."""
        return Content("" if self.has_class("-empty") else " ◆ ")


class CardCaption(Widget):
    """The mark of a card, and the lines beneath it."""

    def __init__(self) -> None:
        """Say nothing yet."""
        super().__init__()
        self.told: tuple[Content, ...] = ()
        self.marked = False
        self.across = 0
        """Cells that the card is wide."""

    def tell(self, told: tuple[Content, ...], *, marked: bool) -> None:
        """Show other lines, and whether the card is pointed at."""
        if (told, marked) != (self.told, self.marked):
            self.told, self.marked = told, marked
            self.refresh()

    def render(self) -> Content:
        """The lines, wrapped, each in the middle; what is too much is left out."""
        width, height = self.size
        lines = [Content.styled(MARK * min(self.across, width) if self.marked else "", "$primary")]
        for told in self.told:
            lines += told.wrap(width)
        if len(lines) > height:
            rest = Content(" ").join(lines[height - 1 :])
            lines = [*lines[: height - 1], rest.truncate(width, ellipsis=True)]
        return Content("\n").join(line.pad_left((width - line.cell_length) // 2) for line in lines)


class CardSlot(NamedTuple):
    """What one card is made of on the screen."""

    picture: CardPicture
    back: CardBack
    beneath: CardCaption

    def show(self, face: CardItem | None, *, marked: bool) -> None:
        """Show a card, or nothing."""
        self.picture.display = face is not None and face.picture is not None
        self.back.display = face is not None and face.picture is None
        self.back.set_class(face is not None and face.empty, "-empty")
        self.beneath.display = face is not None
        if face is None:
            return
        if face.picture is not None:
            self.picture.dim = face.dim
            self.picture.alt_text = face.alt_text
            self.picture.picture = face.picture
        self.beneath.tell(face.beneath, marked=marked)


class CardRowLayout(Layout):
    """Lays out the cards of a `CardRow`, all in one go, so that nothing has to be made anew."""

    name = "spread"

    def arrange(
        self,
        parent: Widget,
        children: list[Widget],
        size: Size,
        greedy: bool = True,  # noqa: ARG002
    ) -> ArrangeResult:
        """Place each card with what is beneath it."""
        assert isinstance(parent, CardRow)
        parent.pre_layout(self)
        count, beneath = len(parent.faces), parent.beneath
        grid = arrange(count, size, beneath, parent.widest)
        parent.columns = grid.columns
        placements = []
        for number, place in enumerate(islice(parent.places, count)):
            card = grid.place(number, count, size, beneath)
            place.beneath.across = card.width
            spare = max(grid.pitch - 1 - card.width, 0)
            told = Region(card.x - spare // 2, card.bottom, card.width + spare, beneath)
            for widget, region in zip(place, (card, card, told), strict=True):
                if widget in children:
                    placements.append(WidgetPlacement(region, NULL_OFFSET, NULL_SPACING, widget))
        return placements


class CardRow(Widget):
    """Cards side by side; in several rows where they are larger so. One may be pointed at."""

    DEFAULT_CSS = "CardRow { width: 1fr; height: 1fr; }"

    class Picked(Message):
        """A card was clicked."""

        def __init__(self, number: int) -> None:
            """Tell its place in the row, from 0."""
            super().__init__()
            self.number = number

    def __init__(
        self,
        faces: Sequence[CardItem] = (),
        at: int | None = None,
        *,
        beneath: int = 2,
        widest: int = WIDEST,
    ) -> None:
        """Show `faces`, and point at the one at `at`.

        Args:
            faces: The cards.
            at: The place of the card that is pointed at, from 0.
            beneath: Rows beneath each card; the first is the mark's.
            widest: The most cells that a card may be wide.
        """
        super().__init__()
        self._default_layout = CardRowLayout()  # type: ignore[assignment]
        self.faces = tuple(faces)
        self.at = at
        self.beneath = beneath
        self.widest = widest
        self.places: list[CardSlot] = []
        self.columns = 1
        """How many lie beside each other."""

    def compose(self) -> ComposeResult:
        """A place for each card."""
        self.places = [_place() for _ in self.faces]
        self.show_faces()
        for place in self.places:
            yield from place

    def show(self, faces: Sequence[CardItem], at: int | None = None) -> None:
        """Show other cards, and point at one of them."""
        self.faces, self.at = tuple(faces), at
        missing = len(self.faces) - len(self.places)
        if missing > 0 and self.is_mounted:
            added = [_place() for _ in range(missing)]
            self.places += added
            self.mount(*(widget for place in added for widget in place))
        self.show_faces()
        self.refresh(layout=True)

    def point(self, at: int | None) -> None:
        """Point at another card: nothing but the marks is drawn anew."""
        self.at = at
        self.show_faces()

    def show_faces(self) -> None:
        """Bring every place up to date."""
        for number, place in enumerate(self.places):
            face = self.faces[number] if number < len(self.faces) else None
            place.show(face, marked=number == self.at)

    def on_click(self, event: events.Click) -> None:
        """Tell which card, or what beneath it, was clicked."""
        for number, place in enumerate(islice(self.places, len(self.faces))):
            if any(w.display and w.region.contains_point(event.screen_offset) for w in place):
                event.stop()
                self.post_message(self.Picked(number))


def _place() -> CardSlot:
    return CardSlot(CardPicture(Path()), CardBack(), CardCaption())
