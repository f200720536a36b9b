"""How a game of Decrypto ended, its keywords, and every round."""

from collections.abc import Mapping

from textual.content import Content

from engine.game import Seat
from engine.games.decrypto.match_report import describe_outcome
from engine.games.decrypto.view import View
from screens.games.decrypto.board import DecryptoStatus, HistoryHeader, HistoryRows
from screens.games.result import GameResult, Verdict, list_winners
from screens.players import SeatNames
from screens.widgets.lines import BLANK, ViewLines, side_by_side


class DecryptoResult(GameResult):
    """Winner and why, all keywords with every hint, all rounds."""

    DEFAULT_CSS = """
    DecryptoResult KeywordHints { margin-bottom: 1; }
    DecryptoResult HistoryRows { padding-right: 1; }
    """

    def __init__(self, view: View, names: SeatNames, score: Mapping[Seat, float]) -> None:
        """Show the end of the game that `view` is the last of."""
        assert view.outcome is not None
        winners = [names.labels[seat] for seat in list_winners(score)]
        super().__init__(
            Verdict(describe_outcome(view.outcome, view), winners),
            DecryptoStatus(view),
            KeywordHints(view),
            HistoryHeader(view),
            HistoryRows(view),
        )


class KeywordHints(ViewLines[View]):
    """The keywords, each with all the hints given for it."""

    def build_lines(self, view: View, width: int) -> list[Content]:
        """A row for each keyword."""
        if view.keywords is None:
            return []
        longest = max(Content(word).cell_length for word in view.keywords)
        left = min(longest + 5, width // 3)
        return [
            BLANK,
            *(
                line
                for number, word in enumerate(view.keywords, 1)
                for line in side_by_side(
                    (
                        Content.assemble((f"{number} ", "bold $primary"), (word, "bold")),
                        Content(", ".join(view.list_hints(number)) or "no hints"),
                    ),
                    (left, width - left + 1),
                )
            ),
        ]
