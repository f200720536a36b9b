"""The reveal of the target at the end of Adversarial Taboo."""

from textual.color import Color
from textual.content import Content
from textual.geometry import Size

from engine.games.taboo.story import describe_outcome
from engine.games.taboo.view import View, find_speaker
from engine.seat import Seat
from screens.games.taboo.board import format_guess
from screens.players.seat_names import SeatNames
from screens.widgets.gradual_reveal import StagedLines
from screens.widgets.large_text import build_large_lines
from screens.widgets.secret_word import MASK
from screens.widgets.text_layout import BLANK, centre_text

LETTERS = ((52, 12), (40, 9), (30, 7), (22, 5), (18, 4))
"""Rows of the target's letters, by the least rows of the screen."""
PAUSE = 1.2
"""Seconds before the target, and before who has won."""


class TabooReveal(StagedLines):
    """The last line or guess; then the target and the winner."""

    DEFAULT_CSS = "TabooReveal { width: 76; max-width: 100%; }"

    def __init__(self, after: View, names: SeatNames) -> None:
        """Show the end of `after`, an onlooker's view."""
        super().__init__([PAUSE, PAUSE])
        self.view = after
        self.names = names

    def layout_stage(self, width: int, stage: int) -> list[Content]:
        """The target in the middle, between the last words and the verdict."""
        view = self.view
        last = len(view.talk) - (view.guess is None)
        words = Content(f"“{view.talk[-1]}”") if view.guess is None else format_guess(view)
        if view.guess is not None and not stage:
            words = Content.assemble(("guesses ", "$muted"), (view.guess, "bold $primary"))
        target = self.draw_target(width)
        covered = [
            *[BLANK] * (len(target) // 2),
            *centre_text(Content.styled(MASK, "$muted"), width),
        ]
        verdict = centre_text(
            Content.styled(self.names.name_players(describe_outcome(view)), "bold"), width
        )
        return [
            *centre_text(self.names.format_player(Seat(find_speaker(last)), role=True), width),
            *centre_text(words, width),
            BLANK,
            *centre_text(Content.styled("The target was", "$muted"), width),
            *[BLANK] * (len(target) > 1),
            *(target if stage > 0 else [*covered, *[BLANK] * (len(target) - len(covered))]),
            BLANK,
            *(verdict if stage > 1 else [BLANK] * len(verdict)),
        ]

    def draw_target(self, width: int) -> list[Content]:
        """Draw the target in letters as large as the screen has room for."""
        target, height = self.view.target or "", self.app.size.height
        rows = next((rows for least, rows in LETTERS if height >= least), 0)
        colour = Color.parse(self.app.theme_variables["primary"])
        large = build_large_lines(self, target, colour, Size(width, rows), narrow=True)
        spaced = Content.styled(space_letters(target), "bold $primary")
        return [line for row in large or [spaced] for line in centre_text(row, width)]


def space_letters(word: str) -> str:
    """Space out the letters of a word."""
    return " ".join(word.upper())
