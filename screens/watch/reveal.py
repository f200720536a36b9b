"""What a move has revealed, and beneath it whether the audience guessed right."""

from typing import Any, Protocol, runtime_checkable

from textual.app import ComposeResult
from textual.containers import Vertical, VerticalScroll
from textual.widget import Widget

from screens.games.ui import GameUI
from screens.players.seat_names import SeatNames
from screens.table.shown_remarks import ShowsRemarks
from screens.watch.poll.verdict import PollVerdict
from screens.watch.quote import Quote
from screens.widgets.gradual_reveal import GradualReveal

POLL_SECONDS = 0.2
"""Seconds between two checks whether a reveal that unfolds step by step is complete."""


@runtime_checkable
class TakesVerdict(Protocol):
    """The content of a reveal that has a place for how the audience did."""

    def take_verdict(self, summary: str, style: str) -> bool:
        """Say it at the end in that colour; return whether there is room for it."""


class Reveal(Vertical):
    """What a move has revealed, and beneath it whether the audience guessed right."""

    DEFAULT_CSS = """
    Reveal { height: 1fr; width: 100%; align: center middle; padding: 0 1; }
    Reveal #news { height: auto; align: center middle; }
    Reveal #news { scrollbar-size-vertical: 1; }
    Reveal.-unfolding #news { height: 1fr; }
    """

    def __init__(self, content: Widget, verdict: PollVerdict | None) -> None:
        """Show `content`, built from onlookers' views, and the `verdict` if there is one."""
        fills = isinstance(content, GradualReveal | ShowsRemarks)
        super().__init__(classes="-unfolding" if fills else None)
        self.content = content
        content.add_class("-watched")  # less room: what the audience guessed stands below
        self.verdict = verdict

    def compose(self) -> ComposeResult:
        with VerticalScroll(id="news", can_focus=False):
            yield self.content
        if self.verdict is not None:
            self.hand_verdict(self.verdict)
            yield self.verdict

    def on_mount(self) -> None:
        """Hide the verdict until the reveal is complete: it would give it away."""
        if self.verdict is not None and isinstance(self.content, GradualReveal):
            self.verdict.visible = self.content.is_complete
            self.set_interval(POLL_SECONDS, self.update_verdict)

    def on_resize(self) -> None:
        """Give the verdict the rows it needs; the reveal scrolls if it is taller than the rest."""
        width, height = self.size
        rows = 0
        if self.verdict is not None:
            self.verdict.display = not self.hand_verdict(self.verdict)
        if self.verdict is not None and self.verdict.display:
            below = int(not self.verdict.is_large)
            self.verdict.styles.margin = (1, 0, below, 0)
            rows = len(self.verdict.layout_lines(width)) + 1 + below
        self.query_one("#news").styles.max_height = max(height - rows, 1)

    def update_verdict(self) -> None:
        """Show the verdict once the reveal is complete."""
        if self.verdict is not None and isinstance(self.content, GradualReveal):
            self.verdict.visible = self.content.is_complete

    @property
    def is_complete(self) -> bool:
        """Whether everything is revealed."""
        return not isinstance(self.content, GradualReveal) or self.content.is_complete

    def hand_verdict(self, verdict: PollVerdict) -> bool:
        """Let the content say how the audience did, if it has a place for it."""
        if not (verdict.is_large and isinstance(self.content, TakesVerdict)):
            return False
        summaries, style = verdict.summarize()
        return self.content.take_verdict(summaries[0], style)

    @property
    def shows_score(self) -> bool:
        """Whether the score of the audience may be shown elsewhere, as it is not shown here."""
        verdict = self.verdict
        return verdict is not None and verdict.is_large and self.is_complete

    def reveal_rest(self) -> bool:
        """Show the rest at once.

        Returns:
            Whether there was any.
        """
        rest = isinstance(self.content, GradualReveal) and self.content.reveal_rest()
        self.update_verdict()
        return rest


def create_reveal_content(
    ui: GameUI[Any, Any],
    before: Any,  # noqa: ANN401
    after: Any,  # noqa: ANN401
    names: SeatNames,
    reveal: Widget | None,
    *,
    large: bool,
) -> Widget:
    """Create the content of a reveal: the game's own widget, or the headline.

    Args:
        ui: The screens of the game.
        before: An onlooker's view before the move.
        after: An onlooker's view after it.
        names: The names of the players.
        reveal: The game's own reveal; `None` if something was said and nothing revealed.
        large: Use large letters, unless the game's own reveal is made of pictures.
    """
    headline = ui.build_headline(after, names)
    if large and reveal is not None:
        if (own := ui.create_large_reveal(before, after, names)) is not None:
            return own
        if headline.revealed is not None:
            words, sentence = headline.revealed
            score = headline.score
            repeats = isinstance(score, str) and words in score  # “The target was “moon”.”
            below = [sentence] if repeats or not score else [sentence, score]
            return Quote("", words, *below, covered=headline.covered)
    # Of what somebody said, the turn may be over: `when` is the next one.
    said = f"{headline.who} says" if headline.who else f"{headline.when}: {headline.now}"
    return reveal or Quote(said, f"“{headline.large[0]}”", style=headline.style)
