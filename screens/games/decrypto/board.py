"""The board of Decrypto, with tokens, turn, the hints of this round, and all finished rounds."""

from collections.abc import Sequence
from typing import ClassVar

from rich.cells import cell_len
from textual.app import ComposeResult
from textual.containers import Vertical
from textual.content import Content
from textual.widgets import Static

from engine.games.decrypto.moves import Code
from engine.games.decrypto.roles import Role, list_guessers, list_word_guessers
from engine.games.decrypto.story import describe_outcome, format_code
from engine.games.decrypto.view import Round, View, list_sides
from screens.games.board import StackedBoard, StatusLine, TurnLine
from screens.games.decrypto.hint_columns import HintColumns
from screens.games.decrypto.keyword_cards import NUMBERS, ORDINALS, SPACIOUS, WIDE, KeywordCards
from screens.players.seat_names import SeatNames
from screens.widgets.lines import ViewLines
from screens.widgets.scroll import Scroll
from screens.widgets.text_layout import (
    BLANK,
    centre_text,
    lay_out_row,
    spread,
    wrap_evenly,
    wrap_parts,
)

ROOMY = 74
"""From this many cells on, the hints for each keyword have a column in the table of all rounds."""
SPARE = 100
"""From this many cells on, there is more room for rounds, codes and guesses."""
HIT, MISS = "✓", "✗"


class DecryptoBoard(StackedBoard[View]):
    """The public table; in a replay, also a seat's view."""

    def __init__(self, names: SeatNames) -> None:
        """Create the board with the players' `names`."""
        self.cards = KeywordCards()
        super().__init__(
            RoundPanel(), DecryptoStatus(), DecryptoTurn(names), self.cards, PastRounds()
        )

    def show(self, view: View) -> None:
        """Show another view; hints are on their cards if the view shows the code."""
        super().show(view)
        self.cards.place_words(
            dict(zip(view.code, view.hints, strict=True)) if view.code and view.hints else {}
        )

    def on_resize(self) -> None:
        """Put the rounds beside the cards if there is space."""
        self.set_class(self.size.width >= WIDE - 4, "-wide")


class DecryptoStatus(StatusLine[View]):
    """The round, and the tokens of both kinds as shapes and in words."""

    def build_lines(self, view: View, width: int) -> list[Content]:
        """One line, of two teams one for each, with as much as has room in it."""
        number = Content.assemble((f"Round {view.number}", "bold"), f" of {view.options.rounds}")
        if view.team is None:
            return spread(number, choose_longest(write_tokens(view), width, number), width)
        white, black = list_sides(view)
        short = Content.assemble((f"Round {view.number}", "bold"), f"/{view.options.rounds}")
        forms = [*zip(write_team_tokens(white), write_team_tokens(black), strict=True)]
        for before in (number, short):
            for first, last in forms:
                if before.cell_length + 2 + first.cell_length <= width:
                    return [*spread(before, first, width), *spread(BLANK, last, width)]
        return [number, *forms[-1][0].wrap(width), *forms[-1][1].wrap(width)]


class DecryptoTurn(TurnLine[View]):
    """Whose turn it is, and the hints on the table."""

    def build_lines(self, view: View, width: int) -> list[Content]:
        """Build a constant number of lines until the end, so that the table does not jump."""
        lines = [line for part in self.build_turn(view) for line in part.wrap(width)]
        if view.over:
            return lines
        return [*lines, *[BLANK] * (4 - len(lines))]

    def build_turn(self, view: View) -> list[Content]:
        """The turn, then the hints with what the view knows of their meaning."""
        if view.over:
            assert view.outcome is not None
            told = self.names.name_players(describe_outcome(view.outcome, view))
            return [Content.styled(told, "bold $primary")]
        if view.tied:
            seats = list_word_guessers(view.options, view.number)
            who = Content(" and ").join([self.names.format_player(seat) for seat in seats])
            told = " guess the keywords of the other team in secret."
            return [Content("The teams are equal."), Content.assemble(who, told)]
        roles = [self.names.format_player(view.find_seat(role), role=True) for role in Role]
        code = (
            Content.assemble("  Code ", (format_code(view.code), "bold $primary"))
            if view.code
            else ""
        )
        if view.hints is None:
            turn = Content.assemble(roles[0], " looks for three hints.", code)
            return [turn, *self.list_hints(view)] if view.code else [turn]
        guessers = Content.assemble(roles[1], " and ", roles[2], " guess")
        if len(list_guessers(view.options, view.team, view.number)) == 1:
            guessers = Content.assemble(roles[1], " guesses")
        turn = Content.assemble(guessers, " the code in secret.", code)
        return [turn, *self.list_hints(view)]

    def list_hints(self, view: View) -> list[Content]:
        """A line for each place of the code."""
        lines = []
        for place in range(3):
            parts: list[Content | tuple[str, str]] = [(f"  {ORDINALS[place]}  ", "$muted")]
            if view.code and view.keywords:
                digit = view.code[place]
                parts.append((f"{digit} {view.keywords[digit - 1]}  ", "$primary"))
            if view.hints:
                parts.append(Content.styled(view.hints[place], "bold"))
            lines.append(Content.assemble(*parts))
        return lines


