"""The players of a watched game beside each other, in large letters if there is room."""

from collections.abc import Sequence

from textual.content import Content

from engine.seat import Seat
from screens.players.seat_names import PlayerName, SeatNames
from screens.widgets.large_name import draw_player, fit_name
from screens.widgets.letter_size import MIN_ROWS
from screens.widgets.lines import Lines
from screens.widgets.text_layout import BLANK, split_evenly

GAP, SMALL_GAP = 6, 3
"""Cells between two players in large and in ordinary letters."""


class PlayerRow(Lines):
    """The players beside each other, each with a mark in their colour, and role or points."""

    DEFAULT_CSS = "PlayerRow { width: 100%; }"

    def __init__(self, names: SeatNames, *, large: bool) -> None:
        super().__init__()
        self.names = names
        self.large = large
        self.points: tuple[int, ...] = ()
        """The points of each player, if they are told."""

    def layout_lines(self, width: int) -> list[Content]:
        """As many players in a line as fit; in large letters only if all names fit in them."""
        seats = list(map(Seat, range(len(self.names.seats))))
        players = [self.names.get_full_name(seat) for seat in seats]
        if self.large and all(fit_name(player.label, width, MIN_ROWS) for player in players):
            return set_blocks([*map(self.draw_block, seats)], width, GAP)
        small = [self.names.format_player(seat, role=True).wrap(width) for seat in seats]
        return set_blocks(small, width, SMALL_GAP)

    def draw_block(self, seat: Seat) -> list[Content]:
        """Draw a player in large letters, with the points if there are any."""
        player = self.names.get_full_name(seat)
        if self.points:
            told = PlayerName(f"{player.label} {self.points[seat]}")
            told.look = player.look
            player = told
        return draw_player(self, player, MIN_ROWS)


def set_blocks(blocks: Sequence[list[Content]], width: int, gap: int) -> list[Content]:
    """Set blocks of lines in as few rows as fit, about as many in each, in the middle."""
    rows: list[list[Content]] = []
    for count in range(1, len(blocks) + 1):
        rows = [set_beside(share, gap) for share in split_evenly(blocks, count)]
        if all(measure_block(row) <= width for row in rows):
            break
    lines: list[Content] = []
    for row in rows:
        left = max(width - measure_block(row), 0) // 2
        lines += [*([BLANK] if lines else []), *(line.pad_left(left) for line in row)]
    return lines


def set_beside(blocks: Sequence[list[Content]], gap: int) -> list[Content]:
    """Set blocks of lines beside each other."""
    columns = []
    for place, block in enumerate(blocks):
        wide = measure_block(block) + (gap if place < len(blocks) - 1 else 0)
        columns.append([line.pad_right(wide - line.cell_length) for line in block])
    high = max(map(len, columns))
    filled = [[*one, *[BLANK.pad_right(measure_block(one))] * (high - len(one))] for one in columns]
    return [Content("").join(parts) for parts in zip(*filled, strict=True)]


def measure_block(lines: Sequence[Content]) -> int:
    """Measure the widest of lines."""
    return max(line.cell_length for line in lines)
