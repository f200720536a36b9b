"""The public table of Decrypto; also what one seat saw, in a replay."""

from textual.content import Content

from engine.game import Seat
from engine.games.decrypto.narration import describe_outcome, format_code
from engine.games.decrypto.view import Role, View
from screens.games.board import StackedBoard, TurnLine
from screens.games.decrypto.history import History
from screens.games.decrypto.standing import Standing
from screens.games.ui import SeatNames
from screens.widgets.lines import BLANK


class DecryptoBoard(StackedBoard[View]):
    """Round, tokens, what lies on the table now, and all rounds so far."""

    def __init__(self, names: SeatNames) -> None:
        """Lay the table for `names`."""
        super().__init__(Standing(), DecryptoTurn(names), History())


class DecryptoTurn(TurnLine[View]):
    """Whose turn it is, and the hints on the table."""

    def build_lines(self, view: View, width: int) -> list[Content]:
        """Always as many lines, where they fit, so that the table does not jump."""
        said = [line for part in self.build_turn(view) for line in part.wrap(width)]
        return [*said, *[BLANK] * (4 - len(said))]

    def build_turn(self, view: View) -> list[Content]:
        """The turn, then the hints with what the view knows of their meaning."""
        if view.over:
            assert view.outcome is not None
            return [Content.styled(describe_outcome(view.outcome, view), "bold $primary")]
        roles = [Content.styled(self.names.name(Seat(role)), "bold") for role in Role]
        code = (
            Content.assemble("  Code ", (format_code(view.code), "bold $primary"))
            if view.code
            else ""
        )
        if view.hints is None:
            turn = Content.assemble(roles[0], " looks for three hints.", code)
            return [turn, *self.places(view)] if view.code else [turn]
        turn = Content.assemble(roles[1], " and ", roles[2], " guess the code, sealed.", code)
        return [turn, *self.places(view)]

    def places(self, view: View) -> list[Content]:
        """A line for each place of the code."""
        lines = []
        for place in range(3):
            parts: list[Content | tuple[str, str]] = [
                (f"  {('1st', '2nd', '3rd')[place]}  ", "$muted")
            ]
            if view.code and view.keywords:
                digit = view.code[place]
                parts.append((f"{digit} {view.keywords[digit - 1]}  ", "$primary"))
            if view.hints:
                parts.append(Content.styled(view.hints[place], "bold"))
            lines.append(Content.assemble(*parts))
        return lines
