"""In how many rows and columns cards are largest."""

from typing import NamedTuple

from textual.geometry import Region, Size

from screens.pictures.card_picture import SHAPE

WIDEST = 52
"""Maximum width of a card in cells; larger cards take longer and show no more."""


LEGIBLE = 26
"""Width reserved for captions that are more than a number, in cells."""


ROOMY = 24
"""From this many cells per card on, two cells are left free between cards, not one."""


class Grid(NamedTuple):
    """The layout of the cards of a row."""

    columns: int
    rows: int
    pitch: int
    """Cells from one card to the next."""
    width: int
    """Width of a card, in cells."""
    height: int
    """Height of a card, in rows."""

    def widen(self, width: int) -> "Grid":
        """Let cards that are told in words, which keep no shape, take their columns of `width`."""
        pitch = width // self.columns
        return self._replace(pitch=pitch, width=max(self.width, min(pitch - 2, WIDEST)))

    def locate(self, number: int, count: int, size: Size, caption_rows: int) -> Region:
        """Return the region of card `number` of `count`, centred in `size`."""
        row, column = divmod(number, self.columns)
        here = min(count - row * self.columns, self.columns)
        left = (size.width - here * self.pitch) // 2 + (self.pitch - self.width) // 2
        top = max(size.height - self.rows * (self.height + caption_rows), 0) // 2
        y = top + row * (self.height + caption_rows)
        return Region(left + column * self.pitch, y, self.width, self.height)


def arrange(
    count: int, size: Size, caption_rows: int, widest: int = WIDEST, legible: int = LEGIBLE
) -> Grid:
    """Lay out cards as large as possible.

    Args:
        count: The number of cards.
        size: The space, in cells.
        caption_rows: Rows beneath each card; the first is the mark's.
        widest: The largest width of a card.
        legible: The width for captions that are more than a number, where there is room for it.
    """
    best = Grid(max(count, 1), 1, 1, 1, 1)
    for rows in range(1, count + 1):
        columns = -(-count // rows)
        pitch = size.width // columns
        high = max(size.height // rows - caption_rows, 1)
        wide = min(pitch - (2 if pitch >= ROOMY else 1), round(high * SHAPE), widest)
        if wide > best.width:
            spaced = min(pitch, max(wide + max(wide // 4, 4), legible if caption_rows > 2 else 0))
            best = Grid(columns, rows, spaced, wide, min(high, round(wide / SHAPE)))
    return best
