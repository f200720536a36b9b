"""How a game of Adversarial Taboo ended, with nothing left secret."""

from collections.abc import Sequence
from typing import TYPE_CHECKING

from textual.app import ComposeResult
from textual.containers import Vertical
from textual.content import Content

from engine.games.taboo.narration import describe_outcome
from engine.games.taboo.view import View
from screens.games.taboo.talk import Said
from screens.games.ui import SeatNames
from screens.widgets.lines import BLANK, Lines
from words.layout import SpaceError

if TYPE_CHECKING:
    from engine.games.taboo.near_target import NearPlace


class TabooResult(Vertical):
    """Winner and why, the target, and the whole talk with every place that was near it."""

    DEFAULT_CSS = """
    TabooResult { height: auto; padding: 0 1; }
    TabooResult Verdict { margin-top: 1; padding-bottom: 1; border-bottom: solid $faint; }
    """

    def __init__(self, view: View, names: SeatNames) -> None:
        """Tell the game that `view` saw to its end."""
        super().__init__()
        self.view = view
        self.names = names

    def compose(self) -> ComposeResult:
        """From the verdict to the details."""
        marks, note = near(self.view)
        yield Verdict(self.view, self.names, note)
        yield Said(self.names, self.view, marks)


class Verdict(Lines):
    """Who won and why, and who was who."""

    def __init__(self, view: View, names: SeatNames, note: str) -> None:
        """Name the seats as `names` does; `note` explains the marks in the talk."""
        super().__init__()
        self.view = view
        self.names = names
        self.note = note

    def layout_lines(self, width: int) -> list[Content]:
        """The winner, the reason, the target and the roles."""
        outcome = self.view.outcome
        assert outcome is not None
        attacker, defender = self.names.labels
        won = {"attacker": attacker, "defender": defender}.get(outcome.winner)
        praise = (
            Content.assemble("Well played, ", (won, "bold"), ".")
            if won
            else Content.assemble(
                "Well played, ", (attacker, "bold"), " and ", (defender, "bold"), "."
            )
        )
        roles = Content.assemble(
            ("Target  ", "$muted"),
            (self.view.target or "", "bold $primary"),
            ("   Attacker  ", "$muted"),
            (attacker, "bold"),
            ("   Defender  ", "$muted"),
            (defender, "bold"),
        )
        return [
            *Content.styled(describe_outcome(self.view), "bold $primary").wrap(width),
            *praise.wrap(width),
            BLANK,
            *roles.wrap(width),
            *Content.styled(self.note, "$muted").wrap(width),
        ]


def near(view: View) -> "tuple[Sequence[Sequence[NearPlace]], str]":
    """For each line of the talk the places near the target, and a sentence about them."""
    from engine.games.taboo.near_target import (
        find_near_places,  # takes numpy, which the first frame does without
    )

    assert view.target is not None
    try:
        marks = [find_near_places(line, view.target) for line in view.talk]
    except SpaceError as error:
        return (), f"Where the talk came near the target cannot be told: {error}"
    if not any(marks):
        return marks, "No word of the talk was near the target, as word2vec sees it."
    return marks, "Underlined: what was near the target, with its cosine in word2vec."
