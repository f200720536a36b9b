"""The reveal of a round of Decrypto, digit by digit."""

from itertools import zip_longest
from typing import NamedTuple

from rich.cells import cell_len
from textual.content import Content

from engine.games.decrypto.moves import Code
from engine.games.decrypto.roles import Role
from engine.games.decrypto.story import describe_outcome, format_code, name_pair
from engine.games.decrypto.view import Round, View
from engine.seat import Seat
from screens.games.decrypto.board import (
    HIT,
    MISS,
    counts_interception,
    list_token_lines,
)
from screens.games.decrypto.keyword_cards import BACK
from screens.players.seat_names import SeatNames
from screens.widgets.figure import list_digit_rows
from screens.widgets.gradual_reveal import StagedLines
from screens.widgets.text_layout import BLANK, centre_line, centre_text, lay_out_row, wrap_evenly

CHROME = 5
"""Rows around a reveal: air, the button and the footer."""
COVER = "###"
"""A code of which no digit is shown."""
VERBS = {Role.DECODER: "decodes", Role.INTERCEPTOR: "intercepts"}
"""What a player does who guesses."""
FLIP = 0.07
"""Seconds for each of the three steps in which a digit's card turns."""
TURNS = 3
"""The steps from a card's back to its face."""
PAUSES = (
    *((0.9, FLIP, FLIP), (0.6, FLIP, FLIP), (0.9, FLIP, FLIP)),
    *((1.0, 0.8), (1.0, 0.8), (1.0,)),
)
"""Seconds before each stage: three digits turn; then a guess and its sign, twice; then the end."""
GUESSES = 3 * TURNS
"""The stage at which the code is open."""
END = GUESSES + 4
"""The stage after both guesses."""
MIN_COLUMN, USUAL_COLUMN, MAX_COLUMN, CARD_WIDTH = 11, 13, 19, 9
"""Cells of a column for a digit and its hint, where there is room for them, and of its card."""
SIGN, WORD = 3, 13
"""Cells for the sign of a guess, at least; and with the longest word about it."""
MARGINS = 30
"""Cells beside the three columns, at least."""


class Air(NamedTuple):
    """Where a reveal has empty rows."""

    heading: bool
    """Below the heading."""
    guesses: bool
    """Above the guesses."""
    between: bool
    """Between the guesses."""
    decision: bool
    """Above how the game was decided."""
    tokens: bool
    """Above the tokens."""


AIRS = (
    Air(heading=True, guesses=True, between=True, decision=True, tokens=True),
    Air(heading=False, guesses=True, between=True, decision=True, tokens=True),
    Air(heading=False, guesses=True, between=False, decision=True, tokens=True),
    Air(heading=False, guesses=False, between=False, decision=True, tokens=True),
    Air(heading=False, guesses=False, between=False, decision=False, tokens=True),
    Air(heading=False, guesses=False, between=False, decision=False, tokens=False),
)
"""From the most to the least air; the first for which there is room is chosen."""


