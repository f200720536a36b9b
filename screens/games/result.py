"""Shared parts of the result screens: winners, verdict, and the sections below them."""

from collections.abc import Mapping, Sequence

from textual.app import ComposeResult
from textual.containers import Vertical
from textual.content import Content
from textual.widget import Widget

from engine.game import Seat
from engine.games.part_protocols import is_draw
from engine.text import join_names
from screens.widgets.lines import BLANK, Lines


class GameResult(Vertical):
    """The account of a finished game: a verdict, then the details."""

    DEFAULT_CSS = """
    GameResult { height: auto; padding: 0 1; }
    GameResult Verdict { margin: 1 0; }
    """

    def __init__(self, *parts: Widget) -> None:
        """Show `parts` below one another."""
        super().__init__()
        self.parts = parts

    def compose(self) -> ComposeResult:
        yield from self.parts


class Verdict(Lines):
    """Who won and why, praise for the winners, and who had which role."""

    def __init__(
        self, decided: str, winners: Sequence[str], details: Sequence[Content] = ()
    ) -> None:
        """Show how a game was decided.

        Args:
            decided: Who won and why, in a sentence.
            winners: What the winners are called. Outside text: shown as it stands.
            details: More lines, after a blank one.
        """
        super().__init__()
        self.decided = decided
        self.winners = winners
        self.details = details

    def layout_lines(self, width: int) -> list[Content]:
        """The sentence, the praise, the details."""
        praise = (
            Content.assemble("Well played, ", (join_names(self.winners), "bold"), ".")
            if self.winners
            else BLANK
        )
        return [
            *Content.styled(self.decided, "bold $primary").wrap(width),
            *(praise.wrap(width) if self.winners else []),
            *self.build_details(width),
        ]

    def build_details(self, width: int) -> list[Content]:
        """The details, after a blank line."""
        lines = [line for detail in self.details for line in detail.wrap(width)]
        return [BLANK, *lines] if lines else []


def list_winners(score: Mapping[Seat, float], outcome: object = None) -> list[Seat]:
    """The seats with the best score, in table order; none in a draw, or if the best is nothing.

    Args:
        score: The points of every seat.
        outcome: The outcome that the game's report has.
    """
    if is_draw(outcome, score.values()):
        return []
    best = max(score.values(), default=0)
    return [seat for seat in sorted(score) if score[seat] == best > 0]
