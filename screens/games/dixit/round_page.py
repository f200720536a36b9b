"""What the pages of a round of Dixit have in common: their style, and the clue at their top."""

from textual.app import ComposeResult
from textual.containers import Vertical
from textual.content import Content
from textual.widgets import Static

from engine.games.dixit.view import View
from screens.games.dixit.board import format_progress
from screens.players.seat_names import SeatNames
from screens.widgets.large_text import LargeText
from screens.widgets.letter_size import fit_letters

ROOMY = 36
"""Rows of the screen from which the clue is in large letters, and the title has a line."""
SHARE = 7
"""Large letters take one row of the screen in so many."""


PAGE_CSS = """
{0} {{ width: 100%; max-width: 190; height: 1fr; min-height: 14; layout: vertical; }}
{0} #verdict {{ height: auto; text-align: center; width: 100%; min-height: 2; margin-top: 1; }}
{0}.-watched #verdict {{ min-height: 1; }}
{0} Scores {{ margin-top: 1; }}
"""


class RoundTop(Vertical):
    """The round, who gave the clue, and the clue: large letters, or a line where rows are few.

    At the end of a round its result stands where the clue stood, so that no card moves.
    """

    DEFAULT_CSS = """
    RoundTop { height: auto; margin-bottom: 1; }
    RoundTop #head { height: auto; width: 100%; text-align: center; color: $muted; }
    RoundTop #clue { text-align: center; }
    """
    fewest_rows = ROOMY
    """Rows of the screen from which there are large letters."""

    result_style = "$primary"
    """The colour of the result."""

    def __init__(self, view: View, clue: str, names: SeatNames, result: str = "") -> None:
        """Show the `clue` of the round of `view`.

        Args:
            view: Any view of the round.
            clue: Its clue.
            names: The names of the players.
            result: What stands in large letters once the round is over.
        """
        super().__init__()
        self.clue = clue
        self.texts = [text for text in (clue, result) if text]
        """All that large letters have to have room for."""
        self.said = Content.assemble(
            (f"Round {view.number}", "bold"),
            (format_progress(view.options), "$muted"),
            "   ",
            names.format_player(view.storyteller),
            " said",
        )
        self.style = names.get_style(view.storyteller)
        self.head = Static(id="head")
        self.large = LargeText(clue, 0, narrow=True, id="clue")
        self.is_over = False
        """Whether the result is shown."""

    def compose(self) -> ComposeResult:
        yield self.head
        yield self.large

    def on_mount(self) -> None:
        """Know the size before the first layout: cards of another size are painted again."""
        self.large.set_ink(self.style)
        self.size_letters()

    def on_resize(self) -> None:
        """Choose the size of the letters."""
        self.size_letters()

    def size_letters(self) -> None:
        """Show letters that have room for each text, or a line."""
        width, height = self.app.size
        rows = height // SHARE if height >= self.fewest_rows else 0
        fits = [fit_letters(text, width - 4, rows, narrow=True) for text in self.texts]
        letters = [fit.size * len(fit.lines) for fit in fits if fit]
        self.large.display = len(letters) == len(self.texts)
        self.large.rows = rows
        self.large.styles.height = max(letters, default=1)
        self.large.styles.margin = (int(height >= ROOMY), 0, 0, 0)
        self.show_head()

    def conclude(self) -> None:
        """Show the result where the clue was."""
        self.is_over = True
        self.large.set_ink(self.result_style)
        self.large.text = self.texts[-1]
        self.show_head()

    def show_head(self) -> None:
        """Show the round, and the clue if it is not in large letters."""
        quoted = Content.assemble(" ", ("“", "$muted"), (self.clue, f"bold {self.style}"), "”")
        in_letters = self.large.display and not self.is_over
        self.head.update(self.said if in_letters else Content.assemble(self.said, quoted))
