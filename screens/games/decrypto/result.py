"""The result of a game of Decrypto."""

from collections.abc import Mapping
from itertools import zip_longest

from textual.content import Content
from textual.widget import Widget
from textual.widgets import Static

from engine.games.decrypto.highlights import find_highlights
from engine.games.decrypto.roles import list_team
from engine.games.decrypto.view import View, is_right_word, list_sides
from engine.seat import Seat
from engine.winners import list_winners
from screens.games.decrypto.board import (
    HIT,
    MISS,
    DecryptoStatus,
    HistoryHeader,
    HistoryRows,
    format_team_tokens,
)
from screens.games.decrypto.keyword_cards import KeywordCards, is_large
from screens.games.result import GameResult
from screens.players.seat_names import SeatNames
from screens.widgets.lines import ViewLines
from screens.widgets.text_layout import BLANK, lay_out_row

ROOMY = 60
"""From this many cells on the four keywords stand beside one another."""


class DecryptoResult(GameResult):
    """Winner and why, all keywords with every hint, all rounds."""

    DEFAULT_CSS = """
    DecryptoResult KeywordHints { margin-bottom: 1; }
    DecryptoResult HistoryRows { padding-right: 1; }
    DecryptoResult KeywordCards { display: none; margin: 1 0; }
    DecryptoResult.-large KeywordCards { display: block; }
    DecryptoResult .team { border-top: solid $faint; padding-top: 1; margin: 1 0; }
    """

    def __init__(self, view: View, names: SeatNames, score: Mapping[Seat, float]) -> None:
        """Show the result of the game, whose last view is `view`."""
        self.names = names
        super().__init__(
            names,
            list_winners(score, view.outcome and view.outcome.winner),
            find_highlights(view),
            *(part for side in list_sides(view) for part in self.list_parts(side)),
        )

    def list_parts(self, side: View) -> list[Widget]:
        """List what is shown of the only keywords, or of a team's."""
        rest = (HistoryHeader, HistoryRows)  # which name the keywords and hints, too
        parts = (KeywordHints, *rest) if side.named else rest
        head: Widget = DecryptoStatus(side)
        if side.team is not None:
            players = self.names.format_players(list_team(side.options, side.team))
            team = (f"{side.team.capitalize()}   ", "bold")
            head = Static(
                Content.assemble(team, players, "   ", format_team_tokens(side, short=True))
            )
            head.add_class("team")
            return [head, *(part(side) for part in parts)]
        return [head, KeywordCards(side), *(part(side) for part in rest)]

    def on_mount(self) -> None:
        """Choose the size before the first frame."""
        self.on_resize()

    def on_resize(self) -> None:
        """Show the keywords on large cards where there is room."""
        self.set_class(is_large(self), "-large")


class KeywordHints(ViewLines[View]):
    """The keywords, each with all the hints given for it, and what was guessed in a tie-break."""

    def build_lines(self, view: View, width: int) -> list[Content]:
        """A column for each keyword."""
        if view.keywords is None:
            return []
        columns = [self.build_card(view, number) for number in (1, 2, 3, 4)]
        count = 4 if width >= ROOMY else 2
        lines: list[Content] = []
        for first in range(0, 4, count):
            rows = zip_longest(*columns[first : first + count], fillvalue=BLANK)
            lines += [line for row in rows for line in lay_out_row(row, [width // count] * count)]
        return lines

    def build_card(self, view: View, number: int) -> list[Content]:
        """A keyword with its number, and its hints below."""
        assert view.keywords is not None
        word = view.keywords[number - 1]
        head = Content.assemble((f"{number} ", "$primary"), (word, "bold $primary"))
        hints = view.list_hints(number) or ("no hints",)
        lines = [head, *(Content.styled(f"  {hint}", "") for hint in hints)]
        if view.named:
            named = view.named[number - 1]
            right = is_right_word(named, word)
            lines.append(
                Content.styled(
                    f"{HIT if right else MISS} guessed {named}", "$success" if right else "$muted"
                )
            )
        return lines
