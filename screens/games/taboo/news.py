"""How a game of Adversarial Taboo ended, for everybody to look at together."""

from textual.content import Content

from engine.game import Seat
from engine.games.taboo.narration import describe_outcome
from engine.games.taboo.view import View, find_speaker
from screens.games.taboo.talk import guessed
from screens.games.ui import SeatNames
from screens.widgets.lines import BLANK, Lines, centred


class TabooNews(Lines):
    """The target, what was said or guessed last, and who has won."""

    DEFAULT_CSS = "TabooNews { width: 76; max-width: 100%; }"

    def __init__(self, after: View, names: SeatNames) -> None:
        """Tell the end of `after`, an onlooker's view."""
        super().__init__()
        self.view = after
        self.names = names

    def layout_lines(self, width: int) -> list[Content]:
        """The target in the middle, between the last words and the verdict."""
        view = self.view
        last = len(view.talk) - (view.guess is None)
        said = Content(f"“{view.talk[-1]}”") if view.guess is None else guessed(view)
        name = Content.styled(self.names.name(Seat(find_speaker(last))), "bold")
        return [
            *centred(name, width),
            *centred(said, width),
            BLANK,
            *centred(Content.styled("The target was", "$muted"), width),
            *centred(Content.styled(spaced(view.target or ""), "bold $primary"), width),
            BLANK,
            *centred(Content.styled(describe_outcome(view), "bold"), width),
        ]


def spaced(word: str) -> str:
    """A word as large as a line of text can be: its letters apart."""
    return " ".join(word.upper())
