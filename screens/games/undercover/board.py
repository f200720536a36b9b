"""The public table of Undercover; also what one seat saw, in a replay."""

from textual.content import Content

from engine.games.undercover.narration import describe_outcome
from engine.games.undercover.view import View
from screens.games.board import StackedBoard, TurnLine
from screens.games.ui import SeatNames
from screens.games.undercover.standing import Standing, called
from screens.games.undercover.talk import Talk


class UndercoverBoard(StackedBoard[View]):
    """The round, whose turn it is, and all that was said and voted."""

    def __init__(self, names: SeatNames) -> None:
        """Lay the table for `names`."""
        super().__init__(Standing(), UndercoverTurn(names), Talk(names))


class UndercoverTurn(TurnLine[View]):
    """Whose turn it is, and the word for those who may know it."""

    def build_lines(self, view: View, width: int) -> list[Content]:
        """The turn; a seat's own word, and whether it is out."""
        if view.over:
            now = Content.styled(describe_outcome(view), "bold $primary")
        elif view.speaker is not None:
            now = Content.assemble((called(self.names, view.speaker), "bold"), " is to speak.")
        else:
            now = Content.assemble("All who are ", ("still in the game", "bold"), " vote, sealed.")
        rows = [*now.wrap(width)]
        if view.word is not None:
            out = "   out of the game" if view.eliminated else ""
            own = Content.assemble(("Word  ", "$muted"), (view.word, "bold $primary"), out)
            rows += own.wrap(width)
        return rows
