"""A step of a replay in large type, as an audience would see it."""

from typing import Any

from textual.app import ComposeResult
from textual.containers import Vertical
from textual.widget import Widget

from engine.seat import Seat
from screens.games.ui import GameUI
from screens.players.seat_names import SeatNames
from screens.table.shown_remarks import ShowsRemarks
from screens.watch.large_headline import LargeTable
from screens.watch.quote import Quote
from screens.watch.reveal import Reveal, create_reveal_content


class Stage(Vertical):
    """Shows what everybody knows after a step, or what the step has revealed, in large type."""

    DEFAULT_CSS = "Stage { height: 1fr; }"

    def __init__(self, ui: GameUI[Any, Any], names: SeatNames) -> None:
        """Show steps of a game; nothing yet."""
        super().__init__()
        self.ui = ui
        self.names = names
        self.reveal: Reveal | None = None
        """What the step has revealed, if it has revealed something."""

    def compose(self) -> ComposeResult:
        yield LargeTable(lambda view: self.ui.build_headline(view, self.names), self.names)

    def clear(self) -> None:
        """Remove what a step has revealed."""
        if self.reveal is not None:
            self.reveal.remove()
            self.reveal = None
        self.query_one(LargeTable).display = True

    def show_change(self, before: Any, after: Any, *, unfolds: bool) -> None:  # noqa: ANN401
        """Show the view after a step, or what it has revealed.

        Args:
            before: An onlooker's view before the step.
            after: An onlooker's view after it.
            unfolds: Show the parts of a reveal one after another.
        """
        self.clear()
        reveal = None if before == after else self.ui.create_reveal(before, after, self.names)
        if reveal is None or isinstance(reveal, ShowsRemarks):
            self.query_one(LargeTable).show(after)
            return
        self.show_reveal(
            create_reveal_content(self.ui, before, after, self.names, reveal, large=True),
            unfolds=unfolds,
        )

    def show_remark(self, seat: Seat, remark: str) -> None:
        """Show what a player has said in the discussion."""
        self.clear()
        said = f"{self.names.get_label(seat)} says in the discussion:"
        self.show_reveal(Quote(said, self.names.format_plain_sentence(remark)), unfolds=False)

    def show_reveal(self, content: Widget, *, unfolds: bool) -> None:
        """Show a reveal in place of the headline."""
        self.query_one(LargeTable).display = False
        self.reveal = Reveal(content, None)
        if not unfolds:
            self.reveal.reveal_rest()
        self.mount(self.reveal)

    @property
    def is_complete(self) -> bool:
        """Whether the step is shown as a whole."""
        return self.reveal is None or self.reveal.is_complete
