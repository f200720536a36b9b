"""The end of a game of Taboo: the reveal for everybody, then the full result."""

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

from textual.color import Color
from textual.content import Content
from textual.geometry import Size

from engine.game import Seat
from engine.games.taboo.match_report import describe_outcome, find_highlights
from engine.games.taboo.view import View, find_speaker
from engine.match import list_winners
from screens.games.base_widgets import GameResult
from screens.games.taboo.board import StatementList, format_guess
from screens.players import SeatNames
from screens.round_summary import StagedLines
from screens.widgets.large_text import build_large_lines
from screens.widgets.lines import BLANK, MASK, Lines, centred
from words.space_files import SpaceError

if TYPE_CHECKING:
    from engine.games.taboo.match_report import NearPlace

LETTERS = ((30, 7), (22, 5))
"""Rows of the target's letters, by the least rows of the screen."""
PAUSE = 1.2
"""Seconds before the target, and before who has won."""


class TabooReveal(StagedLines):
    """What was said or guessed last; then the target, and who has won."""

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
        covered = [*[BLANK] * (len(target) // 2), *centred(Content.styled(MASK, "$muted"), width)]
        verdict = centred(Content.styled(describe_outcome(view), "bold"), width)
        return [
            *centred(self.names.player(Seat(find_speaker(last)), role=True), width),
            *centred(words, width),
            BLANK,
            *centred(Content.styled("The target was", "$muted"), width),
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
        large = build_large_lines(self, target, colour, Size(width, rows))
        spaced = Content.styled(space_letters(target), "bold $primary")
        return [line for row in large or [spaced] for line in centred(row, width)]


def space_letters(word: str) -> str:
    """Make a word as large as a line of text can be: its letters apart."""
    return " ".join(word.upper())


class TabooResult(GameResult):
    """The winner, the target, and the whole talk with every place that was near it."""

    DEFAULT_CSS = """
    TabooResult Target { border-bottom: solid $faint; }
    """

    def __init__(self, view: View, names: SeatNames, score: Mapping[Seat, float]) -> None:
        """Show the end of the game that `view` is the last of."""
        outcome = view.outcome and view.outcome.winner
        places, note = mark_near_places(view)
        super().__init__(
            names,
            list_winners(score, outcome),
            find_highlights(view),
            Target(view.target or "", note),
            StatementList(names, view, places),
        )


class Target(Lines):
    """The target in wide letters, and a note below it."""

    def __init__(self, word: str, note: str) -> None:
        """Show `word` over `note`."""
        super().__init__()
        self.word = word
        self.note = note

    def layout_lines(self, width: int) -> list[Content]:
        """Both in the middle."""
        word = Content.styled(space_letters(self.word), "bold $primary")
        return [
            *centred(Content.assemble(("Target   ", "$muted"), word), width),
            *centred(Content.styled(self.note, "$muted"), width),
        ]


def mark_near_places(view: View) -> "tuple[Sequence[Sequence[NearPlace]], str]":
    """Find the places near the target in each line of the talk; with a sentence about them."""
    # Here, as it imports numpy, which the first frame does without.
    from engine.games.taboo.match_report import find_near_places

    assert view.target is not None
    try:
        places = [find_near_places(line, view.target, view.word_rules) for line in view.talk]
    except SpaceError as error:
        return (), f"Where the talk came near the target cannot be told: {error}"
    if not any(places):
        return places, "No word of the talk was near the target, as word2vec sees it."
    return places, "Underlined: what was near the target, with its cosine in word2vec."
