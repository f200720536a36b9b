"""How a game of Decrypto ended, with nothing left secret."""

from textual.app import ComposeResult
from textual.containers import Vertical
from textual.content import Content

from engine.game import Seat
from engine.games.decrypto.narration import describe_outcome
from engine.games.decrypto.view import Role, View
from screens.games.decrypto.history import Head, Rows
from screens.games.decrypto.standing import Standing
from screens.games.ui import SeatNames
from screens.widgets.lines import BLANK, Lines, side_by_side


class Result(Vertical):
    """Winner and why, all keywords with every hint, all rounds."""

    DEFAULT_CSS = """
    Result { height: auto; padding: 0 1; }
    Result Verdict { margin: 1 0; }
    Result Meanings { margin-bottom: 1; }
    Result Rows { padding-right: 1; }
    """

    def __init__(self, view: View, names: SeatNames) -> None:
        """Tell the game that `view` saw to its end."""
        super().__init__()
        self.view = view
        self.names = names

    def compose(self) -> ComposeResult:
        """From the verdict to the details."""
        yield Verdict(self.view, self.names)
        yield Standing(self.view)
        yield Meanings(self.view)
        yield Head(self.view)
        yield Rows(self.view)


class Verdict(Lines):
    """Who won and why."""

    def __init__(self, view: View, names: SeatNames) -> None:
        """Name the winners as `names` does."""
        super().__init__()
        self.view = view
        self.names = names

    def layout_lines(self, width: int) -> list[Content]:
        """The winners, and the reason."""
        outcome = self.view.outcome
        assert outcome is not None
        team = outcome.winner == "team"
        roles = (Role.ENCODER, Role.DECODER) if team else (Role.INTERCEPTOR,)
        people = " and ".join(self.names.labels[Seat(role)] for role in roles)
        return [
            *Content.styled(describe_outcome(outcome, self.view), "bold $primary").wrap(width),
            *Content.assemble("Well played, ", (people, "bold"), ".").wrap(width),
        ]


class Meanings(Lines):
    """The keywords, each with all the hints given for it."""

    def __init__(self, view: View) -> None:
        """Tell the keywords of `view`."""
        super().__init__()
        self.view = view

    def layout_lines(self, width: int) -> list[Content]:
        """A row for each keyword."""
        if self.view.keywords is None:
            return []
        longest = max(Content(word).cell_length for word in self.view.keywords)
        left = min(longest + 5, width // 3)
        return [
            BLANK,
            *(
                line
                for number, word in enumerate(self.view.keywords, 1)
                for line in side_by_side(
                    (
                        Content.assemble((f"{number} ", "bold $primary"), (word, "bold")),
                        Content(", ".join(self.view.hints_for(number)) or "no hints"),
                    ),
                    (left, width - left + 1),
                )
            ),
        ]
