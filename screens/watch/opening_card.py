"""The page before a watched game: what is played, what it is about, and who plays."""

from textual.app import ComposeResult
from textual.containers import Vertical

from screens.players.seat_names import SeatNames
from screens.watch.player_row import PlayerRow
from screens.widgets.large_text import LargeText
from screens.widgets.letter_size import is_hall

TITLE_ROWS, SHARE = 10, 4
"""The most rows of the game's name, which has at most one row of the screen in so many."""
GOAL_ROWS, LOW_GOAL_ROWS = 14, 9
"""The most rows of the goal in large letters, in a hall and on lower screens."""
LOW = 30
"""On fewer rows the goal is in ordinary letters."""


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
        yield PlayerRow(self.names, large=self.large and is_hall(screen))
