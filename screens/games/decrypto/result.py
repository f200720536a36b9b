"""The result of a game of Decrypto."""

from collections.abc import Mapping

from textual.content import Content
from textual.widget import Widget

from engine.games.decrypto.highlights import find_highlights
from engine.games.decrypto.roles import TEAMS, list_team
from engine.games.decrypto.view import View, is_right_word, list_sides
from engine.seat import Seat
from engine.winners import list_winners
from screens.games.decrypto.board import (
    HIT,
    MISS,
    HistoryHeader,
    HistoryRows,
    choose_longest,
    write_tokens,
)
from screens.games.decrypto.keyword_cards import KeywordCards, is_large
from screens.games.result import SHORT, GameResult
from screens.players.seat_names import SeatNames
from screens.widgets.lines import ViewLines
from screens.widgets.text_layout import centre_text, spread, wrap_parts


class DecryptoResult(GameResult):
    """Winner and why, all keywords with every hint, all rounds."""

    DEFAULT_CSS = """
    DecryptoResult Score { border-bottom: solid $faint; }
    DecryptoResult .-second { margin-top: 1; }
    DecryptoResult.-short Score { border: none; margin-bottom: 1; }
    DecryptoResult.-short HistoryHeader { border: none; }
    DecryptoResult KeywordCards { display: none; margin: 1 0; }
    DecryptoResult.-large KeywordCards { display: block; }
    """
    DETAILS_FIRST = True

    def __init__(self, view: View, names: SeatNames, score: Mapping[Seat, float]) -> None:
        """Show the result of the game, whose last view is `view`."""
        self.names = names
        super().__init__(
            names,
            list_winners(score, view.outcome and view.outcome.winner),
            find_highlights(view),
            *(
                part
                for place, side in enumerate(list_sides(view))
                for part in self.list_parts(side, place)
            ),
        )

    def list_parts(self, side: View, place: int) -> list[Widget]:
        """List what is shown of the only keywords, or of a team's."""
        rest = (HistoryHeader, HistoryRows)  # which name the keywords and hints, too
        score = Score(side, self.names)
        score.set_class(place > 0, "-second")
        if side.team is None:
            return [score, KeywordCards(side), *(part(side) for part in rest)]
        return [score, *(part(side) for part in ((*rest, NamedKeywords) if side.named else rest))]

    def on_mount(self) -> None:
        """Choose the size before the first frame."""
        self.on_resize()

    def on_resize(self) -> None:
        """Show the keywords on large cards where there is room."""
        self.set_class(is_large(self), "-large")
        self.set_class(self.app.size.height < SHORT, "-short")


class Score(ViewLines[View]):
    """How long it took, or who was in a team; and the tokens of both kinds."""

    def __init__(self, view: View, names: SeatNames) -> None:
        """Write the players by these `names`."""
        super().__init__(view)
        self.names = names

    def build_lines(self, view: View, width: int) -> list[Content]:
        """One line; on a short screen only the tokens of three, as the story tells the round."""
        if view.team is None and self.app.size.height < SHORT:
            return centre_text(choose_longest(write_tokens(view), width), width)
        before = self.write_players(view)
        widest = max(map(self.write_players, list_sides(view)), key=len)  # so that teams look alike
        return spread(before, choose_longest(write_tokens(view), width, widest), width)

    def write_players(self, view: View) -> Content:
        """Write a team with its players; of three players, how long they took."""
        if view.team is None:
            number = (f"Round {view.number}", "bold")
            return Content.assemble(number, f" of {view.options.rounds}")
        players = self.names.format_players(list_team(view.options, view.team))
        return Content.assemble((f"{view.team.capitalize()}   ", "bold"), players)


class NamedKeywords(ViewLines[View]):
    """What the other team took the keywords to be, in a tie-break."""

    DEFAULT_CSS = "NamedKeywords { margin: 1 0 0 0; }"

    def build_lines(self, view: View, width: int) -> list[Content]:
        """A part for each keyword: `✓ 1 anchor`, or `✗ 3 king` where the guess was wrong."""
        assert view.named is not None
        assert view.keywords is not None
        rival = next(team for team in TEAMS if team != view.team)
        parts = [Content.styled(f"{rival.capitalize()} guessed:", "$muted")]
        for number, (named, word) in enumerate(zip(view.named, view.keywords, strict=True), 1):
            right = is_right_word(named, word)
            sign, style = (HIT, "$success") if right else (MISS, "$muted")
            parts.append(Content.styled(f"{sign} {number} {named}", style))
        return wrap_parts(parts, width).split("\n")
