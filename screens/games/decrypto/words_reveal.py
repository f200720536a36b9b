"""The reveal of the keywords that two equal teams named."""

from textual.content import Content

from engine.games.decrypto.roles import TEAMS, find_team, list_word_guessers
from engine.games.decrypto.story import describe_outcome
from engine.games.decrypto.view import View, is_right_word
from screens.games.decrypto.board import HIT, MISS
from screens.players.seat_names import SeatNames
from screens.widgets.gradual_reveal import StagedLines
from screens.widgets.text_layout import BLANK, centre_text, lay_out_row

PAUSE = 1.2
"""Seconds before each keyword, and before the end."""
NUMBER, GAP, WIDEST = 3, 4, 26
"""Cells of a keyword's number, before the keyword, and the most of a word."""


class WordsReveal(StagedLines):
    """What each team took the keywords of the other to be, one by one, then who won."""

    DEFAULT_CSS = "WordsReveal { width: 84; max-width: 100%; }"

    def __init__(self, after: View, names: SeatNames) -> None:
        """Show the end of `after`, an onlooker's view of a finished match."""
        super().__init__([PAUSE] * 5)
        self.view = after
        self.names = names

    def layout_stage(self, width: int, stage: int) -> list[Content]:
        """Lay out the words that both teams named, with as many keywords as are open."""
        heading = "The teams are equal. Each guesses four words:"
        outcome = self.view.outcome
        assert outcome is not None
        said = self.names.name_players(describe_outcome(outcome, self.view))
        end = centre_text(Content.styled(said, "bold $primary"), width)
        guesses = [self.lay_out(*guesser, stage) for guesser in self.list_guessers()]
        whole = [self.lay_out(*guesser, len(self.pauses)) for guesser in self.list_guessers()]
        widest = max(line.cell_length for lines in whole for line in lines)
        left = max((width - widest) // 2, 0)
        return [
            *centre_text(Content.styled(heading, "$muted"), width),
            BLANK,
            *(line.pad_left(left) for lines in guesses for line in lines),
            *(end if stage > 4 else [BLANK] * len(end)),
        ]

    def list_guessers(self) -> list[tuple[Content, View]]:
        """List who guessed, and the team whose keywords they named."""
        view = self.view
        guessers = list_word_guessers(view.options, view.number)
        return [
            (
                self.names.format_player(seat),
                view.look_at(TEAMS[find_team(view.options, seat) == TEAMS[0]]),
            )
            for seat in guessers
        ]

    def lay_out(self, who: Content, side: View, stage: int) -> list[Content]:
        """Lay out the four words that were named of a team, and the open keywords."""
        assert side.named is not None
        assert side.keywords is not None
        column = min(max(Content(word).cell_length for word in side.named) + GAP, WIDEST)
        lines = [Content.assemble(who, f", keywords of {(side.team or '').capitalize()}")]
        for number, (named, keyword) in enumerate(zip(side.named, side.keywords, strict=True), 1):
            right = is_right_word(named, keyword)
            sign = f"{HIT if right else MISS} {keyword}"
            style = "bold $success" if right else "$muted"
            shown = Content.styled(sign, style) if stage >= number else BLANK
            cells = (Content.styled(f"{number}", "$muted"), Content.styled(named, "bold"), shown)
            lines += lay_out_row(cells, (NUMBER, column, WIDEST + NUMBER))
        return [*lines, BLANK]
