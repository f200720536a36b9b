"""The page before a watched game: what is played, what it is about, and who plays."""

from collections.abc import Sequence

from textual.app import ComposeResult
from textual.containers import Vertical
from textual.content import Content

from engine.seat import Seat
from screens.players.seat_names import SeatNames
from screens.widgets.large_name import draw_player, fit_name
from screens.widgets.large_text import LargeText
from screens.widgets.letter_size import MIN_ROWS, is_hall
from screens.widgets.lines import Lines
from screens.widgets.text_layout import BLANK, split_evenly

TITLE_ROWS, SHARE = 10, 4
"""The most rows of the game's name, which has at most one row of the screen in so many."""
GOAL_ROWS, LOW_GOAL_ROWS = 14, 9
"""The most rows of the goal in large letters, in a hall and on lower screens."""
LOW = 30
"""On fewer rows the goal is in ordinary letters."""
GAP, SMALL_GAP = 6, 3
"""Cells between two players in large and in ordinary letters."""


class OpeningCard(Vertical):
    """The name of the game, its goal in a sentence, and the players in their shapes and colours."""

    DEFAULT_CSS = """
    OpeningCard { height: 1fr; width: 100%; align: center middle; padding: 0 1; }
    OpeningCard LargeText { width: 100%; text-align: center; }
    OpeningCard #goal { color: $foreground; margin: 1 0 2 0; }
    """

    def __init__(self, title: str, goal: str, names: SeatNames, *, large: bool) -> None:
        """Introduce a game.

        Args:
            title: Its name.
            goal: What it is about, in one sentence.
            names: Who plays.
            large: Whether all of it is in large letters.
        """
        super().__init__()
        self.title = title
        self.goal = goal
        self.names = names
        self.large = large

    def compose(self) -> ComposeResult:
        screen = self.app.size
        most = GOAL_ROWS if is_hall(screen) else LOW_GOAL_ROWS
        goal_rows = most if self.large and screen.height >= LOW else 0
        yield LargeText(self.title, min(screen.height // SHARE, TITLE_ROWS), id="game")
        yield LargeText(self.goal, goal_rows, narrow=True, apart=True, id="goal")
        yield Players(self.names, large=self.large and is_hall(screen))


class Players(Lines):
    """The players beside each other, each with a mark in their colour and their role."""

    DEFAULT_CSS = "Players { width: 100%; }"

    def __init__(self, names: SeatNames, *, large: bool) -> None:
        super().__init__()
        self.names = names
        self.large = large

    def layout_lines(self, width: int) -> list[Content]:
        """As many players in a line as fit; in large letters only if all names fit in them."""
        seats = list(map(Seat, range(len(self.names.seats))))
        players = [self.names.get_full_name(seat) for seat in seats]
        if self.large and all(fit_name(player.label, width, MIN_ROWS) for player in players):
            return set_blocks([draw_player(self, one, MIN_ROWS) for one in players], width, GAP)
        small = [self.names.format_player(seat, role=True).wrap(width) for seat in seats]
        return set_blocks(small, width, SMALL_GAP)


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
