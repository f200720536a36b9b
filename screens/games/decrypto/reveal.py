"""What everybody looks at together in Decrypto: the reveal of a round, and the result."""

from collections.abc import Mapping
from itertools import zip_longest

from textual.content import Content
from textual.renderables.digits import DIGITS, DIGITS3X3_BOLD

from engine.game import Seat
from engine.games.decrypto.match_report import describe_outcome, format_code
from engine.games.decrypto.view import Code, Role, Round, View
from screens.games.decrypto.board import (
    HIT,
    MISS,
    DecryptoStatus,
    HistoryHeader,
    HistoryRows,
    counts_interception,
    format_tokens,
)
from screens.games.result import GameResult, Verdict, list_winners
from screens.players import SeatNames
from screens.widgets.lines import BLANK, Lines, ViewLines, centred, side_by_side


class DecryptoReveal(Lines):
    """The code with the hint that each digit had, both guesses, and what they led to.

    One widget, as each more takes time to create, and everybody waits for this.
    """

    DEFAULT_CSS = "DecryptoReveal { width: 76; max-width: 100%; }"

    def __init__(self, after: View, names: SeatNames) -> None:
        """Show the last round of `after`, an onlooker's view."""
        super().__init__()
        self.view = after
        self.done = after.rounds[-1]
        self.number = len(after.rounds)
        self.names = names

    def layout_lines(self, width: int) -> list[Content]:
        """The code in large digits over its hints, then what came of it."""
        number = f"Round {self.number} of {self.view.options.rounds}: the code was"
        return [
            *centred(Content.styled(number, "$muted"), width),
            BLANK,
            *self.build_code(width // 3),
            BLANK,
            *self.build_account(width),
        ]

    def build_code(self, width: int) -> list[Content]:
        """The digits, each in a column of this width with its hint below."""
        digits = [enlarge_digit(digit) for digit in self.done.code]
        hints = [centred(Content(hint), width - 1) for hint in self.done.hints]
        rows = [
            *zip(*[[centred(row, width - 1)[0] for row in digit] for digit in digits], strict=True),
            *zip_longest(*hints, fillvalue=BLANK),
        ]
        return [line for row in rows for line in side_by_side(row, [width] * 3)]

    def build_account(self, width: int) -> list[Content]:
        """Guesses, exchange and tokens, all in the middle."""
        done, view = self.done, self.view
        taken = done.interception and counts_interception(view, self.number)
        guesses = [
            self.build_guess(Role.DECODER, done.decoder, bad=done.miscommunication),
            self.build_guess(Role.INTERCEPTOR, done.interceptor, bad=taken),
        ]
        left = min(max(name.cell_length for name, _ in guesses) + 3, width - 16)
        rows = [row for cells in guesses for row in side_by_side(cells, (left, 17))]
        margin = max(width - left - 14, 0) // 2
        exchange = describe_exchange(done, counts=counts_interception(view, self.number))
        return [
            *(row.pad_left(margin) for row in rows),
            BLANK,
            *centred(Content.styled(exchange, "bold"), width),
            *self.build_end(width),
            BLANK,
            *centred(format_tokens(view), width),
        ]

    def build_guess(self, role: Role, code: Code, *, bad: bool) -> tuple[Content, Content]:
        """Who guessed, and what, with a sign and a word."""
        hit = code == self.done.code
        return (
            Content(self.names.name(Seat(role))),
            Content.assemble(
                (format_code(code), "bold"),
                (f"  {HIT} hit" if hit else f"  {MISS} missed", "bold $error" if bad else "$muted"),
            ),
        )

    def build_end(self, width: int) -> list[Content]:
        """How the game was decided, if it was in this round."""
        outcome = self.view.outcome
        if outcome is None or outcome.round != self.number:
            return []
        return [
            BLANK,
            *centred(Content.styled(describe_outcome(outcome, self.view), "bold $primary"), width),
        ]


def enlarge_digit(digit: int) -> list[Content]:
    """A digit, three rows high."""
    first = 3 * DIGITS.index(str(digit))
    rows = DIGITS3X3_BOLD[first : first + 3]
    return [Content.styled(row.ljust(3), "bold $primary") for row in rows]


def describe_exchange(done: Round, *, counts: bool) -> str:
    """Who won a round, in a sentence."""
    if done.miscommunication and done.interception and counts:
        return "The interceptor wins twice: a miscommunication, and an interception."
    if done.miscommunication:
        return "A miscommunication: the interceptor wins the exchange."
    if done.interception and counts:
        return "The interceptor wins the exchange: an interception."
    if done.interception:
        return "Encoder and decoder win the exchange: this interception does not count."
    return "Encoder and decoder win the exchange: understood, and not intercepted."


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