class RoundRows(ViewLines[View]):
    """Finished rounds: code, guess of the decoder, guess of the interceptor."""

    DEFAULT_CSS = "RoundRows { width: 100%; }"
    WIDTHS: ClassVar = (3, 7, 9, 12)

    def build_lines(self, view: View, width: int) -> list[Content]:
        """A head, and a line for each round; nothing before there is one."""
        if not view.rounds:
            return []
        extra = max(width - sum(self.WIDTHS), 0) // 3
        widths = [self.WIDTHS[0], *(each + min(extra, 4) for each in self.WIDTHS[1:])]
        head = [Content.styled(name, "$muted") for name in ("", "Code", "Decoder", "Interceptor")]
        rows = [head]
        for number, done in enumerate(view.rounds, 1):
            taken = done.interception and counts_interception(view, number)
            rows.append(
                [
                    Content.styled(str(number), "$muted"),
                    Content.styled(format_code(done.code), "bold"),
                    _format_guess(done.decoder, done.code, bad=done.miscommunication),
                    _format_guess(done.interceptor, done.code, bad=taken),
                ]
            )
        lines = [lay_out_row(row, widths) for row in rows]
        if self.is_mounted and self.screen.size.height >= SPACIOUS:
            hints = [Content.styled(", ".join(done.hints), "$muted") for done in view.rounds]
            for above, said in zip(lines[1:], hints, strict=True):
                above += [*lay_out_row((BLANK, said), (widths[0], width - widths[0])), BLANK]
        if view.team:
            lines.insert(0, [Content.styled(f"Codes of {view.team.capitalize()}", "$muted")])
        return [line for group in lines for line in group]


class RoundPanel(Vertical):
    """The finished rounds beside the cards, on wide screens, once there is one."""

    SCOPED_CSS = False  # the class for wide screens is on a parent
    DEFAULT_CSS = """
    RoundPanel { display: none; dock: right; width: 35; height: 100%; }
    RoundPanel { padding: 0 0 0 2; margin: 0 0 0 2; }
    RoundPanel { border-left: solid $faint; }
    RoundPanel .title { text-style: bold; margin-bottom: 1; }
    RoundPanel Scroll { height: 1fr; }
    .-wide RoundPanel.-filled { display: block; }
    """

    def __init__(self, view: View | None = None) -> None:
        """Show the rounds of `view`."""
        super().__init__()
        self.rows = RoundRows(view)
        self.set_class(view is not None and bool(view.rounds), "-filled")

    def compose(self) -> ComposeResult:
        yield Static("Rounds", classes="title")
        yield Scroll(self.rows)

    def show(self, view: View) -> None:
        """Show the rounds of another view."""
        self.rows.show(view)
        self.set_class(bool(view.rounds), "-filled")


class PastRounds(Scroll):
    """The hints of past rounds beneath the cards; below them, on narrow screens, the rounds."""

    SCOPED_CSS = False
    DEFAULT_CSS = """
    PastRounds { height: 1fr; min-height: 2; }
    PastRounds RoundRows { margin-top: 1; }
    .-wide PastRounds RoundRows { display: none; }
    """

    def __init__(self, view: View | None = None) -> None:
        """Show the rounds of `view`."""
        self.hints, self.rows = HintColumns(view), RoundRows(view)
        super().__init__(self.hints, self.rows)

    def show(self, view: View) -> None:
        """Show the rounds of another view."""
        self.hints.show(view)
        self.rows.show(view)


class HistoryHeader(ViewLines[View]):
    """The names of the columns."""

    DEFAULT_CSS = "HistoryHeader { border-bottom: solid $faint; }"

    def build_lines(self, view: View, width: int) -> list[Content]:
        """One line, more for long keywords; narrow, the keywords stand above the columns."""
        first = ("Round", "Code") if width >= SPARE else ("#", "Code")
        keywords = [format_keyword(view, number) for number in NUMBERS]
        roomy = width >= ROOMY
        cells = [
            *(Content.styled(name, "$muted") for name in first),
            *(keywords if roomy else [Content.styled("Hints", "$muted")]),
            *(Content.styled(name, "$muted") for name in ("Decoder", "Interceptor")),
        ]
        above = [] if roomy else wrap_parts(keywords, width).split("\n")
        return [*above, *lay_out_row(cells, measure_columns(view, width))]


class HistoryRows(ViewLines[View]):
    """A row for each finished round, oldest first."""

    def build_lines(self, view: View, width: int) -> list[Content]:
        """One line for each round, more where hints are long."""
        if not view.rounds:
            return [Content.styled("No round has been played yet.", "$muted")]
        return [
            line
            for number, done in enumerate(view.rounds, 1)
            for line in lay_out_row(
                _build_cells(number, done, view, width), measure_columns(view, width)
            )
        ]


