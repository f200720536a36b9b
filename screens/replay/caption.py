"""The line that says which step of a replay is shown."""

from textual.content import Content
from textual.reactive import reactive
from textual.widget import Widget

from screens.replay.steps import ReplaySteps

LEAST_GAP = 2
"""Cells between what a step is and when it was, at least."""


class Caption(Widget):
    """The number of a step, what it is, and when it was; or the pace while the replay runs."""

    DEFAULT_CSS = "Caption { height: 1; width: 1fr; }"
    position: reactive[int] = reactive(0)
    """The current step, from 0."""
    pace: reactive[float] = reactive(0.0)
    """Seconds for each step while the replay runs, else 0."""

    def __init__(self, replay: ReplaySteps) -> None:
        """Describe steps of `replay`."""
        super().__init__()
        self.replay = replay

    def render(self) -> Content:
        number = f"Step {self.position} of {len(self.replay.steps) - 1}"
        what = Content.assemble(
            (number, "bold $primary"), "   ", self.replay.describe_step(self.position)
        )
        told = (self.replay.format_time(self.position), "$muted")
        when = Content.styled(
            *((f"▶ {self.pace:g} s each", "bold $primary") if self.pace else told)
        )
        room = self.size.width - when.cell_length - LEAST_GAP
        if what.cell_length > room and not self.pace:
            return what.truncate(self.size.width, ellipsis=True)
        return Content.assemble(what.truncate(room, ellipsis=True, pad=True), " " * LEAST_GAP, when)
