"""The dialog that asks whether to leave the table."""

from collections.abc import Callable

from textual.app import ComposeResult

from screens.dialogs.question import ChoiceDialog

SAVED = "Every move so far is saved, and Resume in the menu continues the game."
NOT_KEPT = "Nobody has made a move yet, so this game is not kept."
TAKE_OVER = "Take over: choose machines, and check or make their moves yourself."
WATCH = "Keep watching"
"""The answer of somebody who only watches machines."""


class LeaveDialog(ChoiceDialog[bool | None]):
    """Asks whether to leave the table; dismissed with true to leave."""

    HELP = (
        "Every move so far is saved. Keep playing, or leave: Resume in the menu continues the "
        "game later. A new game that is left before its first move is not kept. The arrow keys "
        "choose, Enter confirms, Esc keeps playing."
    )

    def __init__(self, take_over: Callable[[], object] | None = None) -> None:
        """Ask; offer `take_over` as well, which asks whose turns to take over."""
        answers: dict[str, bool | None] = {"Keep playing": False, "Leave": True}
        if take_over is not None:
            answers["Take over"] = None
        super().__init__("Leave the table?", SAVED, answers)
        self.take_over = take_over

    def compose(self) -> ComposeResult:
        """Yield the question; of a table at which nobody has moved, say that it is not kept."""
        tables = [getattr(screen, "session", None) for screen in self.app.screen_stack]
        if any(session is not None and not session.is_kept for session in tables):
            self.text = NOT_KEPT
        if any(session is not None and not session.human_count for session in tables):
            self.heading = "Leave this game?"
            self.answers = {
                WATCH if answer is False else label: answer
                for label, answer in self.answers.items()
            }
        self.decline = next(iter(self.answers))
        if self.take_over is not None:
            self.text = f"{self.text}\n{TAKE_OVER}"
        yield from super().compose()

    def choose(self, answer: bool | None) -> None:
        """Leave, keep playing, or ask whose turns to take over."""
        self.dismiss(bool(answer))
        if answer is None and self.take_over is not None:
            self.take_over()