class DecryptoReveal(StagedLines):
    """The reveal of the code digit by digit, then of each guess, and their results.

    It is a single widget, because everybody waits for it and each widget takes time to create.
    """

    DEFAULT_CSS = "DecryptoReveal { width: 84; max-width: 100%; }"

    def __init__(self, after: View, names: SeatNames) -> None:
        """Show the last round of `after`, an onlooker's view."""
        super().__init__([pause for part in PAUSES for pause in part])
        self.view = after
        self.done = after.rounds[-1]
        self.number = len(after.rounds)
        self.names = names
        self.counts = counts_interception(after, self.number)
        self.before = after.model_copy(update={"rounds": after.rounds[:-1], "outcome": None})
        """The view without the last round, whose tokens are shown at the end."""

    def layout_stage(self, width: int, stage: int) -> list[Content]:
        """Lay out the code over its hints, the guesses digit by digit, then the results."""
        room = self.screen.size.height - CHROME if self.is_mounted else 0
        verbs = self.has_verbs(width)
        for air in AIRS:
            if len(self.lay_out(width, len(self.pauses), air, verbs=verbs)) <= room:
                return self.lay_out(width, stage, air, verbs=verbs)
        return self.lay_out(width, stage, AIRS[-1], verbs=False)

    def has_verbs(self, width: int) -> bool:
        """Whether what the players do stands in one line with their names."""
        told = [self.describe_guesser(role, verbs=True).cell_length for role in VERBS]
        return max(told) < self.measure_left(width)

    def describe_guesser(self, role: Role, *, verbs: bool) -> Content:
        """`▲ Ben decodes`, or only who it is."""
        player = self.names.format_player(self.find_seat(role))
        return Content.assemble(player, (f" {VERBS[role]}", "$muted") if verbs else "")

    def lay_out(self, width: int, stage: int, air: Air, *, verbs: bool) -> list[Content]:
        """Lay out a stage.

        Args:
            width: The cells of a line.
            stage: The stage.
            air: Where there are empty rows.
            verbs: Whether the players are told with what they do.
        """
        heading, guesses, between, decision, tokens = ([BLANK] * has_air for has_air in air)
        whose = f"{self.view.team.capitalize()}'s" if self.view.team else "the"
        number = f"Round {self.number} of {self.view.options.rounds}: {whose} code"
        column = self.measure_column(width)
        left = self.measure_left(width)
        lines = [
            *centre_text(Content.styled(number, "$muted"), width),
            *heading,
            *(row.pad_left(left) for row in self.lay_out_code(column, stage)),
            *guesses,
            *self.lay_out_guess(Role.DECODER, self.done.decoder, width, stage - GUESSES, verbs),
            *between,
            *self.lay_out_interception(width, stage - GUESSES - 2, verbs),
            BLANK,
        ]
        end = self.lay_out_end(width, decision, tokens)
        if stage <= END:
            made = list_token_lines(self.before, width)
            end = [*[BLANK] * (len(end) - len(made)), *made]
        return [*lines, *end]

    def measure_column(self, width: int) -> int:
        """Measure the column for a digit: wide enough for most hints."""
        longest = max(Content(hint).cell_length for hint in self.done.hints)
        most = max(min((width - MARGINS) // 3, MAX_COLUMN), MIN_COLUMN)
        return (min(max(longest + 2, USUAL_COLUMN), most) - 1) // 2 * 2 + 1

    def measure_left(self, width: int) -> int:
        """Measure the room before the columns, which are in the middle if the names fit there."""
        rest = width - 3 * self.measure_column(width)
        names = [self.describe_guesser(role, verbs=False).cell_length for role in VERBS]
        name = max(names) + 1
        left = min(max(rest // 2, name), max(rest - WORD, name))
        return max(min(left, rest - SIGN), 0)

    def lay_out_code(self, column: int, stage: int) -> list[Content]:
        """The cards with the digits, as far as they have turned, and the hint of each."""
        cards = [
            draw_digit_card(digit, min(max(stage - TURNS * place, 0), TURNS), column)
            for place, digit in enumerate(self.done.code)
        ]
        hints = [centre_text(Content.styled(hint, "bold"), column - 1) for hint in self.done.hints]
        rows = [*zip(*cards, strict=True), *zip_longest(*hints, fillvalue=BLANK)]
        return [line for row in rows for line in lay_out_row(row, [column] * 3)]

    def lay_out_interception(self, width: int, stage: int, verbs: bool) -> list[Content]:
        """The guess of the interceptor; in the first round of two teams there is none."""
        if self.done.interceptor is None:
            return [BLANK]
        return self.lay_out_guess(Role.INTERCEPTOR, self.done.interceptor, width, stage, verbs)

    def find_seat(self, role: Role) -> Seat:
        """Find the seat that had a role in the round."""
        return self.view.find_seat(role, self.number)

    def lay_out_guess(
        self, role: Role, guess: Code, width: int, stage: int, verbs: bool
    ) -> list[Content]:
        """Who guessed; from stage 1 on their digits under those of the code, then how it went."""
        column = self.measure_column(width)
        left = self.measure_left(width)
        rest = max(width - left - 3 * column, SIGN)
        hit = guess == self.done.code
        bad = self.done.miscommunication if role is Role.DECODER else hit and self.counts
        words = ("understood", "missed") if role is Role.DECODER else ("intercepted", "missed")
        sign, word = (HIT, words[0]) if hit else (MISS, words[1])
        said = f"{sign} {word}" if len(word) + 2 <= rest else sign
        good = hit and role is Role.DECODER
        style = "bold $error" if bad else "bold $success" if good else "$muted"
        cells = [self.describe_guesser(role, verbs=verbs)]
        for digit, meant in zip(guess, self.done.code, strict=True):
            colour = "$success" if digit == meant else "$error"
            mark = HIT if digit == meant else MISS, colour
            shown = (f"{digit} ", f"bold {colour}" if stage > 1 else "bold")
            shown = shown if stage > 0 else ("· ", "$muted")
            cell = Content.assemble(shown, mark if stage > 1 else "")
            cells.append(cell.pad_left(column // 2 - 1))
        cells.append(Content.styled(said, style) if stage > 1 else BLANK)
        return lay_out_row(cells, (left, *[column] * 3, rest + 1))

    @property
    def is_decisive(self) -> bool:
        """Whether the game was decided in this round."""
        outcome = self.view.outcome
        return outcome is not None and outcome.round == self.number

    def lay_out_decision(self, told: str, width: int) -> list[Content]:
        """How the game was decided."""
        return centre_text(Content.styled(told, "bold $primary"), width)

    def lay_out_verdict(self, said: str, width: int, *, lost: bool) -> list[Content]:
        """Who won the round, as a label; without the reason, shown above, where it is too long."""
        style = "bold $background on $error" if lost else "bold $background on $success"
        label = f"{MISS if lost else HIT} {said}"
        if cell_len(label) + 2 > width:
            label = label.partition(":")[0]
        lines = wrap_evenly(Content(label), max(width - 2, 1))
        wide = max(line.cell_length for line in lines)
        rows = [centre_line(line, wide + 2).stylize(style) for line in lines]
        return [centre_line(row, width) for row in rows]

    def lay_out_end(
        self, width: int, decision: list[Content], tokens: list[Content]
    ) -> list[Content]:
        """Who won the round, how the game was decided if it was in this round, and the tokens."""
        done, outcome = self.done, self.view.outcome
        lost = done.miscommunication or (done.interception and self.counts)
        said = self.names.name_players(describe_exchange(self.view, done, counts=self.counts))
        lines = self.lay_out_verdict(said, width, lost=lost)
        if self.is_decisive:
            assert outcome is not None
            told = self.names.name_players(describe_outcome(outcome, self.view))
            lines += [*decision, *self.lay_out_decision(told, width)]
        return [*lines, *tokens, *list_token_lines(self.view, width)]


def draw_digit_card(digit: int, turned: int, column: int) -> list[Content]:
    """Draw the card of a digit, five rows high: its back, two steps of its turn, its face."""
    width = (CARD_WIDTH, 5, 3, CARD_WIDTH)[turned]
    side = (column - width) // 2
    style = "bold $primary" if turned == TURNS else "$muted"
    inside = width - 2
    if turned == TURNS:
        middle = [row.center(inside) for row in list_digit_rows(digit)]
    else:
        middle = [BACK * inside] * 3
    rows = ["╭" + "─" * inside + "╮", *(f"│{row}│" for row in middle), "╰" + "─" * inside + "╯"]
    return [Content.styled(row, style).pad_left(side) for row in rows]


def describe_exchange(view: View, done: Round, *, counts: bool) -> str:
    """How a round went, in a sentence, by seats and roles."""
    if team := view.team:
        missed = "missed its own code" if done.miscommunication else ""
        taken = "was intercepted" if done.interception else ""
        told = " and ".join(filter(None, (missed, taken))) or "was understood"
        only = ": one miscommunication" if missed and not taken else ""
        return f"{team.capitalize()} {told}{only}."
    pair = name_pair(view)
    pair = f"{pair[:1].upper()}{pair[1:]}"
    if done.miscommunication and done.interception and counts:
        return "A miscommunication and an interception: a token of each kind."
    if done.miscommunication:
        token = describe_token(view.miscommunications, view.options.tokens)
        return f"A miscommunication: {token}against {name_pair(view)}."
    if done.interception and counts:
        token = describe_token(view.interceptions, view.options.tokens)
        return f"An interception: {token}for the interceptor."
    if done.interception:
        return f"{pair} win the round: this interception does not count."
    return f"{pair} win the round: understood, and not intercepted."


def describe_token(count: int, limit: int) -> str:
    """`token 1 of 2 `; nothing after the token that decided the game."""
    return f"token {count} of {limit} " if count <= limit else ""


def cover_code(code: Code) -> tuple[str, ...]:
    """Cover the last digits of a code: `#-#-#`, `4-#-#`."""
    return tuple("-".join([*map(str, code[:open_]), *COVER[open_:]]) for open_ in range(3))


def describe_reveal(view: View, names: SeatNames) -> tuple[str, str]:
    """Describe the code of the last round, and the guesses with their results."""
    done, number = view.rounds[-1], len(view.rounds)
    guesses = "; ".join(
        f"{names.get_full_name(view.find_seat(role, number))} said {format_code(code)}"
        for role, code in ((Role.DECODER, done.decoder), (Role.INTERCEPTOR, done.interceptor))
        if code
    )
    won = describe_exchange(view, done, counts=counts_interception(view, len(view.rounds)))
    return format_code(done.code), f"{guesses}. {names.name_players(won)}"
