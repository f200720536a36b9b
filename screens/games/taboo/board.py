"""The public table of Adversarial Taboo; also what one seat saw, in a replay."""

from textual.content import Content

from engine.game import Seat
from engine.games.taboo.narration import describe_outcome
from engine.games.taboo.view import View
from screens.games.board import StackedBoard, TurnLine
from screens.games.taboo.standing import Standing
from screens.games.taboo.talk import Talk
from screens.games.ui import SeatNames


class TabooBoard(StackedBoard[View]):
    """The turn, whose it is, and all that was said."""

    def __init__(self, names: SeatNames) -> None:
        """Lay the table for `names`."""
        super().__init__(Standing(), TabooTurn(names), Talk(names))


class TabooTurn(TurnLine[View]):
    """Whose turn it is, and the target for those who may know it."""

    def build_lines(self, view: View, width: int) -> list[Content]:
        """Two lines, where they fit."""
        if view.over:
            now = Content.styled(describe_outcome(view), "bold $primary")
        else:
            name = self.names.name(Seat(view.turn))
            now = Content.assemble((name, "bold"), " is to speak.")
        word = ("not shown", "$muted") if view.target is None else (view.target, "bold $primary")
        return [*now.wrap(width), *Content.assemble(("Target  ", "$muted"), word).wrap(width)]
