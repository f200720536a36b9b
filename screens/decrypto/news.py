"""What a round of Decrypto has revealed; safe for everybody."""

from textual.app import ComposeResult
from textual.containers import Center, Vertical
from textual.content import Content
from textual.widgets import Digits

from engine.decrypto.story import decided, spoken
from engine.decrypto.view import Code, Role, Round, View
from engine.game import Seat
from screens.decrypto.history import HIT, MISS, counts
from screens.decrypto.standing import tokens
from screens.front import Cast
from screens.widgets.lines import BLANK, Lines, side_by_side


class News(Vertical):
    """The code, what each hint stood for, both guesses, and what they led to."""

    DEFAULT_CSS = """
    News { width: 76; max-width: 100%; height: auto; }
    News Center { height: auto; }
    News Digits { width: auto; color: $primary; text-style: bold; margin-bottom: 1; }
    """

    def __init__(self, after: View, cast: Cast) -> None:
        """Tell the last round of `after`, an onlooker's view, with the names of `cast`."""
        super().__init__()
        self.account = Account(after, cast)
        self.code = after.rounds[-1].code

    def compose(self) -> ComposeResult:
        """The code in large digits, then the account."""
        with Center():
            yield Digits(spoken(self.code))
        yield self.account


class Account(Lines):
    """The round in words."""

    def __init__(self, after: View, cast: Cast) -> None:
        """Tell the last round of `after`."""
        super().__init__()
        self.view = after
        self.done = after.rounds[-1]
        self.number = len(after.rounds)
        self.cast = cast

    def lines(self, width: int) -> list[Content]:
        """Hints, guesses, the exchange, how it stands."""
        done = self.done
        left = max(width // 2 - 8, 12)
        guesses = [
            self.guess(Role.DECODER, done.decoder, bad=done.miscommunication),
            self.guess(Role.INTERCEPTOR, done.interceptor, bad=done.interception),
        ]
        parts = [
            *(
                side_by_side((Content.styled(str(digit), "bold $primary"), Content(hint)), (4, 46))
                for digit, hint in zip(done.code, done.hints, strict=True)
            ),
            [BLANK],
            *(side_by_side(cells, (left, width - left + 1)) for cells in guesses),
            [BLANK],
            Content.styled(exchange(done, counts=counts(self.view, self.number)), "bold").wrap(
                width
            ),
            self.end(width),
            [BLANK],
            tokens(self.view).wrap(width),
        ]
        return [
            Content.styled(f"Round {self.number} of {self.view.options.rounds}", "$muted"),
            BLANK,
            *(line for part in parts for line in part),
        ]

    def guess(self, role: Role, code: Code, *, bad: bool) -> tuple[Content, Content]:
        """Who guessed, and what, with a sign and a word."""
        hit = code == self.done.code
        return (
            Content(self.cast.name(Seat(role))),
            Content.assemble(
                (spoken(code), "bold"),
                (f"  {HIT} hit" if hit else f"  {MISS} missed", "bold $error" if bad else "$muted"),
            ),
        )

    def end(self, width: int) -> list[Content]:
        """How the game was decided, if it was in this round."""
        outcome = self.view.outcome
        if outcome is None or outcome.round != self.number:
            return []
        return [BLANK, *Content.styled(decided(outcome, self.view), "bold $primary").wrap(width)]


def exchange(done: Round, *, counts: bool) -> str:
    """Who won a round, in a sentence."""
    if done.miscommunication and done.interception and counts:
        return "The interceptor wins twice: a miscommunication, and an interception."
    if done.miscommunication:
        return "A miscommunication: the decoder missed the code, which serves the interceptor."
    if done.interception and counts:
        return "The interceptor wins the exchange: an interception."
    if done.interception:
        return "Encoder and decoder win the exchange: in round 1 an interception does not count."
    return "Encoder and decoder win the exchange: understood, and not intercepted."