def measure_columns(view: View, width: int) -> tuple[int, ...]:
    """Measure the columns: round, code, four keywords, decoder, interceptor.

    The keywords' are alike where all hints fit; else short hints leave room to long ones, and what
    is left is air between all. Narrow, all hints of a round stand in one column.
    """
    ends = (6, 7, 12, 12) if width >= SPARE else (3, 7, 9, 12)
    free = max(width - sum(ends), 0)
    if width < ROOMY:
        return *ends[:2], free, *ends[2:]
    needs = {
        number: max(
            format_keyword(view, number).cell_length, *map(cell_len, view.list_hints(number)), 0
        )
        + 1
        for number in NUMBERS
    }
    fits = max(needs.values()) <= free // 4
    spare = max(free - sum(needs.values()), 0)
    widths: dict[int, int] = {}
    for number in sorted(needs, key=lambda one: needs[one]):  # the longest takes the rest
        rest = len(needs) - len(widths)
        share = (free - sum(widths.values())) // rest
        air = -(-spare // rest)
        widths[number] = share if fits or rest == 1 else min(needs[number] + air, share)
        spare -= air
    return *ends[:2], *(widths[number] for number in NUMBERS), *ends[2:]


def format_keyword(view: View, number: int) -> Content:
    """`4 shadow`, or only the number where the keyword is hidden."""
    if view.keywords is None:
        return Content.assemble((f"{number}", "bold"), (" ?", "$muted"))
    wanted = view.code is not None and number in view.code
    return Content.assemble(
        (f"{number} ", "bold $primary" if wanted else "bold"),
        (view.keywords[number - 1], "bold $primary" if wanted else "bold"),
    )


def counts_interception(view: View, number: int) -> bool:
    """Whether an interception in round `number` counts."""
    return number > 1 or view.options.first_round_interception


def _build_cells(number: int, done: Round, view: View, width: int) -> list[Content]:
    hints = dict(zip(done.code, done.hints, strict=True))
    taken = done.interception and counts_interception(view, number)
    columns = [
        Content(hints[digit]) if digit in hints else Content.styled("·", "$outline")
        for digit in NUMBERS
    ]
    if width < ROOMY:
        room = measure_columns(view, width)[2] - 1
        columns = [Content("\n").join(wrap_evenly(Content(", ".join(done.hints)), room))]
    return [
        Content.styled(str(number), "$muted"),
        Content(format_code(done.code)),
        *columns,
        _format_guess(done.decoder, done.code, bad=done.miscommunication),
        _format_guess(done.interceptor, done.code, bad=taken),
    ]


def _format_guess(guess: Code | None, code: Code, *, bad: bool) -> Content:
    if guess is None:
        return Content.styled("·", "$outline")
    sign = HIT if guess == code else MISS
    return Content.styled(f"{sign} {format_code(guess)}", "bold $error" if bad else "$muted")


def list_token_lines(view: View, width: int) -> list[Content]:
    """List the tokens in lines of this width; of two teams a line each, if one is too narrow."""
    if view.team is None:
        return centre_text(choose_longest(write_tokens(view), width), width)
    teams = [choose_longest(write_team_tokens(side)[1:], width) for side in list_sides(view)]
    joined = Content("     ").join(teams)
    lines = [joined] if joined.cell_length <= width else teams
    return [line for one in lines for line in centre_text(one, width)]


def choose_longest(forms: Sequence[Content], width: int, before: Content = BLANK) -> Content:
    """Choose the first of several forms that has room in a line, two cells after what is before."""
    room = width - before.cell_length - 2 * bool(before)
    return next((form for form in forms if form.cell_length <= room), forms[-1])


def write_tokens(view: View) -> list[Content]:
    """`Miscommunications ●○ 1 of 2   Interceptions ○○ 0 of 2`: what the players have made.

    Of two teams, only the view's. The last forms are shorter: without numbers, closer together.
    """
    limit, made = view.options.tokens, view.interceptions_made if view.team else view.interceptions
    return [
        Content.assemble(
            _format_tokens("Miscommunications", view.miscommunications, limit, counted=counted),
            gap,
            _format_tokens("Interceptions", made, limit, counted=counted),
        )
        for gap, counted in (("   ", True), ("   ", False), ("  ", False))
    ]


def write_team_tokens(side: View) -> list[Content]:
    """The same, headed by the team to which the view is turned."""
    assert side.team is not None
    team = (side.team.capitalize(), "bold")
    return [
        Content.assemble(team, gap, form)
        for gap, form in zip(("   ", "   ", "  "), write_tokens(side), strict=True)
    ]


def _format_tokens(name: str, count: int, limit: int, *, counted: bool) -> Content:
    got = min(count, limit)
    return Content.assemble(
        (f"{name} ", "$muted"),
        ("●" * got, "bold $primary"),
        "○" * (limit - got),
        f" {count} of {limit}" if counted else "",
    )
