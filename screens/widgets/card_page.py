"""A page of cards, each with its name beneath."""

from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import NamedTuple

from textual import events
from textual.containers import Horizontal, Vertical
from textual.content import Content
from textual.message import Message
from textual.widgets import Static

from screens.pictures.card_picture import CardPicture

SHAPE = 2 * 305 / 460
"""How many cells wide a card is for each row of its height: a cell is twice as high as wide."""
BENEATH = 2
"""Rows beneath each card: its name, and a free one."""
BETWEEN = 2
"""Cells between cards."""
LEAST = 16
"""Rows that a card and what is beneath it take at least, unless smaller ones are asked for."""
SMALLEST = 9
"""Rows that they take at the very least."""

NEARLY = 0.4
"""The part of a column that may be missing for it to be made room for."""


class Layout(NamedTuple):
    """How cards lie on a page."""

    columns: int
    rows: int
    width: int
    """Cells that a card is wide."""
    height: int
    """Cells that it is high."""

    @property
    def cards(self) -> int:
        """Cards on a page."""
        return self.columns * self.rows


def arrange(width: int, height: int, smaller: int = 0) -> Layout:
    """Lay out a page of so many cells, with as many rows more as `smaller` says, if they fit.

    Cards are as high as their rows; a little less where one more then fits beside them.
    """
    rows = min(max(height // LEAST + smaller, 1), max(height // SMALLEST, 1))
    high = max(height // rows - BENEATH, 1)
    wide = max(min(round(high * SHAPE), width - BETWEEN), 1)
    columns = max(int(width / (wide + BETWEEN) + NEARLY), 1)
    wide = max(min(wide, width // columns - BETWEEN), 1)
    return Layout(columns, rows, wide, min(high, round(wide / SHAPE) or 1))


class Shown(NamedTuple):
    """A card as the page shows it."""

    picture: Path
    name: str
    """Outside text: shown as it stands."""
    alt_text: str
    """What is to be seen, for those who see no pictures."""


class CardPage(Vertical):
    """Cards in rows, one of them pointed at."""

    DEFAULT_CSS = """
    CardPage { height: 1fr; align-horizontal: center; }
    CardPage Horizontal { height: auto; }
    CardPage CardPicture { margin-right: 2; }
    CardPage .names { height: 2; }
    """

    class Picked(Message):
        """A card was clicked."""

        def __init__(self, place: int) -> None:
            """Tell its place on the page, from 0."""
            super().__init__()
            self.place = place

    def __init__(self) -> None:
        """Show nothing yet."""
        super().__init__()
        self.arranged: Layout | None = None
        """How the cards lie now."""
        self.cards: Sequence[Shown] = ()
        """The cards of this page."""
        self.at = 0
        """The place of the one pointed at."""

    async def lay_out(self, layout: Layout) -> None:
        """Make the places for a page of cards."""
        if layout == self.arranged:
            return
        self.arranged = layout
        async with self.batch():
            await self.remove_children()
            await self.mount_all(self._places(layout))
        self.show(self.cards, self.at)

    def _places(self, layout: Layout) -> Iterator[Horizontal | Static]:
        for _ in range(layout.rows):
            places = [CardPicture(Path()) for _ in range(layout.columns)]
            for place in places:
                place.display = False
                place.styles.width, place.styles.height = layout.width, layout.height
            row, names = Horizontal(*places), Static(classes="names", markup=False)
            row.styles.height = layout.height
            row.styles.width = names.styles.width = layout.columns * (layout.width + BETWEEN)
            yield row
            yield names

    def show(self, cards: Sequence[Shown], at: int) -> None:
        """Show these cards, as many as have a place, and point at one."""
        self.cards, self.at = cards, at
        places = list(self.query(CardPicture))
        for number, place in enumerate(places):
            place.display = number < len(cards)
            if number < len(cards):
                place.picture, place.alt_text = cards[number].picture, cards[number].alt_text
        for number, names in enumerate(self.query(".names").results(Static)):
            names.update(self._names(number), layout=False)

    def _names(self, row: int) -> Content:
        """The names of a row of cards, each in the middle beneath its card."""
        assert self.arranged is not None
        columns, width = self.arranged.columns, self.arranged.width
        first = row * columns
        parts: list[Content | str] = []
        for number, card in enumerate(self.cards[first : first + columns], first):
            pointed = number == self.at
            text = Content(f"▸ {card.name}" if pointed else card.name)
            text = text.truncate(width, ellipsis=True)
            left = (width - text.cell_length) // 2
            text = text.pad_left(left).pad_right(width - left - text.cell_length)
            parts += [
                text.stylize("bold $primary on $panel" if pointed else "$muted"),
                " " * BETWEEN,
            ]
        return Content.assemble(*parts)

    def on_click(self, event: events.Click) -> None:
        """Tell which card, or which name, was clicked."""
        assert self.arranged is not None
        columns, _, width, height = self.arranged
        where = event.screen_offset - self.query("Horizontal").first().region.offset
        column, rest = divmod(where.x, width + BETWEEN)
        place = where.y // (height + BENEATH) * columns + column
        if rest < width and 0 <= column < columns and place < len(self.cards):
            self.post_message(self.Picked(place))
