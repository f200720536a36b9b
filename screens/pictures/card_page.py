"""A page of cards in rows, each with its name."""

from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import NamedTuple

from textual import events
from textual.containers import Horizontal, Vertical
from textual.content import Content
from textual.message import Message
from textual.widgets import Static

from screens.pictures.card_picture import SHAPE, CardPicture

NAME_ROWS = 2
"""Rows beneath each card: its name, and a blank one."""


GAP = 2
"""Cells between cards."""


MIN_ROWS = 16
"""The fewest rows for a card and its name by default."""


SMALLEST_ROWS = 9
"""The fewest rows for a card and its name at all."""


SQUEEZE = 0.4
"""Add a column if at most this part of its width is missing."""


class Layout(NamedTuple):
    """The layout of a page of cards."""

    columns: int
    rows: int
    width: int
    """Width of a card, in cells."""
    height: int
    """Height of a card, in cells."""

    @property
    def cards(self) -> int:
        """Cards on a page."""
        return self.columns * self.rows


def arrange(width: int, height: int, smaller: int = 0) -> Layout:
    """Lay out a page, with `smaller` more rows of cards than usual if they fit.

    Cards fill the height of their rows, or a little less if that makes space for a column.
    """
    rows = min(max(height // MIN_ROWS + smaller, 1), max(height // SMALLEST_ROWS, 1))
    high = max(height // rows - NAME_ROWS, 1)
    wide = max(min(round(high * SHAPE), width - GAP), 1)
    columns = max(int(width / (wide + GAP) + SQUEEZE), 1)
    wide = max(min(wide, width // columns - GAP), 1)
    return Layout(columns, rows, wide, min(high, round(wide / SHAPE) or 1))


class NamedCard(NamedTuple):
    """A card and its name."""

    picture: Path
    name: str
    """Outside text: never parsed as markup."""
    alt_text: str
    """What the picture shows, in words."""


class CardPage(Vertical):
    """Cards in rows, one of them marked."""

    DEFAULT_CSS = """
    CardPage { height: 1fr; align-horizontal: center; }
    CardPage Horizontal { height: auto; }
    CardPage CardPicture { margin-right: 2; }
    CardPage .names { height: 2; }
    """

    class Picked(Message):
        """A card was clicked."""

        def __init__(self, index: int) -> None:
            """Name its index on the page."""
            super().__init__()
            self.index = index

    def __init__(self) -> None:
        super().__init__()
        self.arranged: Layout | None = None
        """The current layout."""
        self.cards: Sequence[NamedCard] = ()
        """The cards of the page."""
        self.at = 0
        """The index of the marked card."""

    async def lay_out(self, layout: Layout) -> None:
        """Mount widgets for a layout."""
        if layout == self.arranged:
            return
        self.arranged = layout
        async with self.batch():
            await self.remove_children()
            await self.mount_all(self._create_slots(layout))
        self.show(self.cards, self.at)

    def _create_slots(self, layout: Layout) -> Iterator[Horizontal | Static]:
        for _ in range(layout.rows):
            places = [CardPicture(Path()) for _ in range(layout.columns)]
            for place in places:
                place.display = False
                place.styles.width, place.styles.height = layout.width, layout.height
            row, names = Horizontal(*places), Static(classes="names", markup=False)
            row.styles.height = layout.height
            row.styles.width = names.styles.width = layout.columns * (layout.width + GAP)
            yield row
            yield names

    def show(self, cards: Sequence[NamedCard], at: int) -> None:
        """Show cards, as many as fit, and mark one."""
        self.cards, self.at = cards, at
        places = list(self.query(CardPicture))
        for number, place in enumerate(places):
            place.display = number < len(cards)
            if number < len(cards):
                place.picture, place.alt_text = cards[number].picture, cards[number].alt_text
        for number, names in enumerate(self.query(".names").results(Static)):
            names.update(self._render_names(number), layout=False)

    def _render_names(self, row: int) -> Content:
        """Render the names of a row of cards, each centred beneath its card."""
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
                " " * GAP,
            ]
        return Content.assemble(*parts)

    def on_click(self, event: events.Click) -> None:
        """Post which card was clicked, by its picture or its name."""
        assert self.arranged is not None
        columns, _, width, height = self.arranged
        where = event.screen_offset - self.query("Horizontal").first().region.offset
        column, rest = divmod(where.x, width + GAP)
        place = where.y // (height + NAME_ROWS) * columns + column
        if rest < width and 0 <= column < columns and place < len(self.cards):
            self.post_message(self.Picked(place))
